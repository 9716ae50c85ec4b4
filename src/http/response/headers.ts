// Headers of all responses, computed once per configuration (docs/strapi/server.md, "Headers").
import type { Headers } from '../../base/http-message.ts';
import type { FastifyRequest } from 'fastify';
import { FORMAT_HEADERS } from './response-format.ts';
import { isAllowedOrigin, isListed, type Origins } from './origins.ts';
import { printHeaders } from './printed-response.ts';

/** The `strapi::security`, `strapi::cors` and `strapi::poweredBy` settings, and that of connections. */
export interface HeaderOptions {
  readonly origins: Origins;
  readonly credentials: boolean;
  readonly methods: readonly string[];
  readonly allowedHeaders: readonly string[];
  readonly exposedHeaders: readonly string[];
  /** How long browsers may cache a preflight, in seconds. */
  readonly maxAge: number;
  /** From `securityHeaders`. */
  readonly security: Headers;
  readonly poweredBy: string | false;
  /** Keep-alive timeout of connections in milliseconds. */
  readonly keepAlive: number;
}

/** Headers of a configuration. */
export class ResponseHeaders {
  readonly #options: HeaderOptions;
  /** Headers of every response; the only ones for an origin that is not allowed. */
  readonly base: Headers;
  /** Headers of a response without an origin. */
  readonly always: Headers;
  readonly #corsLines: string;

  constructor(options: HeaderOptions) {
    this.#options = options;
    const { security, poweredBy, credentials, exposedHeaders } = options;
    this.base = {
      ...security,
      vary: `Origin, ${FORMAT_HEADERS}`,
      ...(poweredBy === false ? {} : { 'x-powered-by': poweredBy }),
    };
    const cors = {
      ...(credentials ? { 'access-control-allow-credentials': 'true' } : {}),
      ...(exposedHeaders.length > 0
        ? { 'access-control-expose-headers': exposedHeaders.join(',') }
        : {}),
    };
    this.always = { ...this.base, ...cors };
    this.#corsLines = printHeaders(cors);
  }

  /**
   * Headers of a response; an empty allowed origin is not sent (docs/strapi/differences.md, D16). If the project's function
   * for origins fails, which is logged, no origin is allowed.
   */
  async of(request: FastifyRequest): Promise<Headers> {
    const { origin } = request.headers;
    if (!origin) return this.always;
    try {
      return (await isAllowedOrigin(origin, this.#options.origins, request))
        ? { ...this.always, 'access-control-allow-origin': origin }
        : this.base;
    } catch (error) {
      request.log.error(error);
      return this.base;
    }
  }

  /** Keep-alive timeout of connections in milliseconds. */
  get keepAlive(): number {
    return this.#options.keepAlive;
  }

  /** The header lines of an origin, besides those of `base`; null if a function of the project decides. */
  originLines(origin: string | undefined): string | null {
    if (!origin) return this.#corsLines;
    const { origins } = this.#options;
    if (typeof origins === 'function') return null;
    if (!isListed(origin, origins)) return '';
    return this.#corsLines + printHeaders({ 'access-control-allow-origin': origin });
  }

  /**
   * Additional headers of the response to a preflight of an allowed origin; null for other requests.
   * @param own The headers that `of` has returned for the request
   */
  preflightOf({ method, headers }: FastifyRequest, own: Headers): Headers | null {
    if (method !== 'OPTIONS' || !('access-control-request-method' in headers)) return null;
    return 'access-control-allow-origin' in own ? this.#preflight() : null;
  }

  #preflight(): Headers {
    const { maxAge, methods, allowedHeaders } = this.#options;
    return {
      'access-control-max-age': String(maxAge),
      'access-control-allow-methods': methods.join(','),
      'access-control-allow-headers': allowedHeaders.join(','),
    };
  }
}
