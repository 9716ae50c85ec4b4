// Request bodies of project code: `ctx.request.body` and `ctx.request.files`, set by `strapi::body`.
import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { InsufficientStorageError, isOutOfSpace } from '../../base/errors.ts';
import { ownValue, setOwnValue } from '../packages/strapi-utils/values.ts';
import type { HostRequest, HostFile } from './host.ts';

/** An uploaded file, in the format of formidable. */
export interface RequestFile {
  readonly filepath: string;
  readonly originalFilename: string;
  readonly newFilename: string;
  readonly mimetype: string;
  readonly size: number;
}

/** Body and files of a request. */
export interface RequestBody {
  readonly body: unknown;
  readonly files: Readonly<Record<string, RequestFile | RequestFile[]>>;
  /**
   * Removes the temporary files of the field `files`. Those of other fields, which code may still process after the response,
   * are removed later. @returns true if the request had files in that field
   */
  remove(): Promise<boolean>;
}

/** How long files of other fields than `files` are kept after the response: one hour. */
const KEPT_MS = 3_600_000;

const UNPARSED = Symbol.for('unparsedBody');

/** Reads a request body. @param keepsText Adds the unparsed text to a parsed object, under a symbol */
export async function readRequestBody(
  hostRequest: HostRequest,
  keepsText: boolean,
): Promise<RequestBody> {
  const files: Record<string, RequestFile | RequestFile[]> = {};
  let folder: string | null = null;
  let text: string | null = null;
  const removeAll = async (): Promise<void> => {
    if (folder !== null) await rm(folder, { recursive: true, force: true });
  };
  const remove = async (): Promise<boolean> => {
    const fields = Object.keys(files);
    const hasUploads = fields.includes('files');
    if (fields.every((field) => field === 'files')) {
      await removeAll();
      return hasUploads;
    }
    const uploads = [ownValue(files, 'files') ?? []].flat();
    await Promise.all(uploads.map(({ filepath }) => rm(filepath, { force: true })));
    setTimeout(() => void removeAll(), KEPT_MS).unref();
    return hasUploads;
  };
  try {
    const value = await hostRequest.body({
      onText: (received) => (text = received),
      onFile: async (file, signal) => {
        // The rest of a form that was rejected must not create files again.
        signal.throwIfAborted();
        folder ??= await mkdtemp(join(tmpdir(), 'quoin-form-'));
        addFile(files, file.field, await store(join(folder, randomUUID()), file, signal));
      },
    });
    const body = value ?? (keepsText ? undefined : {});
    if (keepsText && text !== null && typeof body === 'object' && body !== null) {
      Reflect.set(body, UNPARSED, text);
    }
    return { body, files, remove };
  } catch (error) {
    await removeAll();
    throw isOutOfSpace(error) ? new InsufficientStorageError({ cause: error }) : error;
  }
}

async function store(
  filepath: string,
  { name, type, stream }: HostFile,
  signal: AbortSignal,
): Promise<RequestFile> {
  const target = createWriteStream(filepath);
  await pipeline(stream, target, { signal });
  const newFilename = basename(filepath);
  const mimetype = type ?? 'application/octet-stream';
  return { filepath, originalFilename: name, newFilename, mimetype, size: target.bytesWritten };
}

function addFile(files: RequestBodyFiles, field: string, file: RequestFile): void {
  const existing = ownValue(files, field);
  if (existing === undefined) setOwnValue(files, field, file);
  else if (Array.isArray(existing)) existing.push(file);
  else setOwnValue(files, field, [existing, file]);
}

type RequestBodyFiles = Record<string, RequestFile | RequestFile[]>;
