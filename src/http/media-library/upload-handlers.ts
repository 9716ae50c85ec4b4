// Handlers of the admin API that upload, change and replace files (docs/strapi/media.md, "Administrators").
import type { AdminPrincipal } from '../../auth/admin/admin-authenticator.ts';
import { AppError } from '../../base/errors.ts';
import { rowIdOf } from '../../base/row-id.ts';
import { entityNotFound } from '../../media/media-library.ts';
import { fieldOf, receiveUpload, type ReceivedUpload } from '../media/upload-form.ts';
import { json } from '../response/response.ts';
import { rowIdIn } from '../routing/row-id-param.ts';
import { fileFilter } from './library-access.ts';
import type { LibraryHandlers } from './library-routes.ts';
import { fileCreation, fileUpdate, type LibraryDependencies } from './library-dependencies.ts';
import { showFile } from './show-entry.ts';

/** Returns the handlers of requests with file uploads. */
export function uploadHandlers(
  dependencies: LibraryDependencies,
): Pick<LibraryHandlers, 'upload' | 'uploadOne' | 'changeFile' | 'replaceFile'> {
  const { library, reads } = dependencies;

  const show = async (ids: readonly number[]): Promise<readonly object[]> =>
    (await reads.filesOf(ids)).map(showFile);

  const showOne = async (id: number): Promise<object> => {
    const [file] = await show([id]);
    if (!file) throw entityNotFound();
    return file;
  };

  const add = async (
    { files, body, folder }: ReceivedUpload,
    caller: AdminPrincipal,
  ): Promise<readonly object[]> => {
    if (files.length === 0) throw new AppError('ApplicationError', 'Files are empty');
    const { readFileInfos } = await import('../../media/file-info.ts');
    const texts = await readFileInfos(fieldOf(body, 'fileInfo'), files.length, 'library');
    const { upload } = dependencies.overrides;
    if (upload) return upload({ files, texts }, caller.admin.id);
    const added = await library.addWith(
      { files, texts },
      fileCreation(dependencies, caller),
      folder,
    );
    return show(added.map(({ id }) => Number(id)));
  };

  const replace = async (
    id: number,
    { files, body, folder }: ReceivedUpload,
    caller: AdminPrincipal,
  ): Promise<object> => {
    const [file, other] = files;
    if (other) {
      throw new AppError('ApplicationError', 'Cannot replace a file with multiple ones');
    }
    if (!file) throw new AppError('ApplicationError', 'Files are empty');
    const { readFileInfos } = await import('../../media/file-info.ts');
    const [texts = {}] = await readFileInfos(fieldOf(body, 'fileInfo'), 1, 'library');
    const { replace: replaced } = dependencies.overrides;
    if (replaced) return replaced(id, { file, texts }, caller.admin.id);
    const change = { file, texts, noFormats: {}, ...fileUpdate(dependencies, caller) };
    await library.replace(id, change, folder);
    return showOne(id);
  };

  const change = async (id: number, body: unknown, caller: AdminPrincipal): Promise<object> => {
    const { readFileInfo } = await import('../../media/file-info.ts');
    const texts = await readFileInfo(body, 'library');
    const { change: changed } = dependencies.overrides;
    if (changed) return changed(id, texts, caller.admin.id);
    await library.change(id, texts, fileUpdate(dependencies, caller));
    return showOne(id);
  };

  /** Returns the id of the file that a request changes. @throws NotFoundError, ForbiddenError */
  const fileOf = async (id: number | null, caller: AdminPrincipal): Promise<number> => {
    fileFilter(caller, 'assets.update');
    if (id === null || !(await library.has(id))) throw entityNotFound();
    await reads.assertMay([id], caller, 'assets.update');
    return id;
  };

  return {
    upload: async (request) => {
      const { caller } = request;
      const { id } = dependencies.parse(request.query);
      if (id === undefined || id === null || id === '') {
        fileFilter(caller, 'assets.create');
        const added = await receiveUpload(request, dependencies, (form) => add(form, caller));
        return json(added, { status: 201 });
      }
      const row = await fileOf(typeof id === 'string' ? rowIdOf(id) : null, caller);
      const changed = await receiveUpload(request, dependencies, (form) =>
        form.files.length === 0 ? change(row, form.body, caller) : replace(row, form, caller),
      );
      return json(changed);
    },
    uploadOne: async (request) => {
      const { caller } = request;
      fileFilter(caller, 'assets.create');
      // Further files are ignored, as in Strapi.
      const [file] = await receiveUpload(request, dependencies, ({ files, body, folder }) =>
        add({ files: files.slice(0, 1), body, folder }, caller),
      );
      return json(file, { status: 201 });
    },
    changeFile: async (request) => {
      const { caller } = request;
      const id = await fileOf(rowIdIn(request), caller);
      const changed = await receiveUpload(request, dependencies, ({ body }) =>
        change(id, body, caller),
      );
      return json(changed);
    },
    replaceFile: async (request) => {
      const { caller } = request;
      const id = await fileOf(rowIdIn(request), caller);
      const replaced = await receiveUpload(request, dependencies, (form) =>
        replace(id, form, caller),
      );
      return json(replaced);
    },
  };
}
