// Static files: serves the project's public folder, including uploads.
import { readFile } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import path from 'node:path';
import { AppError, forbidden, notFound } from '../../base/errors.ts';
import { errorResponse } from '../response/errors.ts';
import { pathOf } from '../routing/request-path.ts';
import type { RouteResponse } from '../response/response.ts';
import type { Headers } from '../../base/http-message.ts';

/** The folder, and cache lifetimes in milliseconds. */
export interface StaticFilesOptions {
  /** Absolute path; it may not exist. */
  readonly folder: string;
  /** Of files that are not uploads. */
  readonly maxAge: number;
  readonly uploadsMaxAge: number;
  /** The response to `/favicon.ico`: the first of these files that exists, otherwise that of the folder. */
  readonly favicon: { readonly files: readonly string[]; readonly maxAge: number };
}

const FAVICON = '/favicon.ico';

/** Types that cannot run scripts in a browser. */
const INERT =
  /^(?:image\/(?!svg)|audio\/|video\/|font\/|text\/(?:plain|css|csv)|application\/(?:pdf|json|octet-stream))/;

/** Content-Security-Policy for all other uploads: no scripts, opaque origin. */
const SANDBOX = [
  "default-src 'none'",
  "img-src 'self' data:",
  "media-src 'self'",
  "font-src 'self' data:",
  "style-src 'self' 'unsafe-inline'",
  'sandbox',
].join(';');

/** Serves the files of a folder. */
export class StaticFiles {
  readonly #options: StaticFilesOptions;

  constructor(options: StaticFilesOptions) {
    this.#options = options;
  }

  /**
   * Returns the file of a path, or `index.html` of a folder; or 416 for an unsatisfiable range.
   * @throws NotFoundError, ForbiddenError for a path that leaves the folder, or an error of the file system
   */
  async respond(request: IncomingMessage): Promise<RouteResponse> {
    const pathname = pathOf(request.url ?? '/');
    if (pathname === FAVICON) {
      const icon = await this.#favicon();
      if (icon !== null) return icon;
    }
    const { folder, maxAge, uploadsMaxAge } = this.#options;
    const { send } = await import('@fastify/send');
    const sendPath = (name: string): ReturnType<typeof send> =>
      send(unconditional(request), name, {
        root: folder,
        index: 'index.html',
        etag: false,
        dotfiles: 'ignore',
        cacheControl: false,
      });
    const first = await sendPath(pathname);
    const found = first.type === 'directory' ? await sendPath(`${pathname}/`) : first;
    if (found.statusCode === 403) throw forbidden();
    if (found.statusCode === 416) {
      const error = new AppError('RangeNotSatisfiableError', 'Range Not Satisfiable');
      const headers = { 'content-range': found.headers['Content-Range'] ?? '' };
      return { ...errorResponse(error), headers };
    }
    if (found.type === 'error' && found.statusCode >= 500) throw found.metadata.error;
    if (found.type !== 'file') throw notFound();
    const isUpload = this.#isUpload(found.metadata.path);
    const lifetime = isUpload ? uploadsMaxAge : maxAge;
    const { 'Content-Type': type = null, ...headers } = found.headers;
    return {
      status: found.statusCode,
      headers: {
        ...headers,
        'cache-control': `max-age=${Math.floor(lifetime / 1000)}`,
        ...(isUpload ? restrictions(type) : {}),
      },
      body: found.stream,
      type,
    };
  }

  async #favicon(): Promise<RouteResponse | null> {
    const { files, maxAge } = this.#options.favicon;
    for (const file of files) {
      const body = await readFile(file).catch(() => null);
      if (body !== null) {
        const headers = { 'cache-control': `public, max-age=${Math.floor(maxAge / 1000)}` };
        return { status: 200, headers, body, type: 'image/x-icon' };
      }
    }
    return null;
  }

  /** Decides by the resolved file, since a path can be written in many ways. */
  #isUpload(file: string): boolean {
    const [folder, ...inside] = path.relative(this.#options.folder, file).split(path.sep);
    return inside.length > 0 && folder?.toLowerCase() === 'uploads';
  }
}

/** Prevents an upload from running scripts as this site, whatever its content and the project's headers are. */
function restrictions(type: string | null): Headers {
  const sandbox = INERT.test(type ?? '') ? {} : { 'content-security-policy': SANDBOX };
  return { 'x-content-type-options': 'nosniff', ...sandbox };
}

/** Removes conditional headers: as in Strapi, the whole file is sent. */
function unconditional(request: IncomingMessage): IncomingMessage {
  const headers = { ...request.headers };
  for (const name of ['if-modified-since', 'if-none-match', 'if-unmodified-since', 'if-match']) {
    delete headers[name];
  }
  return Object.create(request, { headers: { value: headers } }) as IncomingMessage;
}
