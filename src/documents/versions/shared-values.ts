// In charge of values that all locales of a document share: a write of one locale writes them in the others too
// (decision D7). What counts as written is what differs between the row before the write and after it.
import type { Writing } from '../../storage/database.ts';
import type { Attribute, ContentType } from '../../schema/types.ts';
import type { DocumentRow } from '../document-rows.ts';
import { isPublishing, type Version } from '../version.ts';
import type { WriteContext } from '../write-context.ts';
import { describeRows, type RowDescriptions } from './describe-rows.ts';
import { overwriteShared, type Receiver } from './overwrite-shared.ts';
import { sharedAttributes } from './shared-attributes.ts';

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
  context: WriteContext,
  type: ContentType,
  { before, draft, published, sent, locales }: SharedWrite,
): Writing<void> {
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
  yield* overwriteShared(context, type, receivers);
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
