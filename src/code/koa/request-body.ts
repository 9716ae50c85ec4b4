// Request bodies of project code: `ctx.request.body` and `ctx.request.files`, set by `strapi::body`.
import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { InsufficientStorageError, isOutOfSpace } from '../../base/errors.ts';
import { ownValue, setOwnValue } from '../packages/strapi-utils/values.ts';
import type { FormFolders } from './form-folders.ts';
import type { FilePart } from '../../base/http-message.ts';
import type { HostRequest } from './host.ts';

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
   * Removes the temporary files. @param keepsOthers Keeps those of other fields than `files` for a while, because code may
   * still process them after the response @returns true if the request had files in the field `files`
   */
  remove(keepsOthers: boolean): Promise<boolean>;
}

const UNPARSED = Symbol.for('unparsedBody');

/** Reads a request body. @param keepsText Adds the unparsed text to a parsed object, under a symbol */
export async function readRequestBody(
  hostRequest: HostRequest,
  folders: FormFolders,
  keepsText: boolean,
): Promise<RequestBody> {
  const files: Record<string, RequestFile | RequestFile[]> = {};
  let folder: string | null = null;
  let text: string | null = null;
  const removeAll = async (): Promise<void> => {
    if (folder !== null) await folders.remove(folder);
  };
  const remove = async (keepsOthers: boolean): Promise<boolean> => {
    const { files: uploads = [], ...others } = files;
    const kept = Object.values(others).flat();
    if (folder === null || !keepsOthers || kept.length === 0) await removeAll();
    else {
      await Promise.all([uploads].flat().map(({ filepath }) => rm(filepath, { force: true })));
      await folders.keep(
        folder,
        kept.reduce((bytes, { size }) => bytes + size, 0),
      );
    }
    return Object.hasOwn(files, 'files');
  };
  try {
    const value = await hostRequest.body({
      onText: (received) => (text = received),
      onFile: async (file, signal) => {
        // The rest of a form that was rejected must not create files again.
        signal.throwIfAborted();
        folder ??= await folders.create();
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
  { name, type, stream }: FilePart,
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
