// Upload form: its files are written to the disk while they arrive, everything else becomes a parsed form.
import type { IncomingMessage } from 'node:http';
import { isJsonObject } from '../../base/json.ts';
import { receiveFile, type ReceivedFile } from '../../media/received-file.ts';
import type { StagingFolder } from '../../media/staging.ts';
import type { TakeFile } from '../body/multipart-body.ts';
import { readBody, type BodyLimits } from '../body/request-bodies.ts';

/** What was sent. */
export interface UploadForm {
  /** In the order of their parts (docs/strapi/differences.md, D11). */
  readonly files: readonly ReceivedFile[];
  /** The rest; undefined: there is none. */
  readonly body: unknown;
}

/** The field that files are sent in. */
const FIELD = 'files';

/** Reads the body of an upload. @param folder Files are put there @throws AppError as `readBody`, or the fault of the disk */
export async function readUploadForm(
  request: IncomingMessage,
  limits: BodyLimits,
  folder: StagingFolder,
): Promise<UploadForm> {
  const received: (ReceivedFile | null)[] = [];
  const takeFile: TakeFile = async ({ field, name, type, stream }, signal) => {
    if (field !== FIELD) return void stream.resume();
    const place = received.push(null) - 1;
    received[place] = await receiveFile(stream, { path: folder.newFile(), name, type }, signal);
    return undefined;
  };
  const body = await readBody(request, limits, { takeFile });
  return { files: withoutEmpty(received.flatMap((file) => file ?? [])), body };
}

/** The value of a field. */
export function fieldOf(body: unknown, name: string): unknown {
  return isJsonObject(body) ? body[name] : undefined;
}

/** A form in which no file was chosen still has one part, of nothing. */
function withoutEmpty(files: readonly ReceivedFile[]): readonly ReceivedFile[] {
  const isEmpty = files.length === 1 && files[0]?.size === 0;
  return isEmpty ? [] : files.filter(({ name, size }) => name !== '' || size > 0);
}
