// Shared values: a write of one locale also writes the attributes that all locales share, if they differ before and after the
// write. A new locale gets those that were not sent (docs/strapi/publishing.md, "New localizations").
import type { Status } from '../../query/params.ts';
import type { InteractiveWriteSteps, ReadSteps, WriteSteps } from '../../storage/session.ts';
import { overwriteRows } from '../../storage/statements/row-copies.ts';
import type { Attribute, ContentType } from '../../schema/types.ts';
import { slotColumns, slotsTable } from '../components/component-slots.ts';
import type { DocumentRow } from '../rows/document-rows.ts';
import { groupBy } from '../../base/group-by.ts';
import { afterRow, beforeRow, hasHooks } from '../rows/row-hooks.ts';
import { readSlotsOf, type SlotsOf } from '../components/stored-components.ts';
import { removeComponents } from '../rows/remove.ts';
import type { WriteContext } from '../write-context.ts';
import { recordEach, type WriteOperation } from '../write-operation.ts';
import {
  rootCopy,
  writeChangedLinks,
  writeChangedValues,
  type HookedCopy,
  type RowCopy,
} from './copies.ts';
import { copyContents } from './copy-links.ts';
import { describeRows, type RowDescriptions } from './describe-rows.ts';
import { ownLinks, readStoredLinks } from './model-links.ts';
import { removePendingLinksFrom } from './pending-links.ts';

/** The shared values that a write may change. */
export interface SharedPlan {
  /** All rows of the document before the write. */
  readonly rows: readonly DocumentRow[];
  /** The locales that are written. */
  readonly locales: readonly (string | null)[];
  /** The shared attributes that the write may change. */
  readonly attributes: readonly Attribute[];
  /** Those that were sent, for rows that the write inserts; null if there is no data. */
  readonly sent: readonly Attribute[] | null;
  /** Values of `attributes` in the written locales, before the write. */
  readonly values: RowDescriptions;
}

/** Plans which values a write may change in other locales. @returns null if there are none, or no other locales */
export function* planShared(
  context: WriteContext,
  { uid }: ContentType,
  { rows, locales, attributes, sent }: Omit<SharedPlan, 'values'>,
): ReadSteps<SharedPlan | null> {
  const own = rows.filter(({ locale }) => locales.includes(locale));
  if (attributes.length === 0 || own.length === rows.length) return null;
  const ids = own.map(({ id }) => id);
  const values = yield* describeRows(context, { uid, attributes }, ids);
  return { rows, locales, attributes, sent, values };
}

/** The ids of a row before and after a write, which may replace it. */
export interface WrittenPair {
  /** Null if there was none. */
  readonly before: number | null;
  readonly after: number;
}

/** The rows of a write. */
export interface WrittenVersions {
  /** The draft, or the row of a type without drafts. */
  readonly draft: WrittenPair;
  /** The published row; null if the write did not publish. */
  readonly published: WrittenPair | null;
}

