// Functions of the plugin `upload` that code has replaced, as the routes of administrators call them. As in Strapi, they look up
// the services for each request.
import { isJsonObject, type JsonObject } from '../../../base/json.ts';
import { toJson } from '../../../documents/programs/program-values.ts';
import type { LibraryOverrides } from '../../../media/file-overrides.ts';
import type { FileNaming } from '../../../media/media-parts.ts';
import type { FileTexts } from '../../../media/file-data.ts';
import type { ReceivedFile } from '../../../media/received-file.ts';
import { FILE, FOLDER } from '../../../schema/built-in/uids.ts';
import { toRecord } from '../../../schema/raw.ts';
import type { Strapi } from '../../strapi/strapi.ts';
import type { Row } from '../../strapi/code-values.ts';
import {
  callService,
  replacedMethod,
  sanitizedRow,
  sourceOf,
  type ServiceMethod,
} from '../service-overrides.ts';
import { signFileUrls } from './private-files.ts';

const UPLOAD = 'plugin::upload.upload';
const FILES = 'plugin::upload.file';
const FOLDERS = 'plugin::upload.folder';

/** Replaced functions; undefined if not replaced. */
export function libraryOverrides(strapi: Strapi): LibraryOverrides {
  const replaced = (uid: string, name: string): ServiceMethod | undefined =>
    replacedMethod(strapi, uid, name);
  const userOf = (id: number): Promise<Row | null> =>
    strapi.db.query('admin::user').findOne({ where: { id }, populate: ['roles'] });
  const fileOf = (id: number): Promise<Row | null> =>
    strapi.db.query(FILE).findOne({ where: { id }, populate: ['folder'] });
  const shown = async (file: unknown): Promise<JsonObject> => {
    const sign = replaced(FILES, 'signFileUrls');
    const signed = sign ? await sign(file) : await signFileUrls(strapi, toRecord(file));
    return objectOf(await sanitizedRow(strapi, FILE, signed));
  };
  const shownFolder = async (folder: unknown): Promise<JsonObject> =>
    objectOf(await sanitizedRow(strapi, FOLDER, folder));
  return {
    get upload(): LibraryOverrides['upload'] {
      const upload = replaced(UPLOAD, 'upload');
      return (
        upload &&
        (async ({ files, texts }, admin) => {
          const infos = files.map((file, i) => infoOf(texts[i], file));
          const fileInfo = infos.length === 1 ? infos[0] : infos;
          const sent = { data: { fileInfo }, files: files.map(sourceOf) };
          const added = await upload(sent, { user: await userOf(admin) });
          return Promise.all((Array.isArray(added) ? added : [added]).map(shown));
        })
      );
    },
    get replace(): LibraryOverrides['replace'] {
      const replace = replaced(UPLOAD, 'replace');
      return (
        replace &&
        (async (id, { file, texts }, admin) => {
          const sent = { data: { fileInfo: infoOf(texts, file) }, file: sourceOf(file) };
          return shown(await replace(id, sent, { user: await userOf(admin) }));
        })
      );
    },
    get change(): LibraryOverrides['change'] {
      const change = replaced(UPLOAD, 'updateFileInfo');
      return (
        change &&
        (async (id, texts, admin) =>
          shown(await change(id, { ...texts }, { user: await userOf(admin) })))
      );
    },
    get remove(): LibraryOverrides['remove'] {
      const remove = replaced(UPLOAD, 'remove');
      return (
        remove &&
        (async (id) => {
          const file = await fileOf(id);
          if (file) await remove(file);
          return file !== null;
        })
      );
    },
    get removeAll(): LibraryOverrides['removeAll'] {
      const isReplaced = [
        replaced(UPLOAD, 'remove'),
        replaced(FILES, 'deleteByIds'),
        replaced(FOLDERS, 'deleteByIds'),
      ].some((method) => method !== undefined);
      if (!isReplaced) return undefined;
      return async ({ fileIds, folderIds }) => {
        const call = (uid: string, ids: readonly unknown[]): Promise<unknown> =>
          replaced(uid, 'deleteByIds')?.(ids) ?? callService(strapi, [uid, 'deleteByIds'], [ids]);
        const files = await call(FILES, fileIds);
        const folders = await call(FOLDERS, folderIds);
        return { files: idsOf(files), folders: idsOf(toRecord(folders)['folders']) };
      };
    },
    get createFolder(): LibraryOverrides['createFolder'] {
      const create = replaced(FOLDERS, 'create');
      return (
        create &&
        (async (folder, admin) =>
          shownFolder(await create({ ...folder }, { user: await userOf(admin) })))
      );
    },
    get updateFolder(): LibraryOverrides['updateFolder'] {
      const update = replaced(FOLDERS, 'update');
      return (
        update &&
        (async (id, folder, admin) => {
          const updated = await update(id, { ...folder }, { user: await userOf(admin) });
          return updated ? shownFolder(updated) : null;
        })
      );
    },
    get tree(): LibraryOverrides['tree'] {
      const tree = replaced(FOLDERS, 'getStructure');
      return tree && (async () => toJson(await tree(), 'getStructure'));
    },
  };
}

/** The function that names stored files, if code has replaced it. */
export function fileNamingOf(strapi: Strapi): FileNaming {
  return () => replacedMethod(strapi, 'plugin::upload.image-manipulation', 'generateFileName');
}

function infoOf(texts: FileTexts | undefined, { name }: ReceivedFile): object {
  return { name, ...texts };
}

function idsOf(rows: unknown): readonly number[] {
  const list: readonly unknown[] = Array.isArray(rows) ? rows : [];
  return list.map((row) => Number(toRecord(row)['id']));
}

/** @throws TypeError if a replaced function does not return a row */
function objectOf(row: unknown): JsonObject {
  const value = toJson(row ?? null, 'row');
  if (isJsonObject(value)) return value;
  throw new TypeError('A replaced service has not returned a row.');
}
