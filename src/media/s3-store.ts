// Stores files in an S3 bucket. The client is loaded for the first file. Files are uploaded in parts and few at a
// time, to limit memory.
import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import type { S3Client, S3ClientConfig } from '@aws-sdk/client-s3';
import { AppError } from '../base/errors.ts';
import { Semaphore } from '../base/semaphore.ts';
import type { FileStore, StagedObject, StoredBytes, StoredObject } from './store.ts';

/** A bucket and its client options. */
export interface S3StoreOptions {
  readonly provider: string;
  readonly bucket: string;
  /** Null for none. */
  readonly acl: string | null;
  /** Base of URLs; null for the URL of the bucket. */
  readonly baseUrl: string | null;
  /** Folder in the bucket; empty for none. */
  readonly rootPath: string;
  /** Options of the client from the configuration. */
  readonly client: Readonly<Record<string, unknown>>;
  /** Parameters of the SDK from the configuration. */
  readonly params: Readonly<Record<'upload' | 'remove', Readonly<Record<string, unknown>>>>;
}

/** Number of parallel uploads, and of parts of 5 MiB that each holds in memory. */
const FILES_AT_ONCE = 3;
const PARTS_AT_ONCE = 2;

/** Stores files in a bucket. */
export class S3Store implements FileStore {
  readonly provider: string;
  readonly #options: S3StoreOptions;
  readonly #semaphore = new Semaphore(FILES_AT_ONCE);
  #client: Promise<S3Client> | null = null;

  constructor(options: S3StoreOptions) {
    this.#options = options;
    this.provider = options.provider;
  }

  put({ name, path, mime, replaces }: StagedObject): Promise<StoredObject> {
    return this.#semaphore.run(async () => {
      const { bucket, acl, params } = this.#options;
      const { Upload } = await import('@aws-sdk/lib-storage');
      const key = this.#keyOf(name);
      const upload = new Upload({
        client: await this.#open(),
        queueSize: PARTS_AT_ONCE,
        params: {
          Bucket: bucket,
          Key: key,
          Body: createReadStream(path),
          ContentType: mime,
          ...(acl === null ? {} : { ACL: acl }),
          ...params.upload,
        } as ConstructorParameters<typeof Upload>[0]['params'],
      });
      const { Location: location } = await upload.done().catch((cause: unknown): never => {
        throw unavailable(cause);
      });
      // Replaced bytes cannot be restored; the new ones are kept.
      const undo = (): Promise<void> => (replaces ? Promise.resolve() : this.remove(name));
      return { url: this.#urlOf(key, location), undo };
    });
  }

  async open(name: string): Promise<StoredBytes | null> {
    const { GetObjectCommand, NoSuchKey } = await import('@aws-sdk/client-s3');
    const client = await this.#open();
    try {
      const { Body: body, ContentLength: size } = await client.send(
        new GetObjectCommand({ Bucket: this.#options.bucket, Key: this.#keyOf(name) }),
      );
      if (!(body instanceof Readable) || size === undefined) {
        throw new Error(`the bucket returned no size for ${name}`);
      }
      return { size, stream: body };
    } catch (cause) {
      if (cause instanceof NoSuchKey) return null;
      throw unavailable(cause);
    }
  }

  async remove(name: string): Promise<void> {
    const { bucket, params } = this.#options;
    const { DeleteObjectCommand } = await import('@aws-sdk/client-s3');
    const client = await this.#open();
    await client.send(
      new DeleteObjectCommand({ Bucket: bucket, Key: this.#keyOf(name), ...params.remove }),
    );
  }

  /** Uploaded objects are durable. */
  async flush(): Promise<void> {}

  #open(): Promise<S3Client> {
    return (this.#client ??= this.#createClient());
  }

  async #createClient(): Promise<S3Client> {
    const { S3Client: Client } = await import('@aws-sdk/client-s3');
    const { client } = this.#options;
    // Servers other than Amazon's may not support the checksums that the SDK adds by default.
    const checksums: S3ClientConfig =
      'endpoint' in client
        ? {
            requestChecksumCalculation: 'WHEN_REQUIRED',
            responseChecksumValidation: 'WHEN_REQUIRED',
          }
        : {};
    return new Client({ ...checksums, ...copied(client) });
  }

  #keyOf(name: string): string {
    const { rootPath } = this.#options;
    return rootPath === '' ? name : `${rootPath}/${name}`;
  }

  #urlOf(key: string, location: string | undefined): string {
    const { baseUrl, bucket } = this.#options;
    if (baseUrl !== null) return `${baseUrl}/${key}`;
    if (location === undefined) throw new Error(`bucket ${bucket} returned no location of ${key}`);
    return /^https?:\/\//.test(location) ? location : `https://${location}`;
  }
}

/** 503 without details, for a bucket that is unavailable or rejects requests. */
function unavailable(cause: unknown): AppError {
  const message = 'File storage is unavailable. Try again shortly.';
  return new AppError('ServiceUnavailableError', message, { cause });
}

/** The SDK modifies its options. Copies plain objects only. */
function copied(options: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(options).map(([name, value]) => [name, isPlain(value) ? copied(value) : value]),
  );
}

function isPlain(value: unknown): value is Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}