/** Writes changed values to other locales: to drafts always, to published rows if the write published. */
export function* shareWritten(
  operation: WriteOperation,
  plan: SharedPlan | null,
  { draft, published }: WrittenVersions,
): InteractiveWriteSteps<void> {
  const { context, type } = operation;
  if (!plan) return;
  const { uid, draftAndPublish } = type;
  const { rows, locales, attributes, sent, values: before } = plan;
  const ids = published ? [draft.after, published.after] : [draft.after];
  const after = yield* describeRows(context, { uid, attributes }, ids);
  const differs = (row: WrittenPair, name: string): boolean =>
    valueOf(before, row.before, name) !== valueOf(after, row.after, name);
  // In a new row, values that were not sent are copies of those of another locale.
  const isWritten = (attribute: Attribute): boolean =>
    draft.before === null && sent ? sent.includes(attribute) : differs(draft, attribute.name);
  // A value that was changed in the draft earlier is published with it.
  const changed = attributes.filter(
    (attribute) => isWritten(attribute) || (published && differs(published, attribute.name)),
  );
  const others = rows
    .filter(({ locale }) => !locales.includes(locale))
    .filter(({ isDraft }) => published || isDraft || !draftAndPublish);
  if (changed.length === 0) return;
  const theirs = yield* describeRows(
    context,
    { uid, attributes: changed },
    others.map(({ id }) => id),
  );
  // In the first publication, a value that was not sent is shared only if all drafts have the same.
  const isOneValue = (attribute: Attribute): boolean =>
    isWritten(attribute) ||
    published?.before !== null ||
    others.every(
      ({ id, isDraft }) =>
        !isDraft ||
        valueOf(theirs, id, attribute.name) === valueOf(after, draft.after, attribute.name),
    );
  const shared = changed.filter(isOneValue);
  const receivers = others.flatMap((row): readonly Receiver[] => {
    const source = published && !row.isDraft ? published.after : draft.after;
    const differing = shared.filter(
      ({ name }) => valueOf(theirs, row.id, name) !== valueOf(after, source, name),
    );
    return differing.length > 0 ? [{ row, source, attributes: differing }] : [];
  });
  const hooked = yield* beforeShared(operation, receivers);
  yield* overwriteShared(context, type, receivers);
  yield* writeChangedValues(context, hooked);
  yield* writeChangedLinks(context, hooked);
  for (const { copy, event } of hooked) yield* afterRow(operation, event, copy.to);
  recordEach(
    operation,
    'updated',
    receivers.map(({ row }) => row),
  );
}

function valueOf(values: RowDescriptions, row: number | null, name: string): string | undefined {
  return row === null ? undefined : values.get(row)?.get(name);
}

/** A new row of a document, and the other rows. */
export interface NewLocalization {
  readonly row: DocumentRow;
  readonly rows: readonly DocumentRow[];
  /** The attributes to copy. */
  readonly attributes: readonly Attribute[];
}

