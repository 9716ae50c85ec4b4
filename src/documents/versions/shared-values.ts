// Values that all locales of a document share: a write of one locale writes them in the others too. What counts as written
// is what differs between the row before the write and after it.
import type { InteractiveWriting, Writing } from '../../storage/database.ts';
import { overwriteRows } from '../../storage/row-copies.ts';
import type { Attribute, ContentType } from '../../schema/types.ts';
import { componentsColumns, placesTable } from '../component-places.ts';
import type { DocumentRow } from '../document-rows.ts';
import { groupedBy } from '../grouped-by.ts';
import { afterRow, beforeRow, isHooked } from '../hooked-rows.ts';
import { readPlacesIn, type PlacesIn } from '../placed-components.ts';
import { removeComponents } from '../remove.ts';
import { isPublishing, type Version } from '../version.ts';
import type { WriteContext } from '../write-context.ts';
import { recordEach, type WriteOperation } from '../write-operation.ts';
import { rootCopy, type RowCopy } from './copies.ts';
import { copyParts } from './copy-links.ts';
import { describeRows, type RowDescriptions } from './describe-rows.ts';
import { writeChangedLinks, writeChangedValues, type HookedCopy } from './hooked-copies.ts';
import { ownLinks } from './model-links.ts';
import { removePendingLinksFrom } from './pending-links.ts';
import { sharedAttributes } from './shared-attributes.ts';
import { readStoredLinks } from './stored-links.ts';

/** What is shared before a write; null where nothing that is shared is written, or there is nobody to share it with. */
export type SharedBefore = {
  readonly rows: readonly DocumentRow[];
  /** The shared attributes that may be written. */
  readonly attributes: readonly Attribute[];
  /** What the written rows hold of them. */
  readonly values: RowDescriptions;
} | null;

/** All rows of a document, and what is written of it. */
export interface WrittenRows {
  readonly rows: readonly DocumentRow[];
  readonly locales: readonly (string | null)[];
  /** Names of what is sent, where nothing else is written; null: a publication writes all that was drafted. */
  readonly sent: ReadonlySet<string> | null;
}

/** Reads what is shared before a write. */
export function* readShared(
  context: WriteContext,
  type: ContentType,
  { rows, locales, sent }: WrittenRows,
): Writing<SharedBefore> {
  const attributes = sharedAttributes(type).filter(({ name }) => sent?.has(name) ?? true);
  const own = rows.filter(({ locale }) => locales.includes(locale));
  if (attributes.length === 0 || own.length === rows.length) return null;
  const ids = own.map(({ id }) => id);
  const values = yield* describeRows(context, { uid: type.uid, attributes }, ids);
  return { rows, attributes, values };
}

/** A row before and after a write; a write may put another row in its place. */
export interface WrittenPair {
  /** Null: there was none. */
  readonly before: number | null;
  readonly after: number;
}

/** What was written. */
export interface SharedWrite {
  readonly before: SharedBefore;
  /** The draft; of a type without drafts the row. */
  readonly draft: WrittenPair;
  /** The published row where the write published. */
  readonly published: WrittenPair | null;
  /** Names of what was sent for a draft that was made: what it took over from others is not written. */
  readonly sent?: ReadonlySet<string>;
  /** The locales that were written. */
  readonly locales: readonly (string | null)[];
}

