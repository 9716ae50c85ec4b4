// Reads request bodies: those of POST, PUT and PATCH are parsed by content type before any other step, all others are
// discarded (docs/strapi/server.md, "Request bodies").
import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import type { FileHandler } from '../../base/http-message.ts';
import { withTiming } from '../../base/stage-timer.ts';
import { hasBody, discardBody, readText } from './body-bytes.ts';
import { parseFormBody } from './form-body.ts';
import { parseJsonBody } from './json-body.ts';
import { parseMediaType } from './media-type.ts';
import type { MultipartLimits } from './multipart-body.ts';

/** In bytes, from the `strapi::body` settings. */
export interface BodyLimits extends MultipartLimits {
  readonly jsonLimit: number;
  readonly formLimit: number;
  readonly textLimit: number;
}

/** Callbacks for the parts of a body. */
export interface BodyHandlers {
  readonly onFile?: FileHandler | null;
  readonly onText?: (text: string) => void;
}

const METHODS_WITH_BODY = new Set(['POST', 'PUT', 'PATCH']);

const JSON_TYPES = new Set([
  'application/json',
  'application/json-patch+json',
  'application/vnd.api+json',
  'application/csp-report',
  'application/reports+json',
]);

/**
 * Parses the body of each request into `request.body`, which is undefined without a body or for an unsupported type.
 * An invalid body is rejected first, whatever the path is.
 */
export function bindBodies(app: FastifyInstance, limits: BodyLimits): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, _payload, done) => done(null));
  // Fastify would reject invalid types before any hook could read the body.
  app.addHook('onRequest', (request, _reply, done) => {
    if ('content-type' in request.headers) request.headers = { 'content-type': undefined };
    done();
  });
  app.addHook('preValidation', async (request) => {
    const { method, raw, routeOptions, timings } = request;
    if (!mayHaveBody(method) || !hasBody(raw)) return;
    if (routeOptions.config.body === 'stream' && isForm(raw)) return;
    request.body = await withTiming(timings, 'body', () => readBody(raw, limits));
  });
}

/** True for a method whose requests have their body read. */
export function mayHaveBody(method: string): boolean {
  return METHODS_WITH_BODY.has(method);
}

/**
 * Parses a request body. Files of a form are discarded without a callback.
 * @throws AppError for an invalid body, such as a multipart form without a boundary, and errors of `onFile`
 */
export async function readBody(
  request: IncomingMessage,
  limits: BodyLimits,
  { onFile = null, onText }: BodyHandlers = {},
): Promise<unknown> {
  if (!hasBody(request)) return undefined;
  const header = request.headers['content-type'];
  const type = parseMediaType(header);
  // An invalid form must not be treated as a request without a body.
  if (type === null && isMultipart(header)) return rejectBoundary(request);
  if (type === null) return undefined;
  if (JSON_TYPES.has(type.name)) {
    const text = await readText(request, limits.jsonLimit);
    onText?.(text);
    return parseJsonBody(text);
  }
  if (type.name === 'application/x-www-form-urlencoded') {
    const text = await readText(request, limits.formLimit);
    onText?.(text);
    return parseFormBody(text);
  }
  if (type.name.startsWith('text/')) return readText(request, limits.textLimit);
  if (!isMultipart(type.name)) return undefined;
  const boundary = type.parameters.get('boundary') ?? '';
  if (!BOUNDARY.test(boundary)) return rejectBoundary(request);
  const { readMultipart } = await import('./multipart-body.ts');
  return readMultipart(request, { boundary, limits, onFile });
}

/** Returns true for a request with a multipart form. */
export function isForm({ headers }: IncomingMessage): boolean {
  return parseMediaType(headers['content-type'])?.name.startsWith('multipart/') === true;
}

/** 1 to 70 characters, without a trailing space (RFC 2046 section 5.1.1). */
const BOUNDARY = /^[\w'()+,./:=? -]{0,69}[\w'()+,./:=?-]$/;

function isMultipart(header: string | undefined): boolean {
  return /^[ \t]*multipart\//i.test(header ?? '');
}

async function rejectBoundary(request: IncomingMessage): Promise<never> {
  const { notMultipart } = await import('./multipart-body.ts');
  await discardBody(request);
  throw notMultipart();
}
