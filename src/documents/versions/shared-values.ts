// In charge of values that all locales of a document share: a write of one locale writes them in the others too
// (decision D7). What counts as written is what differs between the row before the write and after it.
import type { Writing } from '../../storage/database.ts';
import type { ContentType } from '../../schema/types.ts';
import type { DocumentRow } from '../document-rows.ts';
import { isPublishing, type Version } from '../version.ts';
import type { WriteContext } from '../write-context.ts';
import { describeRows, type RowDescriptions } from './describe-rows.ts';
import { overwriteShared, type Receiver } from './overwrite-shared.ts';
import { sharedAttributes } from './shared-attributes.ts';

/** What the rows of a document hold of what is shared. */
interface SharedValues {
  readonly rows: readonly DocumentRow[];
  readonly values: RowDescriptions;
}

/** What is shared before a write; null where there is nobody to share it with. */
export type SharedBefore = SharedValues | null;

/** All rows of a document, and the locales of which it is written. */
export interface WrittenRows {
  readonly rows: readonly DocumentRow[];
  readonly locales: readonly (string | null)[];
}

/** Reads what is shared before a write. */
export function* readShared(
  context: WriteContext,
  type: ContentType,
  { rows, locales }: WrittenRows,
): Writing<SharedBefore> {
  const attributes = sharedAttributes(type);
  const isAlone = rows.every(({ locale }) => locales.includes(locale));
  if (attributes.length === 0 || isAlone) return null;
  const values = yield* describeRows(
    context,
    { uid: type.uid, attributes },
    rows.map(({ id }) => id),
  );
  return { rows, values };
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
  const attributes = sharedAttributes(type);
  const rows = published ? [draft.after, published.after] : [draft.after];
  const after = yield* describeRows(context, { uid: type.uid, attributes }, rows);
  const differs = (row: WrittenPair, name: string): boolean =>
    valueOf(before.values, row.before, name) !== valueOf(after, row.after, name);
  // A value that was drafted earlier is published with the draft.
  const changed = attributes.filter(
    ({ name }) =>
      (sent ? sent.has(name) : differs(draft, name)) || (published && differs(published, name)),
  );
  const receivers = before.rows
    .filter(({ locale }) => !locales.includes(locale))
    .filter(({ isDraft }) => published || isDraft || !type.draftAndPublish)
    .flatMap((row): readonly Receiver[] => {
      const source = published && !row.isDraft ? published.after : draft.after;
      const differing = changed.filter(
        ({ name }) => valueOf(before.values, row.id, name) !== valueOf(after, source, name),
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
