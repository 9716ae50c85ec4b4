// `strapi.plugin('upload').provider`: stores and deletes files without rows.
import { createWriteStream } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { UploadDependencies } from '../dependencies.ts';

/** A file for providers. `url` is set when it is stored. */
interface ProviderFile {
  readonly hash: string;
  readonly ext: string;
  readonly mime?: string;
  readonly buffer?: Uint8Array;
  readonly stream?: Readable;
  url?: string;
}

/** The functions that code calls. */
interface UploadProvider {
  upload(file: ProviderFile): Promise<void>;
  uploadStream(file: ProviderFile): Promise<void>;
  delete(file: ProviderFile): Promise<void>;
  isPrivate(): boolean;
  getSignedUrl(file: ProviderFile): Promise<{ readonly url: string | undefined }>;
  checkFileSize(): void;
}

/** Wraps the file store of a project as a provider. */
export function uploadProvider(dependencies: () => UploadDependencies): UploadProvider {
  const put = async (file: ProviderFile): Promise<void> => {
    const { store, staging } = dependencies();
    await staging.use(async (folder) => {
      const path = folder.newFile();
      if (file.stream) await pipeline(file.stream, createWriteStream(path, { flags: 'wx' }));
      else await writeFile(path, file.buffer ?? new Uint8Array());
      const mime = file.mime ?? 'application/octet-stream';
      const stored = await store.put({ name: nameOf(file), path, mime, replaces: false });
      await store.flush();
      file.url = stored.url;
    });
  };
  return {
    upload: put,
    uploadStream: put,
    async delete(file) {
      await dependencies().store.remove(nameOf(file));
    },
    isPrivate: () => false,
    getSignedUrl: async ({ url }) => ({ url }),
    checkFileSize: () => undefined,
  };
}

/** @throws Error if the name leaves the folder */
function nameOf({ hash, ext }: ProviderFile): string {
  const name = `${hash}${ext}`;
  if (!/^[^/\\\0]{1,255}$/.test(name) || name.startsWith('.')) {
    throw new Error(`"${name}" is not a valid name for a stored file.`);
  }
  return name;
}
