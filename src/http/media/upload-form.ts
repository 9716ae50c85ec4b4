// Receives uploads: files are written to disk while they arrive, other fields are parsed.
import type { IncomingMessage } from 'node:http';
import { isJsonObject } from '../../base/json.ts';
import { receiveFile, type ReceivedFile } from '../../media/received-file.ts';
import type { MediaLibrary } from '../../media/media-library.ts';
import type { Staging, StagingFolder } from '../../media/staging.ts';
import type { FileHandler } from '../../base/http-message.ts';
import { isForm, readBody, type BodyLimits } from '../body/request-bodies.ts';
import type { RouteRequest } from '../routing/route-request.ts';

/** Files and fields of an upload. */
export interface ReceivedUpload extends UploadForm {
  /** Staging folder of the files, which is removed after the upload. */
  readonly folder: StagingFolder;
}

interface UploadForm {
  /** In the order of their parts (docs/strapi/differences.md, D11). */
  readonly files: readonly ReceivedFile[];
  /** Other fields, or undefined. */
  readonly body: unknown;
}

interface UploadDependencies {
  readonly library: Pick<MediaLibrary, 'assertRoom'>;
  readonly staging: Staging;
  readonly bodies: BodyLimits;
}

/** Name of the file field. */
const FIELD = 'files';

/**
 * Receives an upload, and runs the work on it. A request without a form has no files.
 * @throws ServiceUnavailableError if too many uploads are being processed, AppError as `readBody`, errors of the work
 */
export async function receiveUpload<T>(
  { raw, body }: Pick<RouteRequest<unknown>, 'raw' | 'body'>,
  { library, staging, bodies }: UploadDependencies,
  work: (upload: ReceivedUpload) => Promise<T>,
): Promise<T> {
  if (!isForm(raw)) return staging.use((folder) => work({ files: [], body, folder }));
  library.assertRoom();
  return staging.use(async (folder) => {
    const form = await readUploadForm(raw, bodies, folder);
    return work({ files: form.files, body: form.body, folder });
  });
}

/**
 * Reads the body of an upload. @param folder Folder for the files @throws AppError as `readBody`, or an error of the
 * disk
 */
async function readUploadForm(
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
