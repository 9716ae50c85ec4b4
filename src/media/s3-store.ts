// In charge of files in a bucket that speaks S3. The client is loaded when the first file comes. What is sent is read
// from the disk part by part, and few files are sent at once, so that large ones do not fill the memory.
import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import type { S3Client, S3ClientConfig } from '@aws-sdk/client-s3';
import { AppError } from '../base/errors.ts';
import { Semaphore } from '../base/semaphore.ts';
import type { FileStore, StagedObject, StoredBytes, StoredObject } from './store.ts';

/** A bucket, and how to talk to it. */
export interface S3StoreOptions {
  readonly provider: string;
  readonly bucket: string;
  /** Null: none is sent. */
  readonly acl: string | null;
  /** Address that urls begin with; null: the bucket's. */
  readonly baseUrl: string | null;
  /** Folder in the bucket; empty: none. */
  readonly rootPath: string;
  /** Options of the client, as the operator gives them. */
  readonly client: Readonly<Record<string, unknown>>;
  /** Parameters of the SDK, as the operator gives them. */
  readonly params: Readonly<Record<'upload' | 'remove', Readonly<Record<string, unknown>>>>;
}

/** Files that are sent at once, and parts of each that are in memory, of 5 MiB. */
const FILES_AT_ONCE = 3;
const PARTS_AT_ONCE = 2;

/** Keeps files in a bucket. */
export class S3Store implements FileStore {
  readonly provider: string;
  readonly #options: S3StoreOptions;
  readonly #gate = new Semaphore(FILES_AT_ONCE);
  #client: Promise<S3Client> | null = null;

  constructor(options: S3StoreOptions) {
    this.#options = options;
    this.provider = options.provider;
  }

  put({ name, path, mime, replaces }: StagedObject): Promise<StoredObject> {
    return this.#gate.run(async () => {
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
        throw away(cause);
      });
      // What was there before is gone: the new bytes stay.
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
        throw new Error(`the bucket does not say how large ${name} is`);
      }
      return { size, stream: body };
    } catch (cause) {
      if (cause instanceof NoSuchKey) return null;
      throw away(cause);
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

  /** What the bucket has taken is kept. */
  async flush(): Promise<void> {}

  #open(): Promise<S3Client> {
    return (this.#client ??= this.#makeClient());
  }

  async #makeClient(): Promise<S3Client> {
    const { S3Client: Client } = await import('@aws-sdk/client-s3');
    const { client } = this.#options;
    // Servers other than Amazon's may not know the checksums that the SDK adds unasked.
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
    if (location === undefined) throw new Error(`bucket ${bucket} does not say where ${key} is`);
    return /^https?:\/\//.test(location) ? location : `https://${location}`;
  }
}

/** The bucket is away, or refuses: nothing that a client did, and nothing that it learns more about. */
function away(cause: unknown): AppError {
  const message = 'The store of files is not available. Try again shortly.';
  return Object.assign(new AppError('ServiceUnavailableError', message), { cause });
}

/** The SDK writes into what it is given, and a configuration stays as it is. Only plain objects are copied. */
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
