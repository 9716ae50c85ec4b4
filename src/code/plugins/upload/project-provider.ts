// The upload provider of a project: a module with `init(providerOptions)`, as in Strapi.
import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { AppError } from '../../../base/errors.ts';
import { toJson } from '../../../documents/programs/program-values.ts';
import type { FileProvider, ProvidedFile } from '../../../media/provider-store.ts';
import { isError } from '../../koa/thrown-errors.ts';
import { isRecord } from '../../packages/strapi-utils/values.ts';
import type { Strapi } from '../../strapi/strapi.ts';
import type { Callable, Fields } from '../../strapi/code-values.ts';

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
    const loaded: unknown = Reflect.apply(init, found, [providerOptions]);
    if (!isRecord(loaded) || typeof loaded['delete'] !== 'function') {
      throw new Error('Its init() returns no function "delete".');
    }
    if (typeof loaded['upload'] !== 'function' && typeof loaded['uploadStream'] !== 'function') {
      throw new Error('Its init() returns neither "upload" nor "uploadStream".');
    }
    const options = isRecord(actionOptions) ? actionOptions : {};
    return { provider: { ...baseProvider(), ...withOptions(loaded, options) }, reason: null };
  } catch (error) {
    const message = error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error);
    const reason = `The upload provider "${String(name)}" cannot be used: ${message}`;
    const reject = (): never => {
      throw new AppError('ApplicationError', reason);
    };
    return { provider: { ...baseProvider(), upload: reject, delete: reject }, reason };
  }
}

/** Each function also gets its options of `actionOptions`. */
function withOptions(loaded: Fields, options: Fields): Provider {
  return Object.fromEntries(
    Object.entries(loaded).map(([name, value]) => [
      name,
      typeof value === 'function'
        ? async (file: unknown, config: unknown = options[name]): Promise<unknown> =>
            Reflect.apply(value, loaded, [file, config]) as unknown
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
      withClientErrors(async () => {
        const owner = provider();
        const file: ProviderFile = { ...row, getStream: () => createReadStream(path) };
        const sizeLimit = strapi.config.get('plugin::upload.sizeLimit');
        await call(owner, 'checkFileSize', file, { sizeLimit });
        await send(owner, { file, path, replaced });
        return toProvidedFile(file);
      }),
    remove: (row) =>
      withClientErrors(async () => {
        await call(provider(), 'delete', { ...row });
      }),
  };
}

interface Upload {
  readonly file: ProviderFile;
  readonly path: string;
  readonly replaced: Fields | null;
}

/**
 * As in Strapi: streams are used if the provider supports them, and a provider that cannot replace a file deletes it first.
 */
async function send(provider: Provider, { file, path, replaced }: Upload): Promise<void> {
  const previous = replaced === null ? null : { ...replaced };
  const names = previous
    ? REPLACE_METHODS.filter((name) => typeof provider[name] === 'function')
    : [];
  const [replaceMethod] = names;
  if (previous && replaceMethod === undefined) await call(provider, 'delete', previous);
  const addMethod = typeof provider['uploadStream'] === 'function' ? 'uploadStream' : 'upload';
  const name = replaceMethod ?? addMethod;
  if (name.endsWith('Stream')) file['stream'] = createReadStream(path);
  else file['buffer'] = await readFile(path);
  await (replaceMethod === undefined
    ? call(provider, name, file)
    : call(provider, name, file, previous));
}

const REPLACE_METHODS = ['replaceStream', 'replace'] as const;

async function call(provider: Provider, name: string, ...args: unknown[]): Promise<unknown> {
  const method = provider[name];
  if (typeof method !== 'function') throw new Error(`The upload provider has no "${name}".`);
  return Reflect.apply(method as Callable, provider, args);
}

/** @throws Error if the provider did not set a URL */
function toProvidedFile(file: ProviderFile): ProvidedFile {
  const { url, provider_metadata: metadata = null } = file;
  if (typeof url !== 'string') throw new Error('The upload provider has not set "url" of a file.');
  return { url, metadata: toJson(metadata, 'provider_metadata') };
}

const CLIENT_ERRORS = ['PayloadTooLargeError', 'ValidationError', 'ApplicationError'] as const;

/** Validation errors of a provider are sent to the client; any other error means that its store is unavailable. */
async function withClientErrors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    const name = CLIENT_ERRORS.find((each) => isError(cause, each));
    if (name !== undefined && cause instanceof Error) throw new AppError(name, cause.message);
    const message = 'File storage is unavailable. Try again shortly.';
    throw new AppError('ServiceUnavailableError', message, { cause });
  }
}
