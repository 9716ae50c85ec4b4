// Plans a write: validates its data and decides which rows and links change, which drafts are published and which shared values
// may change. It only reads: the first statement that changes a row runs after the plan is complete.
import { createDocumentId } from '../../base/document-id.ts';
import type { JsonObject } from '../../base/json.ts';
import { sharedAttributes } from '../../schema/shared-attributes.ts';
import type { Attribute } from '../../schema/types.ts';
import { concurrently } from '../../storage/concurrently.ts';
import type { ReadSteps } from '../../storage/session.ts';
import {
  NO_SLOTS,
  readSlotsOf,
  readSlotsOfFields,
  type SlotsOf,
} from '../components/stored-components.ts';
import type { ColumnValue, EntryInput } from '../input.ts';
import type { DocumentRow } from '../rows/document-rows.ts';
import type { RowValues } from '../rows/entry-rows.ts';
import { assertValid, type SentDocument } from '../validation/assert-valid.ts';
import { isPublishing, systemValues, type Version } from '../version.ts';
import { rowsOfPublication, type Publication } from '../versions/publish-rows.ts';
import { planShared, type SharedPlan } from '../versions/shared-values.ts';
import type { WriteContext } from '../write-context.ts';
import type { WriteOperation } from '../write-operation.ts';
import { planEntry, type EntryPlan } from './plan-entry.ts';

/** The changes of a write of one version, decided before its first statement that changes a row. */
export interface WritePlan {
  readonly documentId: string | null;
  /** The rows of the document before the write. */
  readonly rows: readonly DocumentRow[];
  /** The row to be updated; null if a row is inserted. */
  readonly row: DocumentRow | null;
  /** The row and its components, with their links. */
  readonly entry: EntryPlan;
  /**
   * Null if a row is updated or the document is new; otherwise the shared attributes to copy from another row, which may be
   * none.
   */
  readonly inherited: readonly Attribute[] | null;
  /**
   * The stored drafts to be published, and the published rows to be replaced. An inserted draft is added when its id is
   * known. Null if nothing is published.
   */
  readonly publication: Publication | null;
  /** Null if no values of other locales may change. */
  readonly shared: SharedPlan | null;
}

/** Checked data, and the rows that were found for it. */
export interface FoundData extends SentDocument, Pick<WritePlan, 'rows' | 'row'> {
  readonly data: JsonObject;
  /** The documentId of a new document. Default: a random one */
  readonly newDocumentId?: string | undefined;
}

/** Plans a write. @throws AppError if the data is not valid */
export function* planWrite(
  operation: WriteOperation,
  version: Version,
  found: FoundData,
): ReadSteps<WritePlan> {
  const { context, type } = operation;
  const { checked, targets, data, row, rows } = found;
  const { input } = checked;
  const isFirst = rows.length === 0;
  const existingId = rows[0]?.documentId ?? null;
  const { published, publication } = versionsOf(version, row, rows);
  const attributes = sharedAttributes(type);
  const sent = attributes.filter(({ name }) =>
    row ? Object.hasOwn(data, name) : (data[name] ?? null) !== null,
  );
  const inherited = row || isFirst ? null : attributes.filter((each) => !sent.includes(each));
  const [, shared, slotsOf] = yield* concurrently([
    assertValid(operation, version, {
      sent: found,
      // Rows of a new document that are not served may have its documentId.
      documentId: existingId,
      isNew: row === null,
      inherited,
    }),
    planShared(context, type, {
      rows,
      locales: [version.locale],
      attributes: publication ? attributes : sent,
      sent,
    }),
    readComponents(context, input, { row, publication }),
  ]);
  const documentId = isFirst ? (found.newDocumentId ?? createDocumentId()) : existingId;
  const values = valuesOf(operation, version, { row, documentId, input });
  const entry = planEntry(
    context,
    { input, values, created: row === null, id: row?.id ?? 0, published },
    { targets, isFirst, stored: slotsOf },
  );
  return { documentId, rows, row, entry, inherited, publication, shared };
}

/** The published row of an updated draft, and what the write publishes. */
function versionsOf(
  version: Version,
  row: DocumentRow | null,
  rows: readonly DocumentRow[],
): Pick<WritePlan, 'publication'> & Pick<EntryPlan['root'], 'published'> {
  if (!version.type.draftAndPublish) return { published: null, publication: null };
  const inLocale = rows.filter(({ locale }) => locale === (row ?? version).locale);
  const publishes = isPublishing(version);
  const replaced = inLocale.filter(({ isDraft }) => !isDraft);
  const [first] = replaced;
  const published = row && first ? { row: first.id, replaced: publishes } : null;
  // Another program may have created a draft twice: both are published.
  const drafts = inLocale.filter(({ isDraft }) => isDraft);
  return { published, publication: publishes ? { drafts, replaced } : null };
}

/** Reads the components of a stored row that the write replaces or copies. */
function* readComponents(
  context: WriteContext,
  { uid, components }: EntryInput,
  { row, publication }: Pick<WritePlan, 'row' | 'publication'>,
): ReadSteps<SlotsOf> {
  if (!row) return NO_SLOTS;
  if (publication) return yield* readSlotsOf(context, uid, rowsOfPublication(publication));
  return yield* readSlotsOfFields(context, { uid, rows: [row.id], fields: [...components.keys()] });
}

/** The row to be written, and its data. */
interface WrittenRow extends Pick<WritePlan, 'row' | 'documentId'> {
  readonly input: EntryInput;
}

function valuesOf(
  { times }: WriteOperation,
  version: Version,
  { row, documentId, input: { values } }: WrittenRow,
): RowValues {
  // A program cannot set the time of an update.
  if (row) return new Map([...values, ...times, ...systemValues(version, 'update')]);
  const system = systemValues(version, 'create');
  return new Map<string, ColumnValue>([...values, ['documentId', documentId], ...system, ...times]);
}
