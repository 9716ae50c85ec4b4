// Files of a private upload provider: documents contain signed URLs, as in Strapi.
import { FILE_MODEL } from '../../packages/strapi-utils/model.ts';
import { walkEntity } from '../../packages/strapi-utils/traverse/entity.ts';
import { runWalk, type Visitor } from '../../packages/strapi-utils/traverse/walk.ts';
import { isRecord } from '../../packages/strapi-utils/values.ts';
import type { Strapi } from '../../strapi/strapi.ts';
import type { Callable, Fields } from '../../strapi/code-values.ts';

/** Signs the URLs of a file and of its formats, if the provider is private. @returns a copy with `isUrlSigned` */
export async function signFileUrls(strapi: Strapi, file: Fields): Promise<Fields> {
  const isOwn = file['provider'] === strapi.config.get('plugin::upload.provider');
  if (!isOwn || !(await isPrivate(strapi))) return { ...file, isUrlSigned: false };
  const signed = await sign(strapi, file);
  const { formats } = signed;
  if (!isRecord(formats)) return signed;
  const all: Fields = {};
  for (const [name, format] of Object.entries(formats)) {
    all[name] = isRecord(format) ? await sign(strapi, format) : format;
  }
  return { ...signed, formats: all };
}

/** Signs the URLs of files in all documents that are read or written, if the provider is private. */
export async function signPrivateFiles(strapi: Strapi): Promise<void> {
  if (!(await isPrivate(strapi))) return;
  strapi.documents.use(async ({ uid }, next) => {
    const result = await next();
    if (Array.isArray(result)) return signAll(strapi, uid, result);
    if (!isRecord(result)) return result;
    const { entries } = result;
    if (!Array.isArray(entries)) return signEntry(strapi, uid, result);
    return { ...result, entries: await signAll(strapi, uid, entries) };
  });
}

function signAll(strapi: Strapi, uid: string, entries: readonly unknown[]): Promise<unknown[]> {
  return Promise.all(entries.map((entry) => signEntry(strapi, uid, entry)));
}

async function signEntry(strapi: Strapi, uid: string, entry: unknown): Promise<unknown> {
  if (!isRecord(entry)) return entry;
  if (uid === FILE_MODEL) return signFileUrls(strapi, entry);
  const visitor: Visitor = async ({ key, value, attribute }, { set }) => {
    if (attribute?.type !== 'media') return;
    const one = (file: unknown) => (isRecord(file) ? signFileUrls(strapi, file) : file);
    if (Array.isArray(value)) set(key, await Promise.all(value.map(one)));
    else if (isRecord(value)) set(key, await one(value));
  };
  const getModel = (name: string) => strapi.getModel(name);
  return runWalk(walkEntity(visitor, { schema: getModel(uid), getModel }, entry));
}

async function isPrivate(strapi: Strapi): Promise<boolean> {
  return (await callProvider(strapi, 'isPrivate')) === true;
}

async function sign(strapi: Strapi, file: Fields): Promise<Fields> {
  const signed = await callProvider(strapi, 'getSignedUrl', { ...file });
  const url = isRecord(signed) ? signed['url'] : undefined;
  return { ...file, url, isUrlSigned: true };
}

async function callProvider(strapi: Strapi, name: string, ...args: unknown[]): Promise<unknown> {
  const provider: unknown = Reflect.get(strapi.plugin('upload') ?? {}, 'provider');
  const method = isRecord(provider) ? provider[name] : undefined;
  return typeof method === 'function'
    ? (Reflect.apply(method as Callable, provider, args) as unknown)
    : undefined;
}
