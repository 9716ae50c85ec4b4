// Inserts the first row of a document in a locale (docs/strapi/publishing.md, "New localizations"): shared values that were not
// sent are copied from other locales.
import type { JsonObject } from '../../base/json.ts';
import type { InteractiveWriteSteps } from '../../storage/session.ts';
import { concurrently } from '../../storage/concurrently.ts';
import { sharedAttributes } from '../../schema/shared-attributes.ts';
import type { Attribute } from '../../schema/types.ts';
import { newRow, type DocumentRow } from '../rows/document-rows.ts';
import type { Finding } from '../check/finding.ts';
import type { ColumnValue } from '../input.ts';
import { readSlotsOf } from '../components/stored-components.ts';
import { assertPublishable, assertValid, type SentDocument } from '../validation/assert-valid.ts';
import { isPublishing, systemValues, type Version } from '../version.ts';
import { insertEntry } from '../rows/write-entries.ts';
import { recordEvent, versionRow, type WriteOperation } from '../write-operation.ts';
import { applyPending } from './apply-pending.ts';
import {
  publicationOf,
  rowsOfPublication,
  publishWritten,
  type Publication,
} from './publish-rows.ts';
import { copyShared, publishedPair, readShared, shareWritten } from './shared-values.ts';

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
  yield* copyShared(context, type, { row, rows, attributes: missing });
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
