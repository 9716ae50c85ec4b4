// Headers of all responses, computed once per configuration (docs/strapi/server.md, "Headers").
import type { IncomingMessage } from 'node:http';
import type { FastifyRequest } from 'fastify';
import { FORMAT_HEADERS } from './response-format.ts';
import { isAllowedOrigin, isListed, type Origins } from './origins.ts';

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

type Headers = Readonly<Record<string, string>>;

/** Headers of a configuration. */
export class ResponseHeaders {
  readonly #options: HeaderOptions;
  /** Headers of a response without an allowed origin. */
  readonly always: Headers;

  constructor(options: HeaderOptions) {
    this.#options = options;
    const { security, poweredBy, credentials, exposedHeaders } = options;
    this.always = {
      ...security,
      vary: `Origin, ${FORMAT_HEADERS}`,
      ...(credentials ? { 'access-control-allow-credentials': 'true' } : {}),
      ...(exposedHeaders.length > 0
        ? { 'access-control-expose-headers': exposedHeaders.join(',') }
        : {}),
      ...(poweredBy === false ? {} : { 'x-powered-by': poweredBy }),
    };
  }

  /**
   * Headers of a response; an empty allowed origin is not sent (docs/strapi/differences.md, D16). If the project's function
   * for origins fails, which is logged, no origin is allowed.
   */
  async of(request: FastifyRequest): Promise<Headers> {
    const { origin } = request.headers;
    try {
      return origin && (await isAllowedOrigin(origin, this.#options.origins, request))
        ? { ...this.always, 'access-control-allow-origin': origin }
        : this.always;
    } catch (error) {
      request.log.error(error);
      return this.always;
    }
  }

  /** Keep-alive timeout of connections in milliseconds. */
  get keepAlive(): number {
    return this.#options.keepAlive;
  }

  /** Whether the configuration allows an origin; null if a function of the project decides. */
  lists(origin: string): boolean | null {
    const { origins } = this.#options;
    return typeof origins === 'function' ? null : isListed(origin, origins);
  }

  /** Additional headers of the response to a preflight; null for other requests. */
  preflightOf({ method, headers }: Pick<IncomingMessage, 'method' | 'headers'>): Headers | null {
    const isPreflight =
      method === 'OPTIONS' &&
      headers.origin !== undefined &&
      'access-control-request-method' in headers;
    return isPreflight ? this.#preflight() : null;
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
