// Service `provider`: stores files with the provider of the plugin, which code may replace.
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { Service, Strapi } from '../../strapi/strapi.ts';
import type { Callable, Fields } from '../../strapi/code-values.ts';

/** A file for providers. */
interface ProviderFile extends Fields {
  getStream?: () => Readable;
}

export function providerService({ strapi }: { readonly strapi: Strapi }): Service {
  const provider = (): Fields => Reflect.get(strapi.plugin('upload') ?? {}, 'provider') as Fields;
  const call = async (name: string, ...args: readonly unknown[]): Promise<void> => {
    const method = provider()[name];
    if (typeof method !== 'function') throw new Error(`The upload provider has no "${name}".`);
    await (Reflect.apply(method as Callable, provider(), args) as unknown);
  };
  const has = (name: string): boolean => typeof provider()[name] === 'function';
  const upload = async (file: ProviderFile): Promise<void> => {
    const stream = file.getStream?.();
    const supportsStreams = has('uploadStream');
    const content = stream && (supportsStreams ? { stream } : { buffer: await buffer(stream) });
    Object.assign(file, content);
    try {
      await call(supportsStreams ? 'uploadStream' : 'upload', file);
    } finally {
      for (const name of Object.keys(content ?? {})) delete file[name];
    }
  };
  const sizeLimit = (): unknown => strapi.config.get('plugin::upload.sizeLimit');
  return {
    checkFileSize: (file: ProviderFile) => call('checkFileSize', file, { sizeLimit: sizeLimit() }),
    /** Sets `url` of the file. */
    upload,
    /** Replaces a stored file, if possible in one step. */
    async replace(file: ProviderFile, before: Fields): Promise<void> {
      const stream = has('replaceStream');
      if (!stream && !has('replace')) {
        await call('delete', before);
        return upload(file);
      }
      const source = file.getStream?.();
      const content = source && (stream ? { stream: source } : { buffer: await buffer(source) });
      Object.assign(file, content);
      try {
        await call(stream ? 'replaceStream' : 'replace', file, before);
      } finally {
        for (const name of Object.keys(content ?? {})) delete file[name];
      }
    },
  };
}
