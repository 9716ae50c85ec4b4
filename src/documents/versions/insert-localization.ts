// In charge of a document's first row in a locale (docs/strapi/publishing.md, "New localizations"): what all locales
// share and the client did not send is that of the rows that are there.
import type { JsonObject } from '../../base/json.ts';
import { overwriteRows } from '../../storage/row-copies.ts';
import type { InteractiveWriting, Writing } from '../../storage/database.ts';
import { together } from '../../storage/together.ts';
import type { Attribute, ContentType } from '../../schema/types.ts';
import { newRow, type DocumentRow } from '../document-rows.ts';
import type { Finding } from '../finding.ts';
import type { ColumnValue } from '../input.ts';
import { readPlacesIn } from '../placed-components.ts';
import { assertPublishable, assertValid, type SentDocument } from '../validity.ts';
import { isPublishing, systemValues, type Version } from '../version.ts';
import type { WriteContext } from '../write-context.ts';
import { insertEntry } from '../write-entries.ts';
import { recordEvent, versionRow, type WriteOperation } from '../write-operation.ts';
import { applyPending } from './apply-pending.ts';
import { rootCopy } from './copies.ts';
import { copyParts } from './copy-links.ts';
import { publicationOf, publishedFrom, publishWritten, type Publication } from './publish-rows.ts';
import { sharedAttributes } from './shared-attributes.ts';
import { publishedPair, readShared, shareWritten } from './shared-values.ts';

/** What was sent for a version that a document does not have, and the rows that it has. */
export interface NewVersion {
  readonly sent: SentDocument;
  readonly data: JsonObject;
  readonly rows: readonly DocumentRow[];
}

/** Inserts the row of a version. @returns the id of the row that is answered. @throws ValidationError */
export function* insertLocalization(
  operation: WriteOperation,
  version: Version,
  { sent, data, rows }: NewVersion,
): InteractiveWriting<number> {
  const { context, type } = operation;
  const { locale } = version;
  const documentId = rows[0]?.documentId ?? null;
  const shared = sharedAttributes(type);
  const missing = shared.filter(({ name }) => (data[name] ?? null) === null);
  const given = new Set(shared.filter((each) => !missing.includes(each)).map(({ name }) => name));
  const locales = [locale];
  const written = isPublishing(version) ? null : given;
  const [, before] = yield* together([
    assertValid(context, version, { sent: withoutMissing(sent, missing), documentId }),
    readShared(context, type, { rows, locales, sent: written }),
  ]);
  const { row: id } = yield* insertEntry(
    operation,
    { input: sent.checked.input, targets: sent.targets, isFirst: false },
    new Map<string, ColumnValue>([
      ['documentId', documentId],
      ...systemValues(version, 'create'),
      ...operation.times,
    ]),
  );
  recordEvent(operation, 'created', { documentId, locale, ...versionRow(type, id) });
  const row = newRow(id, { documentId, locale, isDraft: type.draftAndPublish });
  yield* takeOver(context, version, { row, rows, attributes: missing });
  yield* applyPending(context, type.uid, [row]);
  if (!type.draftAndPublish) {
    const placesIn = yield* readPlacesIn(context, type.uid, [id]);
    yield* assertPublishable(context, { type, placesIn }, [row]);
  }
  const publication = publicationOf(version, row, rows);
  const answered = publication ? yield* publishNew(operation, row, publication) : id;
  yield* shareWritten(operation, {
    before,
    draft: { before: null, after: id },
    published: publishedPair(version, rows, answered),
    sent: given,
    locales,
  });
  return answered;
}

function* publishNew(
  operation: WriteOperation,
  row: DocumentRow,
  publication: Publication,
): InteractiveWriting<number> {
  const { context, type } = operation;
  const placesIn = yield* readPlacesIn(context, type.uid, publishedFrom(publication));
  return yield* publishWritten(operation, row, { placesIn, publication });
}

/** What is taken over from other locales need not be sent; whether it is there is seen when it is. */
function withoutMissing(sent: SentDocument, missing: readonly Attribute[]): SentDocument {
  const names = new Set(missing.map(({ name }) => name));
  const isTold = (finding: Finding): boolean => {
    if (finding.kind !== 'failure') return true;
    const [name = ''] = finding.failure.path;
    return !names.has(name);
  };
  const findings = sent.checked.findings.filter(isTold);
  return { ...sent, checked: { ...sent.checked, findings } };
}

interface Taking {
  readonly row: DocumentRow;
  readonly rows: readonly DocumentRow[];
  readonly attributes: readonly Attribute[];
}

/** Gives a new row what the others share. */
function* takeOver(
  context: WriteContext,
  { type, locale }: Version,
  { row, rows, attributes }: Taking,
): Writing<void> {
  const source = sharingRow(type, rows);
  if (!source || attributes.length === 0) return;
  const { uid } = type;
  const { layout } = context;
  const copied = attributes
    .filter(({ kind }) => kind === 'scalar')
    .map(({ name }) => layout.column(uid, name));
  if (copied.length > 0) {
    const columns = { table: layout.table(uid), copied, given: [] };
    yield* overwriteRows(context, columns, [[row.id, source.id]]);
  }
  const parts = attributes.filter(({ kind }) => kind !== 'scalar').map(({ name }) => name);
  if (parts.length === 0) return;
  const status = type.draftAndPublish ? 'draft' : null;
  const from = source.isDraft ? 'draft' : 'published';
  const version = { status, locale } as const;
  const root = {
    uid,
    version,
    source: type.draftAndPublish ? from : null,
    replaced: null,
  } as const;
  const copies = [rootCopy(source.id, row.id, root)];
  const placesIn = yield* readPlacesIn(context, uid, [source.id]);
  yield* copyParts(context, { uid, attributes: new Set(parts), copies }, placesIn);
}

/**
 * The row that others take shared values from: of the locale that was published last, where there are drafts its draft,
 * since that is what all drafts share (docs/strapi/differences.md, D7).
 */
function sharingRow(
  { draftAndPublish }: ContentType,
  rows: readonly DocumentRow[],
): DocumentRow | undefined {
  const [latest] = rows.toSorted((a, b) => (b.publishedAt ?? -1) - (a.publishedAt ?? -1));
  if (!draftAndPublish || !latest) return latest;
  return rows.find(({ isDraft, locale }) => isDraft && locale === latest.locale) ?? latest;
}
