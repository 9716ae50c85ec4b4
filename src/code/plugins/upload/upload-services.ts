// Services `upload` and `file`: add, change and remove files through the media library.
import { copyFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { PROGRAM } from '../../../documents/content-events.ts';
import { readFileInfo, readFileInfos } from '../../../media/file-info.ts';
import { linkFile, toFileLink } from '../../../media/file-link.ts';
import { plainExtension, toFileName } from '../../../media/file-name.ts';
import { extensionFor } from '../../../media/mime-type.ts';
import { moveIntoFolder, setCreators } from '../../../media/library/placement.ts';
import type { ReceivedFile } from '../../../media/received-file.ts';
import type { StagingFolder } from '../../../media/staging.ts';
import { FILE, FOLDER } from '../../../schema/built-in/uids.ts';
import { toRecord } from '../../../schema/raw.ts';
import { isCounted, pageOf, paginationOf } from '../../factories/list-page.ts';
import { ApplicationError } from '../../packages/strapi-utils/errors.ts';
import type { CodeQuery } from '../../strapi/database-types.ts';
import type { CodeStore, Service, Strapi } from '../../strapi/strapi.ts';
import type { Fields, Params, Row } from '../../strapi/code-values.ts';
import { callService } from '../service-overrides.ts';
import { rowQuery } from '../row-query.ts';
import type { UploadDependencies } from '../dependencies.ts';
import { signFileUrls } from './private-files.ts';

const IMAGES = 'plugin::upload.image-manipulation';

/** A file on disk, as formidable describes it. */
interface SourceFile {
  readonly filepath?: string;
  readonly path?: string;
  readonly originalFilename?: string | null;
  readonly name?: string | null;
  readonly mimetype?: string | null;
  readonly type?: string | null;
}

interface FileDescription {
  readonly filename: string;
  readonly type: string;
  /** In bytes. */
  readonly size: number;
}

/** Where a file is stored temporarily, and the entry that it is added to. */
interface FileLocation {
  readonly path?: string;
  readonly ref?: string;
  readonly refId?: unknown;
  readonly field?: string;
}

/** A link to an entry, as in rows of files. */
function relatedTo({ ref, refId, field }: FileLocation): Fields {
  return { id: refId, __type: ref, __pivot: { field } };
}

interface Upload {
  readonly data?: Fields;
  readonly files: SourceFile | readonly SourceFile[];
}

/** Options of an upload. */
interface Uploader {
  /** The administrator who uploads the files. */
  readonly user?: Fields;
}

function adminOf(user: Fields | undefined): number | null {
  const id = user?.['id'];
  return typeof id === 'number' ? id : null;
}

type Make = (context: { readonly strapi: Strapi }) => Service;

/** Creates the service `upload`. @param running The running instance */
export function uploadService(dependencies: () => UploadDependencies): Make {
  return ({ strapi }) => {
    const settings = (key: string): CodeStore =>
      strapi.store({ type: 'plugin', name: 'upload', key });
    const signed = (file: Row): Promise<Fields> => signFileUrls(strapi, file);
    const query = (): ReturnType<Strapi['query']> => strapi.db.query(FILE);
    return {
      /** Adds copies of files, in the folder that `fileInfo` names or in the root. @returns their rows */
      async upload({ data = {}, files }: Upload, { user }: Uploader = {}): Promise<Row[]> {
        const { context, library, staging } = dependencies();
        const admin = adminOf(user);
        const sources = Array.isArray(files) ? files : [files];
        const ids = await staging.use(async (staged) => {
          const received: ReceivedFile[] = [];
          for (const source of sources) received.push(await receive(source, staged));
          const texts = await readFileInfos(data['fileInfo'], received.length, 'library');
          const { ref, refId: id, field } = data;
          // Code uses numbers as row ids, requests strings.
          const refId = typeof id === 'number' ? String(id) : id;
          const link = toFileLink(context.registry, { ref, refId, field });
          const added = await library.addWith(
            { files: received, texts },
            {
              by: admin === null ? PROGRAM : { kind: 'admin', id: admin },
              *afterWrite(row, { folder = null }) {
                if (admin !== null) yield* setCreators(context, { row, created: true }, admin);
                if (folder !== null) yield* moveIntoFolder(context, { row, folder, created: true });
                if (link) yield* linkFile(context, link, row);
              },
            },
            staged,
          );
          return added.map(({ id }) => Number(id));
        });
        return rowsOf(query(), ids);
      },
      /** Replaces the content of a file. @param id Row id */
      async replace(
        id: number,
        { data = {}, file }: { readonly data?: Fields; readonly file: SourceFile },
      ): Promise<Row | undefined> {
        const { library, staging } = dependencies();
        await staging.use(async (folder) => {
          const received = await receive(file, folder);
          const [texts = {}] = await readFileInfos(data['fileInfo'], 1);
          await library.replace(Number(id), { file: received, texts }, folder);
        });
        return (await rowsOf(query(), [Number(id)]))[0];
      },
      /** Changes the texts of a file, or moves it to another folder. @param id Row id */
      async updateFileInfo(id: number, fileInfo: Fields): Promise<Row | undefined> {
        const { context, library } = dependencies();
        const texts = await readFileInfo({ fileInfo }, 'library');
        await library.change(Number(id), texts, {
          *afterWrite(row, { folder }) {
            if (folder !== undefined)
              yield* moveIntoFolder(context, { row, folder, created: false });
          },
        });
        return (await rowsOf(query(), [Number(id)]))[0];
      },
      /** Removes a file and its bytes. @returns its row; null if it does not exist */
      remove: (file: Row): Promise<Row | null> => removeFile(dependencies(), query(), file.id),
      /** The row of a file that is not stored yet. @throws ApplicationError for an invalid file name */
      async formatFileInfo(
        { filename, type, size }: FileDescription,
        { name, folder, ...texts }: Fields = {},
        { path: location, ref, refId, field }: FileLocation = {},
      ): Promise<Fields> {
        toFileName(filename);
        const ext = plainExtension(filename) || (await extensionFor(type));
        const fileName = (typeof name === 'string' && name !== '' ? name : filename).normalize();
        const base = path.posix.basename(fileName, ext);
        return {
          name: fileName,
          alternativeText: texts['alternativeText'],
          caption: texts['caption'],
          focalPoint: texts['focalPoint'],
          folder,
          folderPath: await folderPath(strapi, folder),
          hash: await callService(strapi, [IMAGES, 'generateFileName'], [base]),
          ext,
          mime: type,
          size: size / 1000,
          sizeInBytes: size,
          ...(refId && ref && field ? { related: [relatedTo({ ref, refId, field })] } : {}),
          ...(location ? { path: location } : {}),
        };
      },
      /** @param populate As in the REST API */
      async findOne(id: unknown, populate: unknown = {}): Promise<Fields | null> {
        const file = await query().findOne({ ...rowQuery({ populate }), where: { id } });
        return file && signed(file);
      },
      findMany: async (params: Params = {}) =>
        Promise.all((await query().findMany(rowQuery(params))).map(signed)),
      async findPage(params: Params = {}) {
        const page = await query().findPage({ ...params, ...rowQuery(params) });
        return { ...page, results: await Promise.all(page.results.map(signed)) };
      },
      /** Like `findPage`, with the nested `pagination` and the limits of the REST API. */
      async findAndCountPage({ pagination: sent, ...params }: Params = {}) {
        const page = pageOf(toRecord(sent), strapi);
        const { start, limit } = page;
        const rows = rowQuery({ ...params, start, limit });
        const results = await Promise.all((await query().findMany(rows)).map(signed));
        const isTotalled = isCounted({ pagination: sent }, strapi);
        const total = isTotalled ? await query().count(rowQuery(params)) : null;
        return { results, pagination: paginationOf(page, total) };
      },
      getSettings: () => settings('settings').get(),
      setSettings: (value: unknown) => settings('settings').set({ value }),
      getConfiguration: async () => (await settings('view_configuration').get()) ?? null,
      setConfiguration: (value: unknown) => settings('view_configuration').set({ value }),
    };
  };
}

export function fileService({ strapi }: { readonly strapi: Strapi }): Service {
  return {
    getFolderPath: (folder: unknown) => folderPath(strapi, folder),
    async deleteByIds(ids: readonly number[] = []): Promise<Row[]> {
      const removed: Row[] = [];
      for (const row of await rowsOf(strapi.db.query(FILE), ids.map(Number))) {
        // Code may have replaced the function.
        await callService(strapi, ['plugin::upload.upload', 'remove'], [row]);
        removed.push(row);
      }
      return removed;
    },
    signFileUrls: (file: Fields) => signFileUrls(strapi, file),
  };
}

async function removeFile(
  { staging, library }: UploadDependencies,
  query: CodeQuery,
  id: unknown,
): Promise<Row | null> {
  const [row = null] = await rowsOf(query, [Number(id)]);
  const removed = await staging.use((folder) => library.remove(Number(id), PROGRAM, folder));
  return removed === null ? null : row;
}

/** Path of a folder; that of the root by default. @throws ApplicationError if it does not exist */
async function folderPath(strapi: Strapi, id: unknown): Promise<string> {
  if (id === undefined || id === null) return '/';
  const folder = await strapi.db.query(FOLDER).findOne({ where: { id }, select: ['path'] });
  if (folder) return String(folder['path']);
  throw new ApplicationError('folder not found');
}

/** Rows in the order of their ids. */
async function rowsOf(query: CodeQuery, ids: readonly number[]): Promise<Row[]> {
  const rows = await query.findMany({ where: { id: { $in: ids } } });
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** Copies a file into the folder of the upload. @throws ApplicationError if it does not exist */
async function receive(source: SourceFile, folder: StagingFolder): Promise<ReceivedFile> {
  const from = source.filepath ?? source.path;
  if (typeof from !== 'string') throw new ApplicationError('Files are empty');
  const target = folder.newFile();
  await copyFile(from, target);
  const { size } = await stat(target);
  const name = source.originalFilename ?? source.name ?? path.basename(from);
  return { path: target, name, type: source.mimetype ?? source.type ?? null, size };
}
