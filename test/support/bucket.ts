// In-process S3 server for one test.
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import S3rver from 's3rver';
import { onTestFinished } from 'vitest';

const NAME = 'media';

/** A bucket, and options of Strapi's provider for it. */
export interface Bucket {
  readonly address: string;
  /** As `s3Options` of the provider. */
  readonly options: Readonly<Record<string, unknown>>;
  /** Keys of all objects, sorted. */
  keys(): readonly string[];
  /** The bytes of an object. */
  bytes(key: string): Buffer;
  close(): Promise<void>;
}

export async function openBucket(): Promise<Bucket> {
  const folder = mkdtempSync(path.join(tmpdir(), 'quoin-bucket-'));
  const server = new S3rver({
    port: 0,
    address: '127.0.0.1',
    silent: true,
    directory: folder,
    configureBuckets: [{ name: NAME }],
  });
  const { port } = await server.run();
  let isOpen = true;
  const close = async (): Promise<void> => {
    if (isOpen) await server.close();
    isOpen = false;
  };
  onTestFinished(async () => {
    await close();
    rmSync(folder, { recursive: true, force: true });
  });
  const address = `http://127.0.0.1:${port}`;
  const fileOf = (key: string): string => path.join(folder, NAME, `${key}._S3rver_object`);
  return {
    address: `${address}/${NAME}`,
    options: {
      credentials: { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' },
      region: 'eu-west-1',
      endpoint: address,
      forcePathStyle: true,
      params: { Bucket: NAME },
    },
    keys: () => keysIn(path.join(folder, NAME)),
    bytes: (key) => readFileSync(fileOf(key)),
    close,
  };
}

function keysIn(root: string, inside: string = ''): readonly string[] {
  const folder = path.join(root, inside);
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .flatMap((name) => {
      const key = path.posix.join(inside, name);
      if (statSync(path.join(root, key)).isDirectory()) return keysIn(root, key);
      return name.endsWith('._S3rver_object') ? [key.replace('._S3rver_object', '')] : [];
    })
    .toSorted();
}