/** Copies shared values to the first row in a locale. */
export function* copyShared(
  context: WriteContext,
  type: ContentType,
  { row, rows, attributes }: NewLocalization,
): WriteSteps<void> {
  const source = sharingRow(type, rows);
  if (!source || attributes.length === 0) return;
  const { uid } = type;
  const copied = columnsOf(context, type, attributes);
  if (copied.length > 0) {
    const columns = { table: context.layout.table(uid), copied, assigned: [] };
    yield* overwriteRows(context, columns, [[row.id, source.id]]);
  }
  const parts = attributes.filter(({ kind }) => kind !== 'scalar').map(({ name }) => name);
  if (parts.length === 0) return;
  const copies = [rowCopy(type, row, source)];
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

/** A row that receives values of another one. */
interface Receiver {
  readonly row: DocumentRow;
  readonly source: number;
  readonly attributes: readonly Attribute[];
}

/** Runs the hooks before shared values are written to other locales. */
function* beforeShared(
  operation: WriteOperation,
  receivers: readonly Receiver[],
): InteractiveWriteSteps<readonly HookedCopy[]> {
  if (!hasHooks(operation)) return [];
  const { type } = operation;
  const { uid } = type;
  const hooked: HookedCopy[] = [];
  for (const receiver of receivers) {
    const copy = receiverCopy(type, receiver);
    const copied = new Set(receiver.attributes.map(({ name }) => name));
    const { to: row, from: copyOf } = copy;
    const event = yield* beforeRow(operation, { action: 'update', uid, row, copyOf, copied });
    if (event) hooked.push({ uid, copy, event });
  }
  return hooked;
}

/** Overwrites shared attributes of rows of a document. */
function* overwriteShared(
  context: WriteContext,
  type: ContentType,
  receivers: readonly Receiver[],
): WriteSteps<void> {
  if (receivers.length === 0) return;
  const attributes = [...new Set(receivers.flatMap((each) => each.attributes))];
  yield* overwriteValues(context, type, { receivers, attributes });
  const parts = new Set(attributes.filter(({ kind }) => kind !== 'scalar'));
  const ofParts = receivers.filter((each) => each.attributes.some((part) => parts.has(part)));
  if (ofParts.length === 0) return;
  const copies = ofParts.map((each) => receiverCopy(type, each));
  const attributeNames = new Set([...parts].map(({ name }) => name));
  const rows = copies.flatMap(({ from, to }) => [from, to]);
  const slotsOf = yield* readSlotsOf(context, type.uid, [...new Set(rows)]);
  yield* removeParts(context, type, { receivers: ofParts, attributes: [...parts], slotsOf });
  yield* copyContents(context, { uid: type.uid, attributes: attributeNames, copies }, slotsOf);
}

/** The copy of a receiver, whose source has the same status. */
function receiverCopy(type: ContentType, { row, source }: Receiver): RowCopy {
  return rowCopy(type, row, { id: source, isDraft: row.isDraft });
}

/** A copy of shared attributes to a row of another locale. */
function rowCopy(
  { uid, draftAndPublish }: ContentType,
  { id, locale, isDraft }: DocumentRow,
  source: Pick<DocumentRow, 'id' | 'isDraft'>,
): RowCopy {
  const statusOf = (draft: boolean): Status | null => {
    if (!draftAndPublish) return null;
    return draft ? 'draft' : 'published';
  };
  const version = { status: statusOf(isDraft), locale };
  const root = { uid, version, source: statusOf(source.isDraft), replaced: null };
  return rootCopy(source.id, id, root);
}

/** Columns of scalar attributes. */
function columnsOf(
  { layout }: WriteContext,
  { uid }: ContentType,
  attributes: readonly Attribute[],
): readonly string[] {
  return attributes
    .filter(({ kind }) => kind === 'scalar')
    .map(({ name }) => layout.column(uid, name));
}

interface Overwriting {
  readonly receivers: readonly Receiver[];
  readonly attributes: readonly Attribute[];
}

function* overwriteValues(
  context: WriteContext,
  type: ContentType,
  { receivers, attributes }: Overwriting,
): WriteSteps<void> {
  const { layout, dialect } = context;
  const { uid } = type;
  const copied = columnsOf(context, type, attributes);
  const now = Date.now();
  const drafts = receivers.flatMap(({ row }) => (row.isDraft ? [row] : []));
  yield* overwriteRows(
    context,
    { table: layout.table(uid), copied, assigned: [layout.column(uid, 'updatedAt')] },
    receivers.map(({ row, source }) => {
      const draft = drafts.find(({ locale }) => locale === row.locale);
      const time = draft && isModified(draft, row) ? now - 1 : now;
      return [row.id, source, dialect.store('datetime', time)];
    }),
  );
}

/** True for the published row of a draft with later changes, which must remain modified. */
function isModified(draft: DocumentRow, row: DocumentRow): boolean {
  return !row.isDraft && (draft.updatedAt ?? 0) > (row.updatedAt ?? 0);
}

/** Removes the components and links of attributes. */
function* removeParts(
  context: WriteContext,
  { uid }: ContentType,
  { receivers, attributes, slotsOf }: Overwriting & { readonly slotsOf: SlotsOf },
): WriteSteps<void> {
  const rows = receivers.map(({ row }) => row.id);
  const links = ownLinks(context, uid).filter(({ attribute }) => attributes.includes(attribute));
  const stored = yield* readStoredLinks(
    context,
    links.map((link) => ({ link, side: 'near', rows })),
  );
  for (const [{ storage }, group] of groupBy(stored, ({ link }) => link)) {
    const ids = group.map(({ id }) => id);
    yield* context.statements.delete(storage.table, [{ column: 'id', in: ids }]);
  }
  const fields = attributes
    .filter(({ kind }) => kind === 'component' || kind === 'dynamiczone')
    .map(({ name }) => name);
  const [field] = fields;
  if (field === undefined) return;
  const slots = rows
    .flatMap((row) => slotsOf(uid, row))
    .filter((slot) => fields.includes(slot.field));
  const { owner, field: name } = slotColumns;
  yield* context.statements.delete(slotsTable(context, uid, field), [
    { column: owner, in: rows },
    { column: name, in: fields },
  ]);
  yield* removePendingLinksFrom(context, yield* removeComponents(context, slots, slotsOf));
}
