// The upload action for extensions that wrap it: koa has already read the files of the request.
import type Koa from 'koa';
import { validationError } from '../../../base/errors.ts';
import { readFileInfo, readFileInfos } from '../../../media/file-info.ts';
import { FILE } from '../../../schema/built-in/uids.ts';
import { toRecord } from '../../../schema/raw.ts';
import { defaultSanitizeOutput } from '../../packages/strapi-utils/sanitize/sanitizers.ts';
import type { Strapi } from '../../strapi/strapi.ts';
import type { Callable, Fields } from '../../strapi/code-values.ts';

/** The name of the action in permissions. */
export const UPLOAD_ACTION = 'plugin::upload.content-api.upload';

/** The files of a request that koa has read; null if it has not. */
export function parsedFiles({ request }: Koa.Context): readonly unknown[] | null {
  const files: unknown = Reflect.get(request, 'files');
  if (typeof files !== 'object' || files === null) return null;
  const sent: unknown = Reflect.get(files, 'files');
  return sent === undefined ? [] : [sent].flat();
}

/** Handles the action with the service, like the route of the server. */
export async function respondToUpload(
  strapi: Strapi,
  ctx: Koa.Context,
  files: readonly unknown[],
): Promise<void> {
  const service = strapi.service('plugin::upload.upload') ?? {};
  const call = async (name: string, ...args: readonly unknown[]): Promise<unknown> =>
    Reflect.apply(methodOf(service, name), service, args) as unknown;
  const { fileInfo, ref, refId, field } = toRecord(Reflect.get(ctx.request, 'body'));
  const { id } = toRecord(ctx.query);
  const [file, ...others] = files;
  if (id === undefined || id === '') {
    if (file === undefined) throw validationError('Files are empty');
    const folder = await apiFolderId(strapi);
    const texts = (await readFileInfos(fileInfo, files.length)).map((each) => ({
      ...each,
      folder,
    }));
    const data = { fileInfo: texts.length === 1 ? texts[0] : texts, ref, refId, field };
    ctx.body = await toFileEntries(strapi, await call('upload', { data, files }));
    ctx.status = 201;
    return;
  }
  if (others.length > 0) throw validationError('Cannot replace a file with multiple ones');
  const row =
    file === undefined
      ? await call('updateFileInfo', id, await readFileInfo({ fileInfo }))
      : await call('replace', id, { data: { fileInfo }, file });
  ctx.body = (await toFileEntries(strapi, [row]))[0];
}

/** Id of the folder for files of the content API. */
export async function apiFolderId(strapi: Strapi): Promise<unknown> {
  const folders = strapi.service('plugin::upload.api-upload-folder') ?? {};
  const find = methodOf(folders, 'getAPIUploadFolder');
  return toRecord(await (Reflect.apply(find, folders, []) as unknown))['id'];
}

/** @throws Error if code replaced the service by one without the function */
function methodOf(service: Fields, name: string): Callable {
  const method = service[name];
  if (typeof method !== 'function') throw new Error(`The upload service has no "${name}".`);
  return method as Callable;
}

async function toFileEntries(strapi: Strapi, rows: unknown): Promise<readonly Fields[]> {
  const getModel = (uid: string) => strapi.getModel(uid);
  const list: readonly unknown[] = Array.isArray(rows) ? rows : [];
  const entries = list.map(async (row) => {
    const entry = await defaultSanitizeOutput({ schema: getModel(FILE), getModel }, row);
    return { ...toRecord(entry), isUrlSigned: false };
  });
  return Promise.all(entries);
}
