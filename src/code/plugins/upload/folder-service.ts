// Service `folder`: folders of the media library.
import { FILE, FOLDER } from '../../../schema/built-in/uids.ts';
import type { FolderInput } from '../../../media/library/folder-form.ts';
import type { CodeQuery } from '../../strapi/database-types.ts';
import type { Service, Strapi } from '../../strapi/strapi.ts';
import type { Fields, Params, Row } from '../../strapi/code-values.ts';
import { callService } from '../service-overrides.ts';
import type { UploadDependencies } from '../dependencies.ts';

/** Creates the service. @param running The running instance */
export function folderService(
  dependencies: () => UploadDependencies,
): (context: { readonly strapi: Strapi }) => Service {
  return ({ strapi }) => {
    const query = (): CodeQuery => strapi.db.query(FOLDER);
    const one = (id: unknown): Promise<Row | null> => query().findOne({ where: { id } });
    return {
      async create(folder: FolderInput & { readonly name: string }): Promise<Row | null> {
        return one(await dependencies().folders.create(folder, null));
      },
      /** Renames or moves a folder. @param id Row id @returns null if it does not exist */
      async update(id: number, folder: FolderInput): Promise<Row | null> {
        if ((await one(id)) === null) return null;
        await dependencies().folders.update(Number(id), folder, null);
        return one(id);
      },
      exists: async (where: Params = {}) => (await query().count({ where })) > 0,
      getStructure: () => dependencies().folders.tree(),
      /** A folder with its new path. */
      async setPathIdAndPath(folder: Fields): Promise<Fields> {
        const [last] = await query().findMany({ orderBy: { pathId: 'desc' }, limit: 1 });
        const pathId = Number(last?.['pathId'] ?? 0) + 1;
        const parent = folder['parent'] ? await one(folder['parent']) : null;
        return { ...folder, pathId, path: `${parent ? String(parent['path']) : ''}/${pathId}` };
      },
      /** Deletes folders with their subfolders and files. */
      async deleteByIds(ids: readonly unknown[] = []): Promise<Fields> {
        const folders = await query().findMany({ where: { id: { $in: ids } } });
        const within = (name: string): Fields => ({
          $or: folders.flatMap(({ path }) => [
            { [name]: path },
            { [name]: { $startsWith: `${String(path)}/` } },
          ]),
        });
        if (folders.length === 0) return { folders, totalFolderNumber: 0, totalFileNumber: 0 };
        const files = await strapi.db.query(FILE).findMany({ where: within('folderPath') });
        const fileIds = files.map(({ id }) => id);
        await callService(strapi, ['plugin::upload.file', 'deleteByIds'], [fileIds]);
        const { count: totalFolderNumber } = await query().deleteMany({ where: within('path') });
        return { folders, totalFolderNumber, totalFileNumber: files.length };
      },
    };
  };
}

/** Creates the service `api-upload-folder`. */
export function apiFolderService(
  dependencies: () => UploadDependencies,
): (context: { readonly strapi: Strapi }) => Service {
  return ({ strapi }) => ({
    async getAPIUploadFolder(): Promise<Row | null> {
      const { id } = await dependencies().apiFolder();
      return strapi.db.query(FOLDER).findOne({ where: { id } });
    },
  });
}
