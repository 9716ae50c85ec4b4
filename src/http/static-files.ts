// Static files: serves the project's public folder, uploads included.
import type { IncomingMessage } from 'node:http';
import path from 'node:path';
import { AppError } from '../base/errors.ts';
import { errorResponse } from './response/errors.ts';
import { notFound } from './response/not-found.ts';
import { pathOf } from './request-path.ts';
import type { Headers, RouteResponse } from './response/response.ts';

/** Where files are, and how long browsers may keep uploads without asking. */
export interface StaticFilesOptions {
  /** Absolute path; it need not be there. */
  readonly folder: string;
  /** Milliseconds. */
  readonly uploadsMaxAge: number;
}

/** How long a browser may keep other files without asking, in milliseconds. */
const MAX_AGE = 60_000;

/** What nobody can run anything with that a browser opens. */
const INERT =
  /^(?:image\/(?!svg)|audio\/|video\/|font\/|text\/(?:plain|css|csv)|application\/(?:pdf|json|octet-stream))/;

/** For everything else that somebody uploaded: it is shown without scripts, and as if it were from another site. */
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
  readonly #folder: string;
  readonly #uploadsMaxAge: number;

  constructor({ folder, uploadsMaxAge }: StaticFilesOptions) {
    this.#folder = folder;
    this.#uploadsMaxAge = uploadsMaxAge;
  }

  /**
   * The file that the path names, or 416 for a range that it does not have.
   * @throws NotFoundError, ForbiddenError for a path that leaves the folder, or the fault of the file system
   */
  async respond(request: IncomingMessage): Promise<RouteResponse> {
    const wanted = pathOf(request.url ?? '/');
    if (wanted.endsWith('/')) throw notFound();
    const { send } = await import('@fastify/send');
    const found = await send(unconditional(request), wanted, {
      root: this.#folder,
      index: false,
      etag: false,
      dotfiles: 'ignore',
      cacheControl: false,
    });
    if (found.statusCode === 403) throw new AppError('ForbiddenError', 'Forbidden');
    if (found.statusCode === 416) {
      const error = new AppError('RangeNotSatisfiableError', 'Range Not Satisfiable');
      const headers = { 'content-range': found.headers['Content-Range'] ?? '' };
      return { ...errorResponse(error), headers };
    }
    if (found.type === 'error' && found.statusCode >= 500) throw found.metadata.error;
    if (found.type !== 'file') throw notFound();
    const isUpload = this.#isUpload(found.metadata.path);
    const maxAge = isUpload ? this.#uploadsMaxAge : MAX_AGE;
    const { 'Content-Type': type = null, ...headers } = found.headers;
    return {
      status: found.statusCode,
      headers: {
        ...headers,
        'cache-control': `max-age=${Math.floor(maxAge / 1000)}`,
        ...(isUpload ? restrictions(type) : {}),
      },
      body: found.stream,
      type,
    };
  }

  /** Goes by where the file is: a path may be written in many ways. */
  #isUpload(file: string): boolean {
    const [folder, ...inside] = path.relative(this.#folder, file).split(path.sep);
    return inside.length > 0 && folder?.toLowerCase() === 'uploads';
  }
}

/** Keep an upload from running in the name of this site, whatever its content and the project's headers are. */
function restrictions(type: string | null): Headers {
  const sandbox = INERT.test(type ?? '') ? {} : { 'content-security-policy': SANDBOX };
  return { 'x-content-type-options': 'nosniff', ...sandbox };
}

/** The request without its conditions: the whole file is sent, as Strapi does. */
function unconditional(request: IncomingMessage): IncomingMessage {
  const headers = { ...request.headers };
  for (const name of ['if-modified-since', 'if-none-match', 'if-unmodified-since', 'if-match']) {
    delete headers[name];
  }
  return Object.create(request, { headers: { value: headers } }) as IncomingMessage;
}
