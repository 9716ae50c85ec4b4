// Upload form: files are written to disk while they arrive, other fields are parsed.
import type { IncomingMessage } from 'node:http';
import { isJsonObject } from '../../base/json.ts';
import { receiveFile, type ReceivedFile } from '../../media/received-file.ts';
import type { StagingFolder } from '../../media/staging.ts';
import type { FileHandler } from '../body/multipart-body.ts';
import { readBody, type BodyLimits } from '../body/request-bodies.ts';

/** Files and fields of an upload. */
export interface UploadForm {
  /** In the order of their parts (docs/strapi/differences.md, D11). */
  readonly files: readonly ReceivedFile[];
  /** Other fields, or undefined. */
  readonly body: unknown;
}

/** Name of the file field. */
const FIELD = 'files';

/**
 * Reads the body of an upload. @param folder Folder for the files @throws AppError as `readBody`, or an error of the
 * disk
 */
export async function readUploadForm(
  request: IncomingMessage,
  limits: BodyLimits,
  folder: StagingFolder,
): Promise<UploadForm> {
  const received: (ReceivedFile | null)[] = [];
  const onFile: FileHandler = async ({ field, name, type, stream }, signal) => {
    if (field !== FIELD) return void stream.resume();
    const index = received.push(null) - 1;
    received[index] = await receiveFile(stream, { path: folder.newFile(), name, type }, signal);
    return undefined;
  };
  const body = await readBody(request, limits, { onFile });
  return { files: withoutEmpty(received.flatMap((file) => file ?? [])), body };
}

/** Value of a field. */
export function fieldOf(body: unknown, name: string): unknown {
  return isJsonObject(body) ? body[name] : undefined;
}

/** A form without a chosen file still has one empty part. */
function withoutEmpty(files: readonly ReceivedFile[]): readonly ReceivedFile[] {
  const isEmpty = files.length === 1 && files[0]?.size === 0;
  return isEmpty ? [] : files.filter(({ name, size }) => name !== '' || size > 0);
}
