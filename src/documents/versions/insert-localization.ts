// Inserts the first row of a document in a locale (docs/strapi/publishing.md, "New localizations"): shared values that were not
// sent are copied from other locales.
import type { JsonObject } from '../../base/json.ts';
import { overwriteRows } from '../../storage/statements/row-copies.ts';
import type { InteractiveWriteSteps, WriteSteps } from '../../storage/session.ts';
import { concurrently } from '../../storage/concurrently.ts';
import type { Attribute, ContentType } from '../../schema/types.ts';
import { newRow, type DocumentRow } from '../rows/document-rows.ts';
import type { Finding } from '../check/finding.ts';
import type { ColumnValue } from '../input.ts';
import { readSlotsOf } from '../components/stored-components.ts';
import { assertPublishable, assertValid, type SentDocument } from '../validation/assert-valid.ts';
import { isPublishing, systemValues, type Version } from '../version.ts';
import type { WriteContext } from '../write-context.ts';
import { insertEntry } from '../rows/write-entries.ts';
import { recordEvent, versionRow, type WriteOperation } from '../write-operation.ts';
import { applyPending } from './apply-pending.ts';
import { rootCopy } from './copies.ts';
import { copyContents } from './copy-links.ts';
import {
  publicationOf,
  rowsOfPublication,
  publishWritten,
  type Publication,
} from './publish-rows.ts';
import { sharedAttributes } from './shared-attributes.ts';
import { publishedPair, readShared, shareWritten } from './shared-values.ts';

/** The data for a version that does not exist, and the other rows of the document. */
export interface NewVersion {
  readonly sent: SentDocument;
  readonly data: JsonObject;
  readonly rows: readonly DocumentRow[];
}

/** Inserts the row of a version. @returns the row id for the response @throws ValidationError */
export function* insertLocalization(
  operation: WriteOperation,
  version: Version,
  { sent, data, rows }: NewVersion,
): InteractiveWriteSteps<number> {
  const { context, type } = operation;
  const { locale } = version;
  const documentId = rows[0]?.documentId ?? null;
  const shared = sharedAttributes(type);
  const missing = shared.filter(({ name }) => (data[name] ?? null) === null);
  const provided = new Set(
    shared.filter((each) => !missing.includes(each)).map(({ name }) => name),
  );
  const locales = [locale];
  const written = isPublishing(version) ? null : provided;
  const [, before] = yield* concurrently([
    assertValid(operation, version, {
      sent: withoutMissing(sent, missing),
      documentId,
      isNew: true,
    }),
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
  recordEvent(operation, 'created', { documentId, locale, rows: versionRow(type, id) });
  const row = newRow(id, { documentId, locale, isDraft: type.draftAndPublish });
  yield* copyShared(context, version, { row, rows, attributes: missing });
  yield* applyPending(context, type.uid, [row]);
  if (!type.draftAndPublish) {
    const slotsOf = yield* readSlotsOf(context, type.uid, [id]);
    yield* assertPublishable(context, { type, slotsOf }, [row]);
  }
  const publication = publicationOf(version, row, rows);
  const result = publication ? yield* publishNew(operation, row, publication) : id;
  yield* shareWritten(operation, {
    before,
    draft: { before: null, after: id },
    published: publishedPair(version, rows, result),
    sent: provided,
    locales,
  });
  return result;
}

function* publishNew(
  operation: WriteOperation,
  row: DocumentRow,
  publication: Publication,
): InteractiveWriteSteps<number> {
  const { context, type } = operation;
  const slotsOf = yield* readSlotsOf(context, type.uid, rowsOfPublication(publication));
  return yield* publishWritten(operation, row, { slotsOf, publication });
}

/** Ignores failures of shared attributes that were not sent: they are checked after they are copied. */
function withoutMissing(sent: SentDocument, missing: readonly Attribute[]): SentDocument {
  const names = new Set(missing.map(({ name }) => name));
  const isReported = (finding: Finding): boolean => {
    if (finding.kind !== 'failure') return true;
    const [name = ''] = finding.failure.path;
    return !names.has(name);
  };
  const findings = sent.checked.findings.filter(isReported);
  return { ...sent, checked: { ...sent.checked, findings } };
}

interface SharedCopy {
  readonly row: DocumentRow;
  readonly rows: readonly DocumentRow[];
  readonly attributes: readonly Attribute[];
}

/** Copies shared values to a new row. */
function* copyShared(
  context: WriteContext,
  { type, locale }: Version,
  { row, rows, attributes }: SharedCopy,
): WriteSteps<void> {
  const source = sharingRow(type, rows);
  if (!source || attributes.length === 0) return;
  const { uid } = type;
  const { layout } = context;
  const copied = attributes
    .filter(({ kind }) => kind === 'scalar')
    .map(({ name }) => layout.column(uid, name));
  if (copied.length > 0) {
    const columns = { table: layout.table(uid), copied, assigned: [] };
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
  const slotsOf = yield* readSlotsOf(context, uid, [source.id]);
  yield* copyContents(context, { uid, attributes: new Set(parts), copies }, slotsOf);
}

/**
 * The row from which shared values are copied: that of the locale which was published last, or its draft if the type has drafts
 * (docs/strapi/differences.md, D7).
 */
function sharingRow(
  { draftAndPublish }: ContentType,
  rows: readonly DocumentRow[],
): DocumentRow | undefined {
  const [latest] = rows.toSorted((a, b) => (b.publishedAt ?? -1) - (a.publishedAt ?? -1));
  if (!draftAndPublish || !latest) return latest;
  return rows.find(({ isDraft, locale }) => isDraft && locale === latest.locale) ?? latest;
}
