// In charge of the headers that every answer carries, computed once per configuration (spec/auth.md section 8).
import type { IncomingHttpHeaders } from 'node:http';
import { securityHeaders, type SecurityOptions } from './security-headers.ts';

/** The `strapi::security`, `strapi::cors` and `strapi::poweredBy` settings. */
export interface HeaderOptions {
  /** Origins that may read answers, or what finds them for a request; `*` allows each. */
  readonly origins: readonly string[] | ((headers: IncomingHttpHeaders) => readonly string[]);
  readonly credentials: boolean;
  readonly methods: readonly string[];
  readonly allowedHeaders: readonly string[];
  readonly exposedHeaders: readonly string[];
  /** Seconds that a preflight may be kept. */
  readonly maxAge: number;
  readonly security: SecurityOptions;
  readonly poweredBy: string | false;
}

type Headers = Readonly<Record<string, string>>;

/** The headers of one configuration. */
export class AnswerHeaders {
  readonly #options: HeaderOptions;
  readonly #always: Headers;

  constructor(options: HeaderOptions) {
    this.#options = options;
    const { security, poweredBy, credentials, exposedHeaders } = options;
    this.#always = {
      ...securityHeaders(security),
      vary: 'Origin',
      ...(credentials ? { 'access-control-allow-credentials': 'true' } : {}),
      ...(exposedHeaders.length > 0
        ? { 'access-control-expose-headers': exposedHeaders.join(',') }
        : {}),
      ...(poweredBy === false ? {} : { 'x-powered-by': poweredBy }),
    };
  }

  /** The headers of an answer; an empty allowed origin is not sent (decision D16). */
  of(request: IncomingHttpHeaders): Headers {
    const { origin } = request;
    return origin !== undefined && this.#allows(origin, request)
      ? { ...this.#always, 'access-control-allow-origin': origin }
      : this.#always;
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

  #allows(origin: string, request: IncomingHttpHeaders): boolean {
    const { origins } = this.#options;
    const allowed = typeof origins === 'function' ? origins(request) : origins;
    return allowed.includes('*') || allowed.includes(origin);
  }
}
