// Opens the bytes of files for an export: from the project's store, or from the server of another provider.
import path from 'node:path';
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { LocalStore } from '../media/local-store.ts';
import type { StoredBytes } from '../media/store.ts';
import type { Project } from '../project/load.ts';
import type { ExportedFile } from '../transfer/export/asset-lines.ts';
import type { OpenAsset } from '../transfer/export/write-assets.ts';
import { fileStorage } from './file-store.ts';

/** Returns the function that opens the bytes of a project's files. */
export function assetBytes({ config }: Pick<Project, 'config'>): OpenAsset {
  const { store } = fileStorage(config);
  const disk = new LocalStore(path.join(config.server.publicFolder, 'uploads'));
  const { kind } = config.plugins.upload.store;
  return (asset) => {
    const isOwn = asset.provider === store.provider;
    if (asset.provider === 'local' || (kind === 'local' && isOwn)) {
      return disk.open(localName(asset));
    }
    return kind === 's3' && isOwn ? store.open(asset.name) : fetched(asset.url);
  };
}

const UPLOADS = '/uploads/';

/** Strapi finds a local file by its URL. */
function localName({ name, url }: ExportedFile): string {
  const rest = url.startsWith(UPLOADS) ? url.slice(UPLOADS.length) : '';
  return rest === '' || rest === '.' || rest === '..' || /[/\\\0]/.test(rest) ? name : rest;
}

/** Statuses of a file that does not exist. */
const MISSING: ReadonlySet<number> = new Set([403, 404, 410]);

/** @throws Error if the server of a provider returns an unexpected response */
async function fetched(url: string): Promise<StoredBytes | null> {
  if (!/^https?:\/\//.test(url)) return null;
  // Requests uncompressed bytes: the size of a compressed response differs from its declared size.
  const response = await fetch(url, { headers: { 'accept-encoding': 'identity' } });
  if (response.ok && response.body) return bytesOf(response, response.body);
  await response.body?.cancel();
  if (MISSING.has(response.status)) return null;
  throw new Error(`${url} returned status ${response.status}`);
}

async function bytesOf(response: Response, body: ReadableStream): Promise<StoredBytes> {
  const size = response.headers.get('content-length');
  if (size !== null && response.headers.get('content-encoding') === null) {
    return { size: Number(size), stream: Readable.fromWeb(body) };
  }
  const bytes = Buffer.from(await response.arrayBuffer());
  return { size: bytes.length, stream: Readable.from([bytes]) };
}
