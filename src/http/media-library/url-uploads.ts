// Uploads files from URLs, one after another. The response is a stream of events (docs/strapi/media.md, "Uploads from
// URLs"). A client that disconnects ends it.
import type { AdminPrincipal } from '../../auth/admin/admin-authenticator.ts';
import { AppError } from '../../base/errors.ts';
import { isJsonObject } from '../../base/json.ts';
import type { Logger } from '../../base/logger.ts';
import type { FetchProgress } from '../../media/remote-files.ts';
import { EventStream } from '../response/event-stream.ts';
import { fileFilter } from './library-access.ts';
import { fileCreation, type LibraryDependencies } from './library-dependencies.ts';
import type { LibraryHandlers } from './library-routes.ts';
import { showFile } from './show-entry.ts';

/** Maximum number of URLs in a request. */
const MAX_URLS = 20;

/** Milliseconds between two reports of the progress of a file. */
const PROGRESS_INTERVAL = 200;

/** Files to fetch, and their folder. */
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
    const events = new EventStream();
    const { caller, log } = request;
    void run({ ...upload, dependencies, caller, log }, events);
    return events.response;
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

interface UrlUploadRun extends UrlUpload {
  readonly dependencies: LibraryDependencies;
  readonly caller: AdminPrincipal;
  readonly log: Logger;
}

async function run({ urls, log, ...upload }: UrlUploadRun, events: EventStream): Promise<void> {
  const files: object[] = [];
  const errors: object[] = [];
  const total = urls.length;
  try {
    for (const [index, url] of urls.entries()) {
      await events.send('file:fetching', { url, index, total });
      const result = await addFile({ ...upload, url, index, total }, events).catch(
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
    if (!events.signal.aborted) log.error({ err: error }, 'Upload from URLs failed');
    events.fail();
  }
}

interface UrlSource extends Omit<UrlUploadRun, 'urls' | 'log'> {
  readonly url: unknown;
  readonly index: number;
  readonly total: number;
}

async function addFile(
  { dependencies, caller, url, folder: into, index, total }: UrlSource,
  events: EventStream,
): Promise<{ readonly name: string; readonly file: object }> {
  const { remoteFiles, library, reads, staging } = dependencies;
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
    const { upload } = dependencies.overrides;
    if (upload) {
      const [file = {}] = await upload({ files: [received], texts: [texts] }, caller.admin.id);
      return { name, file };
    }
    const change = fileCreation(dependencies, caller);
    const [added] = await library.addWith({ files: [received], texts: [texts] }, change, folder);
    const [stored] = await reads.filesOf([Number(added?.['id'])]);
    return { name, file: showFile(stored ?? {}) };
  });
}

/** Limits progress reports to the first, those after an interval, and the last. */
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
