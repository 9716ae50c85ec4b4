// Handlers of the admin API that list and delete files, and that manage folders (docs/strapi/media.md, "Administrators" and
// "Folders").
import type { AdminPrincipal } from '../../auth/admin/admin-authenticator.ts';
import { entityNotFound } from '../../media/media-library.ts';
import { readFileChanges } from '../../media/file-info.ts';
import { deleteEntries } from '../../media/library/delete-entries.ts';
import {
  checkFolderChange,
  checkMove,
  checkNewFolder,
  checkRemoval,
} from '../../media/library/folder-form.ts';
import { moveEntries } from '../../media/library/move-entries.ts';
import { rowIds } from '../../media/library/row-ids.ts';
import { json, type RouteResponse } from '../response/response.ts';
import type { RouteRequest } from '../routing/route-request.ts';
import { rowIdIn } from '../routing/row-id-param.ts';
import type { LibraryHandlers } from './library-routes.ts';
import { fileUpdate, type LibraryDependencies } from './library-dependencies.ts';
import { showFile } from './show-entry.ts';
import type { uploadHandlers } from './upload-handlers.ts';

type AdminRequest = RouteRequest<AdminPrincipal>;

/** Returns the handlers of requests without file uploads. */
export function entryHandlers(
  dependencies: LibraryDependencies,
): Omit<LibraryHandlers, keyof ReturnType<typeof uploadHandlers> | 'uploadFromUrls'> {
  const { reads, folders, library, staging, context, database } = dependencies;
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

  const bulkDelete = async ({ body, caller }: AdminRequest): Promise<RouteResponse> => {
    const requested = await checkRemoval(body);
    const named = await reads.foldersOf(rowIds(requested.folderIds));
    const files = await reads.filesOf(rowIds(requested.fileIds).toSorted((a, b) => a - b));
    const deleted = await staging.use((folder) =>
      deleteEntries(
        { context, database, library },
        {
          ...requested,
          by: caller.admin.id,
          check: (files) => reads.assertMay(files, caller, 'assets.update'),
          folder,
        },
      ),
    );
    const deletedFiles = new Set(deleted.files.map(({ id }) => id));
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
    folderTree: async () => json({ data: await folders.tree() }),
    createFolder: async ({ body, caller }) => {
      const id = await folders.create(await checkNewFolder(body), caller.admin.id);
      const [data] = await reads.foldersOf([id]);
      return json({ data }, { status: 201 });
    },
    changeFolder: async (request) => {
      const change = await checkFolderChange(request.body);
      const id = rowIdIn(request) ?? 0;
      await folders.update(id, change, request.caller.admin.id);
      const [data] = await reads.foldersOf([id]);
      return json({ data });
    },
    bulkUpdate,
    bulkMove,
    bulkDelete,
  };
}
