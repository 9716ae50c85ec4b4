// Uploads files from URLs, one after another. The response is a stream of events (docs/strapi/media.md, "Uploads from
// URLs"). A client that disconnects ends it.
import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import type { AdminPrincipal } from '../../auth/admin/admin-authenticator.ts';
import { AppError } from '../../base/errors.ts';
import { isJsonObject } from '../../base/json.ts';
import type { FetchProgress } from '../../media/remote-files.ts';
import type { RouteRequest } from '../routing/route-request.ts';
import { fileFilter } from './library-access.ts';
import { fileCreation, type LibraryDependencies } from './library-dependencies.ts';
import type { LibraryHandlers } from './library-routes.ts';
import { showFile } from './show-entry.ts';

/** Most URLs of one request. */
const MAX_URLS = 20;

/** Milliseconds between two reports of the progress of a file. */
const PROGRESS_INTERVAL = 200;

const HEADERS = { 'cache-control': 'no-cache', 'x-accel-buffering': 'no' };

/** Files to fetch, and what is stored with each of them. */
interface UrlUpload {
  readonly urls: readonly unknown[];
  readonly folder: unknown;
}

/** Returns the handler of `POST /upload/actions/upload-from-urls`. */
export function urlUploadHandler(
  dependencies: LibraryDependencies,
): LibraryHandlers['uploadFromUrls'] {
  return (request) => {
    fileFilter(request.caller, 'assets.create');
    const upload = parseUpload(request.body);
    dependencies.library.assertRoom();
    const stream = new PassThrough();
    void run(dependencies, request, upload, new EventStream(stream));
    return { status: 200, headers: HEADERS, type: 'text/event-stream', body: stream };
  };
}

/** @throws ApplicationError */
function parseUpload(body: unknown): UrlUpload {
  const { urls = null, folderId = null } = isJsonObject(body) ? body : {};
  if (!Array.isArray(urls) || urls.length === 0) {
    throw new AppError('ApplicationError', 'URLs are required');
  }
  if (urls.length > MAX_URLS) {
    throw new AppError('ApplicationError', `Maximum ${MAX_URLS} URLs allowed per request`);
  }
  return { urls, folder: folderId };
}

/** Events for a client. Waits while the client is slower; throws if it has disconnected. */
class EventStream {
  readonly #stream: PassThrough;
  readonly #closed = new AbortController();

  constructor(stream: PassThrough) {
    this.#stream = stream;
    stream.once('close', () => this.#closed.abort());
    stream.once('error', () => this.#closed.abort());
  }

  get signal(): AbortSignal {
    return this.#closed.signal;
  }

  async send(event: string, data: object): Promise<void> {
    this.signal.throwIfAborted();
    const isRoom = this.#stream.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
    if (!isRoom) await once(this.#stream, 'drain', { signal: this.signal });
  }

  end(): void {
    this.#stream.end();
  }

  fail(): void {
    this.#stream.destroy();
  }
}

async function run(
  dependencies: LibraryDependencies,
  request: RouteRequest<AdminPrincipal>,
  { urls, folder }: UrlUpload,
  events: EventStream,
): Promise<void> {
  const files: object[] = [];
  const errors: object[] = [];
  const total = urls.length;
  try {
    for (const [index, url] of urls.entries()) {
      await events.send('file:fetching', { url, index, total });
      const source = { url, folder, index, total };
      const result = await upload(dependencies, request.caller, source, events).catch(
        (error: unknown) => {
          if (events.signal.aborted || !(error instanceof AppError)) throw error;
          return error.message;
        },
      );
      if (typeof result === 'string') {
        errors.push({ name: url, message: result });
        await events.send('file:error', { url, index, message: result });
        continue;
      }
      files.push(result.file);
      await events.send('file:complete', { name: result.name, index, file: result.file });
    }
    await events.send('stream:complete', { data: files, errors });
    events.end();
  } catch (error) {
    if (!events.signal.aborted) request.log.error({ err: error }, 'Upload from URLs failed');
    events.fail();
  }
}

interface UploadSource {
  readonly url: unknown;
  readonly folder: unknown;
  readonly index: number;
  readonly total: number;
}

async function upload(
  { remoteFiles, library, reads, staging, ...others }: LibraryDependencies,
  caller: AdminPrincipal,
  { url, folder: into, index, total }: UploadSource,
  events: EventStream,
): Promise<{ readonly name: string; readonly file: object }> {
  const { readFileInfo } = await import('../../media/file-info.ts');
  return staging.use(async (folder) => {
    const onProgress = throttled(async (progress) =>
      events.send('file:progress', { index, ...progress, phase: 'fetch' }),
    );
    const path = folder.newFile();
    const { signal } = events;
    const received = await remoteFiles.fetch(url, { path, signal, onProgress });
    const { name, size } = received;
    await events.send('file:uploading', { name, index, total, size });
    const texts = await readFileInfo({ fileInfo: { name, folder: into } }, 'library');
    const dependencies = { remoteFiles, library, reads, staging, ...others };
    const change = fileCreation(dependencies, caller);
    const [added] = await library.addWith({ files: [received], texts: [texts] }, change, folder);
    const entry: unknown = JSON.parse(added ?? 'null');
    const [stored] = await reads.filesOf([isJsonObject(entry) ? Number(entry['id']) : 0]);
    return { name, file: showFile(stored ?? {}) };
  });
}

/** Passes on the first report, those after a pause, and the one that reaches the total. */
function throttled(
  report: (progress: FetchProgress) => Promise<void>,
): (progress: FetchProgress) => Promise<void> {
  let last = Number.NEGATIVE_INFINITY;
  return async (progress) => {
    const { loadedBytes, totalBytes } = progress;
    const isDone = totalBytes !== null && totalBytes > 0 && loadedBytes >= totalBytes;
    const now = performance.now();
    if (!isDone && now - last < PROGRESS_INTERVAL) return;
    last = now;
    await report(progress);
  };
}
