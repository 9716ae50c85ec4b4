// The upload provider of a project: a module with `init(providerOptions)`, as in Strapi.
import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { AppError } from '../../../base/errors.ts';
import { toJson } from '../../../documents/program-values.ts';
import type { FileProvider, ProvidedFile } from '../../../media/provider-store.ts';
import { isError } from '../../koa/thrown-errors.ts';
import { isRecord } from '../../packages/strapi-utils/values.ts';
import type { Callable, Fields, Strapi } from '../../strapi/strapi.ts';

/** A file for providers. They set `url` and `provider_metadata`. */
type ProviderFile = Record<string, unknown>;

/** `strapi.plugin('upload').provider`. */
type Provider = Record<string, unknown>;

/** The provider, or the reason for which there is none. */
export interface LoadedProvider {
  readonly provider: Provider;
  /** `null` if it can store files. */
  readonly reason: string | null;
}

/**
 * Loads the provider that `config/plugins` names. @param load Loads a package by name @returns a provider that rejects every
 * call if it cannot be loaded
 */
export function loadProvider(strapi: Strapi, load: (name: string) => unknown): LoadedProvider {
  const config = strapi.config.get('plugin::upload');
  const { provider: name, providerOptions = {}, actionOptions } = isRecord(config) ? config : {};
  try {
    const found = load(String(name));
    const init: unknown = isRecord(found) ? found['init'] : undefined;
    if (typeof init !== 'function') throw new Error('It has no init().');
    const made: unknown = Reflect.apply(init, found, [providerOptions]);
    if (!isRecord(made) || typeof made['delete'] !== 'function') {
      throw new Error('Its init() returns no function "delete".');
    }
    if (typeof made['upload'] !== 'function' && typeof made['uploadStream'] !== 'function') {
      throw new Error('Its init() returns neither "upload" nor "uploadStream".');
    }
    const options = isRecord(actionOptions) ? actionOptions : {};
    return { provider: { ...baseProvider(), ...withOptions(made, options) }, reason: null };
  } catch (error) {
    const message = error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error);
    const reason = `The upload provider "${String(name)}" cannot be used: ${message}`;
    const refuse = (): never => {
      throw new AppError('ApplicationError', reason);
    };
    return { provider: { ...baseProvider(), upload: refuse, delete: refuse }, reason };
  }
}

/** Each function also gets its options of `actionOptions`. */
function withOptions(made: Fields, options: Fields): Provider {
  return Object.fromEntries(
    Object.entries(made).map(([name, value]) => [
      name,
      typeof value === 'function'
        ? async (file: unknown, config: unknown = options[name]): Promise<unknown> =>
            Reflect.apply(value, made, [file, config]) as unknown
        : value,
    ]),
  );
}

function baseProvider(): Provider {
  return {
    extend(this: Provider, more: object) {
      Object.assign(this, more);
    },
    checkFileSize: () => undefined,
    getSignedUrl: (file: unknown) => file,
    isPrivate: () => false,
  };
}

/** Stores files with the provider of the plugin, which code may replace. */
export function providerFiles(strapi: Strapi): FileProvider {
  const provider = (): Provider => {
    const found: unknown = Reflect.get(strapi.plugin('upload') ?? {}, 'provider');
    return isRecord(found) ? found : {};
  };
  return {
    put: (row, path, replaced) =>
      known(async () => {
        const owner = provider();
        const file: ProviderFile = { ...row, getStream: () => createReadStream(path) };
        const sizeLimit = strapi.config.get('plugin::upload.sizeLimit');
        await call(owner, 'checkFileSize', file, { sizeLimit });
        await send(owner, { file, path, replaced });
        return providedOf(file);
      }),
    remove: (row) =>
      known(async () => {
        await call(provider(), 'delete', { ...row });
      }),
  };
}

interface Sending {
  readonly file: ProviderFile;
  readonly path: string;
  readonly replaced: Fields | null;
}

/**
 * As in Strapi: streams are used if the provider supports them, and a provider that cannot replace a file deletes it first.
 */
async function send(provider: Provider, { file, path, replaced }: Sending): Promise<void> {
  const before = replaced === null ? null : { ...replaced };
  const names = before ? REPLACING.filter((name) => typeof provider[name] === 'function') : [];
  const [replacing] = names;
  if (before && replacing === undefined) await call(provider, 'delete', before);
  const adding = typeof provider['uploadStream'] === 'function' ? 'uploadStream' : 'upload';
  const name = replacing ?? adding;
  if (name.endsWith('Stream')) file['stream'] = createReadStream(path);
  else file['buffer'] = await readFile(path);
  await (replacing === undefined ? call(provider, name, file) : call(provider, name, file, before));
}

const REPLACING = ['replaceStream', 'replace'] as const;

async function call(provider: Provider, name: string, ...args: unknown[]): Promise<unknown> {
  const method = provider[name];
  if (typeof method !== 'function') throw new Error(`The upload provider has no "${name}".`);
  return Reflect.apply(method as Callable, provider, args);
}

/** @throws Error if the provider did not set a URL */
function providedOf(file: ProviderFile): ProvidedFile {
  const { url, provider_metadata: metadata = null } = file;
  if (typeof url !== 'string') throw new Error('The upload provider has not set "url" of a file.');
  return { url, metadata: toJson(metadata, 'provider_metadata') };
}

const REFUSALS = ['PayloadTooLargeError', 'ValidationError', 'ApplicationError'] as const;

/** Validation errors of a provider are sent to the client; any other error means that its store is unavailable. */
async function known<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    const name = REFUSALS.find((each) => isError(cause, each));
    if (name !== undefined && cause instanceof Error) throw new AppError(name, cause.message);
    const message = 'The store of files is not available. Try again shortly.';
    throw Object.assign(new AppError('ServiceUnavailableError', message), { cause });
  }
}
