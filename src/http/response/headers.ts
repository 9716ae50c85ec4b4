// In charge of the headers that every answer carries, computed once per configuration (docs/strapi/server.md,
// "Headers").
import type { FastifyRequest } from 'fastify';
import { FORMAT_HEADERS } from './response-format.ts';
import { isAllowedOrigin, isListed, type Origins } from './origins.ts';

/** The `strapi::security`, `strapi::cors` and `strapi::poweredBy` settings. */
export interface HeaderOptions {
  readonly origins: Origins;
  readonly credentials: boolean;
  readonly methods: readonly string[];
  readonly allowedHeaders: readonly string[];
  readonly exposedHeaders: readonly string[];
  /** Seconds that a preflight may be kept. */
  readonly maxAge: number;
  /** Security headers, as `securityHeaders` makes them. */
  readonly security: Headers;
  readonly poweredBy: string | false;
}

type Headers = Readonly<Record<string, string>>;

/** The headers of one configuration. */
export class AnswerHeaders {
  readonly #options: HeaderOptions;
  /** The headers of an answer to an origin that may not read it, or to none. */
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

  /** The headers of an answer; an empty allowed origin is not sent (docs/strapi/differences.md, D16). */
  async of(request: FastifyRequest): Promise<Headers> {
    const { origin } = request.headers;
    return origin && (await isAllowedOrigin(origin, this.#options.origins, request))
      ? { ...this.always, 'access-control-allow-origin': origin }
      : this.always;
  }

  /** Whether the configuration lists an origin; null where a function of the project's decides. */
  lists(origin: string): boolean | null {
    const { origins } = this.#options;
    return typeof origins === 'function' ? null : isListed(origin, origins);
  }

  /** What a preflight is told in addition. */
  preflight(): Headers {
    const { maxAge, methods, allowedHeaders } = this.#options;
    return {
      'access-control-max-age': String(maxAge),
      'access-control-allow-methods': methods.join(','),
      'access-control-allow-headers': allowedHeaders.join(','),
    };
  }
}
