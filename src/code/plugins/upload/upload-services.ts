// Services `upload` and `file`: files that code adds, changes and removes. They go through the media library.
import { copyFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { readFileInfo, readFileInfos } from '../../../media/file-info.ts';
import { toFileLink } from '../../../media/file-link.ts';
import type { ReceivedFile } from '../../../media/received-file.ts';
import type { StagingFolder } from '../../../media/staging.ts';
import { FILE } from '../../../schema/built-in/uids.ts';
import { ApplicationError } from '../../packages/strapi-utils/errors.ts';
import { isRecord } from '../../packages/strapi-utils/values.ts';
import type { CodeStore, Fields, Params, Row, Service, Strapi } from '../../strapi/strapi.ts';
import { rowQuery } from '../row-query.ts';
import type { UploadDependencies } from './dependencies.ts';

/** A file on the disk, as formidable describes it. */
interface SourceFile {
  readonly filepath?: string;
  readonly path?: string;
  readonly originalFilename?: string | null;
  readonly name?: string | null;
  readonly mimetype?: string | null;
  readonly type?: string | null;
}

interface Upload {
  readonly data?: Fields;
  readonly files: SourceFile | readonly SourceFile[];
}

type Make = (context: { readonly strapi: Strapi }) => Service;

/** Creates the service `upload`: a function of the running instance. */
export function uploadService(dependencies: () => UploadDependencies): Make {
  return ({ strapi }) => {
    const settings = (): CodeStore =>
      strapi.store({ type: 'plugin', name: 'upload', key: 'settings' });
    const query = (): ReturnType<Strapi['query']> => strapi.db.query(FILE);
    return {
      /** Adds files, which stay where they are. @returns their rows */
      upload({ data = {}, files }: Upload): Promise<Row[]> {
        const { registry, library, staging } = dependencies();
        const sources = Array.isArray(files) ? files : [files];
        return staging.use(async (folder) => {
          const received: ReceivedFile[] = [];
          for (const source of sources) received.push(await receive(source, folder));
          const texts = await readFileInfos(data['fileInfo'], received.length);
          const { ref, refId, field } = data;
          const link = toFileLink(registry, { ref, refId, field });
          return (await library.add({ files: received, texts }, link, folder)).map(rowOf);
        });
      },
      /** Gives a file other bytes. @param id Row id */
      replace(
        id: number,
        { data = {}, file }: { readonly data?: Fields; readonly file: SourceFile },
      ): Promise<Row> {
        const { library, staging } = dependencies();
        return staging.use(async (folder) => {
          const received = await receive(file, folder);
          const [texts = {}] = await readFileInfos(data['fileInfo'], 1);
          return rowOf(await library.replace(Number(id), { file: received, texts }, folder));
        });
      },
      /** Says something else of a file. @param id Row id */
      updateFileInfo: async (id: number, fileInfo: Fields): Promise<Row> =>
        rowOf(await dependencies().library.change(Number(id), await readFileInfo({ fileInfo }))),
      /** Removes a file with its bytes. @returns its row as it was; null where there is none */
      remove: (file: Row): Promise<Row | null> => removeFile(dependencies(), file.id),
      findOne: (id: unknown, populate: unknown = {}) =>
        query().findOne({ where: { id }, populate }),
      findMany: (params: Params = {}) => query().findMany(rowQuery(params)),
      findPage: (params: Params = {}) => query().findPage({ ...params, ...rowQuery(params) }),
      getSettings: () => settings().get(),
      setSettings: (value: unknown) => settings().set({ value }),
    };
  };
}

/** Creates the service `file`. */
export function fileService(dependencies: () => UploadDependencies): Make {
  return () => ({
    /** Files that code uploads lie in no folder of the media library. */
    getFolderPath: async () => '/',
    async deleteByIds(ids: readonly number[] = []): Promise<Row[]> {
      const removed: Row[] = [];
      for (const id of ids) {
        const file = await removeFile(dependencies(), id);
        if (file) removed.push(file);
      }
      return removed;
    },
    /** Addresses of files are not signed. */
    signFileUrls: async (file: Fields) => ({ ...file, isUrlSigned: false }),
  });
}

async function removeFile(dependencies: UploadDependencies, id: unknown): Promise<Row | null> {
  const { staging, library } = dependencies;
  const text = await staging.use((folder) => library.remove(Number(id), folder));
  return text === null ? null : rowOf(text);
}

/** Copies a file into the folder of the upload. @throws ApplicationError for one that is not there */
async function receive(source: SourceFile, folder: StagingFolder): Promise<ReceivedFile> {
  const from = source.filepath ?? source.path;
  if (typeof from !== 'string') throw new ApplicationError('Files are empty');
  const target = folder.newFile();
  await copyFile(from, target);
  const { size } = await stat(target);
  const name = source.originalFilename ?? source.name ?? path.basename(from);
  return { path: target, name, type: source.mimetype ?? source.type ?? null, size };
}

/** An entry as JSON text, as a row. */
function rowOf(text: string): Row {
  const row: unknown = JSON.parse(text);
  if (isRecord(row) && typeof row['id'] === 'number') return { ...row, id: row['id'] };
  throw new TypeError('a file has no id');
}
