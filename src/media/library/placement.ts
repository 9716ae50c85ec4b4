// Moves files and folders into folders, and sets their creators (docs/strapi/media.md, "Folders").
import { writeLinks } from '../../documents/links/write-links.ts';
import type { WriteContext } from '../../documents/write-context.ts';
import { formError } from '../../forms/check-form.ts';
import { FILE, FOLDER } from '../../schema/built-in/uids.ts';
import type { SqlValue, WriteSteps } from '../../storage/session.ts';
import { ROOT } from './folder-rows.ts';
import { rowIds } from '../../base/row-id.ts';

/** Row id of the administrator who makes a change; null if unknown. */
export type AdminId = number | null;

/** Links rows to a folder. @param into Row id; null for the root */
export function* linkToFolder(
  context: WriteContext,
  {
    uid,
    rows,
    created = false,
  }: { readonly uid: string; readonly rows: readonly number[]; readonly created?: boolean },
  into: number | null,
): WriteSteps<void> {
  const attribute = context.registry.attribute(uid, uid === FILE ? 'folder' : 'parent');
  if (attribute?.kind !== 'relation') return;
  const change = { kind: 'set', rows: into === null ? [] : [[into]] } as const;
  const writes = rows.map((row) => ({ row, created, change }));
  yield* writeLinks(context, { uid, attribute, created }, writes);
}

/** Sets attributes of rows, and their `updatedAt` and `updatedBy`. */
export function* touchRows(
  context: WriteContext,
  {
    uid,
    rows,
    values = {},
  }: {
    readonly uid: string;
    readonly rows: readonly number[];
    readonly values?: Readonly<Record<string, SqlValue>>;
  },
  by: AdminId,
): WriteSteps<void> {
  const { layout, statements, dialect } = context;
  const now = dialect.store('datetime', Date.now());
  const changed = new Map<string, SqlValue>([
    ...Object.entries({ ...values, updatedAt: now }).map(
      ([name, value]) => [layout.column(uid, name), value] as const,
    ),
    ...creatorValues(context, { uid, names: ['updatedBy'] }, by),
  ]);
  yield* statements.merge(
    layout.table(uid),
    rows.map((id) => ({ id, values: changed })),
  );
}

/** Returns the values of the creator columns. */
export function creatorValues(
  { layout }: WriteContext,
  { uid, names }: { readonly uid: string; readonly names: readonly string[] },
  by: AdminId,
): readonly (readonly [string, SqlValue])[] {
  if (by === null) return [];
  return names.flatMap((name) => {
    const link = layout.link(uid, name);
    return link.kind === 'column' ? [[link.column, by] as const] : [];
  });
}

/** Sets the creators of a file. */
export function* setCreators(
  context: WriteContext,
  { row, created }: { readonly row: number; readonly created: boolean },
  by: AdminId,
): WriteSteps<void> {
  const names = created ? ['createdBy', 'updatedBy'] : ['updatedBy'];
  const values = new Map(creatorValues(context, { uid: FILE, names }, by));
  if (values.size === 0) return;
  yield* context.statements.merge(context.layout.table(FILE), [{ id: row, values }]);
}

/** Moves a file into the folder that was sent with it. @throws ValidationError if the folder does not exist */
export function* moveIntoFolder(
  context: WriteContext,
  {
    row,
    folder,
    created,
  }: { readonly row: number; readonly folder: string | number | null; readonly created: boolean },
): WriteSteps<void> {
  const { layout, statements } = context;
  const into = yield* findFolder(context, folder);
  const values = new Map([[layout.column(FILE, 'folderPath'), into?.path ?? ROOT]]);
  yield* statements.merge(layout.table(FILE), [{ id: row, values }]);
  yield* linkToFolder(context, { uid: FILE, rows: [row], created }, into?.id ?? null);
}

function* findFolder(
  { layout, statements }: WriteContext,
  sent: string | number | null,
): WriteSteps<{ readonly id: number; readonly path: string } | null> {
  if (sent === null) return null;
  const rows = yield* statements.select(layout.table(FOLDER), {
    columns: ['id', layout.column(FOLDER, 'path')],
    where: [{ column: 'id', in: rowIds([sent]) }],
  });
  const [found] = rows;
  if (found) return { id: Number(found[0]), path: String(found[1]) };
  const message = 'the folder does not exist';
  const path = ['fileInfo', 'folder'];
  throw formError([{ path, message, name: 'ValidationError', value: sent }]);
}
