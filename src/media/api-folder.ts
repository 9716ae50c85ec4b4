// Folder of the media library for files uploaded through the API: "API Uploads", created on first use and recreated
// if it is missing (docs/strapi/media.md, "Uploading").
import { createDocumentId } from '../base/document-id.ts';
import { isJsonObject } from '../base/json.ts';
import { writeLinks } from '../documents/links/write-links.ts';
import type { WriteContext } from '../documents/write-context.ts';
import { FILE, FOLDER } from '../schema/built-in/uids.ts';
import { coreStoreValue, storeCoreValue } from '../storage/settings/core-store.ts';
import type { SqlValue, WriteSteps } from '../storage/session.ts';
import { linkFile, type FileLink } from './file-link.ts';

const KEY = 'plugin_upload_api-folder';
const NAME = 'API Uploads';

interface Folder {
  readonly id: number;
  /** For example `/1`. */
  readonly path: string;
}

/** Returns the writes for each file that is uploaded through the API. @param link Media attribute of an entry */
export function apiPlacement(
  context: WriteContext,
  link: FileLink | null,
): (row: number) => WriteSteps<void> {
  return function* moveUpload(row) {
    yield* assignApiFolder(context, row);
    if (link) yield* linkFile(context, link, row);
  };
}

/** Moves a new file into the folder. @param row Row id of the file */
function* assignApiFolder(context: WriteContext, row: number): WriteSteps<void> {
  const { layout, statements, registry } = context;
  const folder = yield* apiFolder(context);
  const values = new Map([[layout.column(FILE, 'folderPath'), folder.path]]);
  yield* statements.merge(layout.table(FILE), [{ id: row, values }]);
  const attribute = registry.attribute(FILE, 'folder');
  if (attribute?.kind !== 'relation') return;
  yield* writeLinks(context, { uid: FILE, attribute, created: true }, [
    { row, created: true, change: { kind: 'set', rows: [[folder.id]] } },
  ]);
}

/** Returns the folder, which is created if it does not exist. */
export function* apiFolder(context: WriteContext): WriteSteps<Folder> {
  return (yield* findFolder(context)) ?? (yield* insertFolder(context));
}

function* findFolder({ layout, statements }: WriteContext): WriteSteps<Folder | null> {
  const stored = yield* coreStoreValue(KEY);
  const id = isJsonObject(stored) ? stored['id'] : null;
  if (typeof id !== 'number') return null;
  const [found] = yield* statements.select(layout.table(FOLDER), {
    columns: [layout.column(FOLDER, 'path')],
    where: [{ column: 'id', is: id }],
  });
  return found ? { id, path: String(found[0]) } : null;
}

function* insertFolder(context: WriteContext): WriteSteps<Folder> {
  const { layout, statements, dialect } = context;
  const table = layout.table(FOLDER);
  const column = (name: string): string => layout.column(FOLDER, name);
  const existing = yield* statements.select(table, {
    columns: [column('pathId'), column('name')],
    where: [],
  });
  const pathId = existing.reduce((max, [id]) => Math.max(max, Number(id)), 0) + 1;
  const now = dialect.store('datetime', Date.now());
  const values: Readonly<Record<string, SqlValue>> = {
    documentId: createDocumentId(),
    name: availableName(new Set(existing.map(([, name]) => String(name)))),
    pathId,
    path: `/${pathId}`,
    createdAt: now,
    updatedAt: now,
    publishedAt: now,
  };
  const columns = Object.keys(values).map(column);
  const [id = 0] = yield* statements.insert(table, columns, [Object.values(values)]);
  // Strapi reads this setting as well.
  yield* storeCoreValue(context, KEY, { id });
  return { id, path: `/${pathId}` };
}

function availableName(usedNames: ReadonlySet<string>): string {
  if (!usedNames.has(NAME)) return NAME;
  let count = 1;
  while (usedNames.has(`${NAME} (${count})`)) count += 1;
  return `${NAME} (${count})`;
}
