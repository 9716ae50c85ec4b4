// Service `provider`: stores files with the provider of the plugin, which code may replace.
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { Callable, Fields, Service, Strapi } from '../../strapi/strapi.ts';

/** A file for providers. */
interface ProviderFile extends Fields {
  getStream?: () => Readable;
}

/** Creates the service. */
export function providerService({ strapi }: { readonly strapi: Strapi }): Service {
  const provider = (): Fields => Reflect.get(strapi.plugin('upload') ?? {}, 'provider') as Fields;
  const call = async (name: string, ...args: readonly unknown[]): Promise<void> => {
    const method = provider()[name];
    if (typeof method !== 'function') throw new Error(`The upload provider has no "${name}".`);
    await (Reflect.apply(method as Callable, provider(), args) as unknown);
  };
  const sizeLimit = (): unknown => strapi.config.get('plugin::upload.sizeLimit');
  return {
    checkFileSize: (file: ProviderFile) => call('checkFileSize', file, { sizeLimit: sizeLimit() }),
    /** Sets `url` of the file. */
    async upload(file: ProviderFile): Promise<void> {
      const stream = file.getStream?.();
      const supportsStreams = typeof provider()['uploadStream'] === 'function';
      const content = stream && (supportsStreams ? { stream } : { buffer: await buffer(stream) });
      Object.assign(file, content);
      try {
        await call(supportsStreams ? 'uploadStream' : 'upload', file);
      } finally {
        for (const name of Object.keys(content ?? {})) delete file[name];
      }
    },
  };
}
