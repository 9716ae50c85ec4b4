// Handlers of the admin API that list and delete files, and that manage folders (docs/strapi/media.md, "Administrators" and
// "Folders").
import type { AdminPrincipal } from '../../auth/admin/admin-authenticator.ts';
import { AppError } from '../../base/errors.ts';
import { entityNotFound } from '../../media/media-library.ts';
import { readFileChanges } from '../../media/file-info.ts';
import { deleteEntries, filesToDelete } from '../../media/library/delete-entries.ts';
import {
  checkFolderChange,
  checkMove,
  checkNewFolder,
  checkRemoval,
  type EntryIds,
} from '../../media/library/folder-form.ts';
import { moveEntries } from '../../media/library/move-entries.ts';
import { rowIds } from '../../base/row-id.ts';
import { json, type RouteResponse } from '../response/response.ts';
import type { RouteRequest } from '../routing/route-request.ts';
import { rowIdIn } from '../routing/row-id-param.ts';
import type { LibraryHandlers } from './library-routes.ts';
import { fileUpdate, type LibraryDependencies } from './library-dependencies.ts';
import { showFile } from './show-entry.ts';
import type { uploadHandlers } from './upload-handlers.ts';

type AdminRequest = RouteRequest<AdminPrincipal>;

/** Returns the handlers of requests without file uploads. */
export function fileAndFolderHandlers(
  dependencies: LibraryDependencies,
): Omit<LibraryHandlers, keyof ReturnType<typeof uploadHandlers> | 'uploadFromUrls'> {
  const { reads, folders, library, staging, context, database, overrides } = dependencies;
  const bulkMove = async ({ body, caller }: AdminRequest): Promise<RouteResponse> => {
    const requested = await checkMove(body);
    await reads.assertMay(rowIds(requested.fileIds), caller, 'assets.update');
    const by = caller.admin.id;
    const moved = await database.transact(moveEntries(context, { ...requested, body, by }));
    return json({
      data: {
        files: await reads.filesOf(moved.files),
        folders: await reads.foldersOf(moved.folders),
      },
    });
  };

  const remove = async (
    requested: EntryIds,
    caller: AdminPrincipal,
  ): Promise<{ readonly files: readonly number[]; readonly folders: readonly number[] }> => {
    const check = (files: readonly number[]): Promise<void> =>
      reads.assertMay(files, caller, 'assets.update');
    const { removeAll } = overrides;
    if (removeAll) {
      await check(await database.read(filesToDelete(context, requested)));
      const ids = { fileIds: rowIds(requested.fileIds), folderIds: rowIds(requested.folderIds) };
      return removeAll(ids);
    }
    const { files, folders } = await staging.use((folder) =>
      deleteEntries(
        { context, database, library },
        { ...requested, by: caller.admin.id, check, folder },
      ),
    );
    return { files: files.map(({ id }) => id), folders };
  };

  const bulkDelete = async ({ body, caller }: AdminRequest): Promise<RouteResponse> => {
    const requested = await checkRemoval(body);
    const named = await reads.foldersOf(rowIds(requested.folderIds));
    const files = await reads.filesOf(rowIds(requested.fileIds).toSorted((a, b) => a - b));
    const deleted = await remove(requested, caller);
    const deletedFiles = new Set(deleted.files);
    const deletedFolders = new Set(deleted.folders);
    return json({
      data: {
        files: files.filter(({ id }) => deletedFiles.has(Number(id))),
        folders: named.filter(({ id }) => deletedFolders.has(Number(id))),
      },
    });
  };

  const bulkUpdate = async ({ body, caller }: AdminRequest): Promise<RouteResponse> => {
    const changes = await readFileChanges(body);
    const texts = new Map(
      changes.map(({ id, texts: fileTexts }) => [rowIds([id])[0] ?? 0, fileTexts]),
    );
    await reads.assertMay([...texts.keys()], caller, 'assets.update');
    const { change } = overrides;
    if (change) {
      const changed: object[] = [];
      for (const [id, fileTexts] of texts) {
        changed.push(await change(id, fileTexts, caller.admin.id));
      }
      return json(changed);
    }
    await library.changeAll(texts, fileUpdate(dependencies, caller));
    return json((await reads.filesOf([...texts.keys()])).map(showFile));
  };

  return {
    listFiles: async ({ query, caller, cancellation }) =>
      json(await reads.files(query, caller, cancellation)),
    findFile: async (request) => json(await reads.file(rowIdIn(request), request.caller, 'read')),
    deleteFile: async (request) => {
      const id = rowIdIn(request);
      const shown = await reads.file(id, request.caller, 'assets.update');
      const { remove: removeFile } = overrides;
      if (removeFile && id !== null) {
        if (!(await removeFile(id))) throw entityNotFound();
        return json(shown);
      }
      const by = { kind: 'admin', id: request.caller.admin.id } as const;
      const entry =
        id === null ? null : await staging.use((folder) => library.remove(id, by, folder));
      if (entry === null) throw entityNotFound();
      return json(shown);
    },
    listFolders: async ({ query, cancellation }) =>
      json({ data: await reads.folders(query, cancellation) }),
    findFolder: async (request) =>
      json({ data: await reads.folder(rowIdIn(request), request.query) }),
    folderTree: async () => json({ data: await (overrides.tree?.() ?? folders.tree()) }),
    createFolder: async ({ body, caller }) => {
      const folder = await checkNewFolder(body);
      const { createFolder } = overrides;
      if (createFolder) {
        return json({ data: await createFolder(folder, caller.admin.id) }, { status: 201 });
      }
      const id = await folders.create(folder, caller.admin.id);
      const [data] = await reads.foldersOf([id]);
      return json({ data }, { status: 201 });
    },
    changeFolder: async (request) => {
      const change = await checkFolderChange(request.body);
      const id = rowIdIn(request) ?? 0;
      const { updateFolder } = overrides;
      if (updateFolder) {
        const updated = await updateFolder(id, change, request.caller.admin.id);
        if (updated === null) throw new AppError('NotFoundError', 'folder not found');
        return json({ data: updated });
      }
      await folders.update(id, change, request.caller.admin.id);
      const [data] = await reads.foldersOf([id]);
      return json({ data });
    },
    bulkUpdate,
    bulkMove,
    bulkDelete,
  };
}