/** Gives the rows of other locales what a write changed: drafts always, published ones where the write published. */
export function* shareWritten(
  operation: WriteOperation,
  { before, draft, published, sent, locales }: SharedWrite,
): InteractiveWriting<void> {
  const { context, type } = operation;
  if (!before) return;
  const { uid, draftAndPublish } = type;
  const { attributes } = before;
  const ids = published ? [draft.after, published.after] : [draft.after];
  const after = yield* describeRows(context, { uid, attributes }, ids);
  const differs = (row: WrittenPair, name: string): boolean =>
    valueOf(before.values, row.before, name) !== valueOf(after, row.after, name);
  // A value that was drafted earlier is published with the draft.
  const changed = attributes.filter(
    ({ name }) =>
      (sent ? sent.has(name) : differs(draft, name)) || (published && differs(published, name)),
  );
  const others = before.rows
    .filter(({ locale }) => !locales.includes(locale))
    .filter(({ isDraft }) => published || isDraft || !draftAndPublish);
  if (changed.length === 0) return;
  const theirs = yield* describeRows(
    context,
    { uid, attributes: changed },
    others.map(({ id }) => id),
  );
  // Published for the first time, a value that nobody sent is that of all where the drafts agree on it.
  const isOneValue = ({ name }: Attribute): boolean =>
    (sent ? sent.has(name) : differs(draft, name)) ||
    published?.before !== null ||
    others.every(
      ({ id, isDraft }) =>
        !isDraft || valueOf(theirs, id, name) === valueOf(after, draft.after, name),
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

/** The published row that a write replaced, and the one that it left. */
export function publishedPair(
  { type, locale, status }: Version,
  rows: readonly DocumentRow[],
  answered: number,
): WrittenPair | null {
  if (!isPublishing({ type, locale, status })) return null;
  const former = rows.find((row) => !row.isDraft && row.locale === locale);
  return { before: former?.id ?? null, after: answered };
}

/** A row that gets values of another one. */
interface Receiver {
  readonly row: DocumentRow;
  readonly source: number;
  readonly attributes: readonly Attribute[];
}

/** Runs the hooks before shared values are written over those of other locales. */
function* beforeShared(
  operation: WriteOperation,
  receivers: readonly Receiver[],
): InteractiveWriting<readonly HookedCopy[]> {
  if (!isHooked(operation)) return [];
  const { type } = operation;
  const { uid } = type;
  const hooked: HookedCopy[] = [];
  for (const receiver of receivers) {
    const copy = toCopy(type, receiver);
    const copied = new Set(receiver.attributes.map(({ name }) => name));
    const { to: row, from: copyOf } = copy;
    const event = yield* beforeRow(operation, { action: 'update', uid, row, copyOf, copied });
    if (event) hooked.push({ uid, copy, event });
  }
  return hooked;
}

/** Overwrites attributes of rows of a document. */
function* overwriteShared(
  context: WriteContext,
  type: ContentType,
  receivers: readonly Receiver[],
): Writing<void> {
  if (receivers.length === 0) return;
  const attributes = [...new Set(receivers.flatMap((each) => each.attributes))];
  yield* overwriteValues(context, type, { receivers, attributes });
  const parts = new Set(attributes.filter(({ kind }) => kind !== 'scalar'));
  const ofParts = receivers.filter((each) => each.attributes.some((part) => parts.has(part)));
  if (ofParts.length === 0) return;
  const copies = ofParts.map((each) => toCopy(type, each));
  const attributeNames = new Set([...parts].map(({ name }) => name));
  const rows = copies.flatMap(({ from, to }) => [from, to]);
  const placesIn = yield* readPlacesIn(context, type.uid, [...new Set(rows)]);
  yield* removeParts(context, type, { receivers: ofParts, attributes: [...parts], placesIn });
  yield* copyParts(context, { uid: type.uid, attributes: attributeNames, copies }, placesIn);
}

/** A row that takes on parts of a row of the same version in another locale. */
function toCopy({ uid, draftAndPublish }: ContentType, { row, source }: Receiver): RowCopy {
  const status = row.isDraft ? 'draft' : 'published';
  const { id, locale } = row;
  const version = { status: draftAndPublish ? status : null, locale } as const;
  return rootCopy(source, id, { uid, version, source: version.status, replaced: null });
}

interface Overwriting {
  readonly receivers: readonly Receiver[];
  readonly attributes: readonly Attribute[];
}

function* overwriteValues(
  context: WriteContext,
  { uid }: ContentType,
  { receivers, attributes }: Overwriting,
): Writing<void> {
  const { layout, dialect } = context;
  const copied = attributes
    .filter(({ kind }) => kind === 'scalar')
    .map(({ name }) => layout.column(uid, name));
  const now = Date.now();
  const drafts = receivers.flatMap(({ row }) => (row.isDraft ? [row] : []));
  yield* overwriteRows(
    context,
    { table: layout.table(uid), copied, given: [layout.column(uid, 'updatedAt')] },
    receivers.map(({ row, source }) => {
      const draft = drafts.find(({ locale }) => locale === row.locale);
      const time = draft && isModified(draft, row) ? now - 1 : now;
      return [row.id, source, dialect.store('datetime', time)];
    }),
  );
}

/** True for a draft that was changed after it was published: what is shared does not make it less so. */
function isModified(draft: DocumentRow, row: DocumentRow): boolean {
  return !row.isDraft && (draft.updatedAt ?? 0) > (row.updatedAt ?? 0);
}

/** Takes away what stands in attributes. @param parts `placesIn`: what stands in all rows */
function* removeParts(
  context: WriteContext,
  { uid }: ContentType,
  { receivers, attributes, placesIn }: Overwriting & { readonly placesIn: PlacesIn },
): Writing<void> {
  const rows = receivers.map(({ row }) => row.id);
  const links = ownLinks(context, uid).filter(({ attribute }) => attributes.includes(attribute));
  const stored = yield* readStoredLinks(
    context,
    links.map((link) => ({ link, side: 'near', rows })),
  );
  for (const [{ place }, group] of groupedBy(stored, ({ link }) => link)) {
    const ids = group.map(({ id }) => id);
    yield* context.statements.delete(place.table, [{ column: 'id', in: ids }]);
  }
  const fields = attributes
    .filter(({ kind }) => kind === 'component' || kind === 'dynamiczone')
    .map(({ name }) => name);
  const [field] = fields;
  if (field === undefined) return;
  const places = rows
    .flatMap((row) => placesIn(uid, row))
    .filter((place) => fields.includes(place.field));
  const { entity, field: name } = componentsColumns;
  yield* context.statements.delete(placesTable(context, uid, field), [
    { column: entity, in: rows },
    { column: name, in: fields },
  ]);
  yield* removePendingLinksFrom(context, yield* removeComponents(context, places, placesIn));
}
