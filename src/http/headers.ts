// In charge of the headers that every answer carries, computed once per configuration (spec/auth.md section 8).

/** The `strapi::security`, `strapi::cors` and `strapi::poweredBy` settings that Quoin knows. */
export interface HeaderOptions {
  /** Origins that may read answers; `*` allows each. */
  readonly origins: readonly string[];
  readonly credentials: boolean;
  readonly methods: readonly string[];
  readonly allowedHeaders: readonly string[];
  readonly exposedHeaders: readonly string[];
  /** Seconds a preflight may be kept. */
  readonly maxAge: number;
  /** Null sends no security policy. */
  readonly contentSecurityPolicy: string | null;
  readonly poweredBy: string | null;
}

/** What Strapi sends unless its middlewares say otherwise. */
export const defaultHeaderOptions: HeaderOptions = {
  origins: ['*'],
  credentials: true,
  methods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'],
  allowedHeaders: ['Content-Type', 'Authorization', 'Origin', 'Accept'],
  exposedHeaders: [],
  maxAge: 31_536_000,
  contentSecurityPolicy: [
    "connect-src 'self' https:",
    "img-src 'self' data: blob: https://market-assets.strapi.io",
    "media-src 'self' data: blob:",
    "default-src 'self'",
    "base-uri 'self'",
    "font-src 'self' https: data:",
    "form-action 'self'",
    "frame-ancestors 'self'",
    "object-src 'none'",
    "script-src 'self'",
    "script-src-attr 'none'",
    "style-src 'self' https: 'unsafe-inline'",
  ].join(';'),
  poweredBy: 'Quoin',
};

type Headers = Readonly<Record<string, string>>;

/** The headers of one configuration. */
export class AnswerHeaders {
  readonly #options: HeaderOptions;
  readonly #always: Headers;

  constructor(options: HeaderOptions) {
    this.#options = options;
    const { contentSecurityPolicy, poweredBy, credentials, exposedHeaders } = options;
    this.#always = {
      ...(contentSecurityPolicy ? { 'content-security-policy': contentSecurityPolicy } : {}),
      'referrer-policy': 'no-referrer',
      'strict-transport-security': 'max-age=31536000; includeSubDomains',
      'x-content-type-options': 'nosniff',
      'x-dns-prefetch-control': 'off',
      'x-download-options': 'noopen',
      'x-frame-options': 'SAMEORIGIN',
      'x-permitted-cross-domain-policies': 'none',
      vary: 'Origin',
      ...(credentials ? { 'access-control-allow-credentials': 'true' } : {}),
      ...(exposedHeaders.length > 0
        ? { 'access-control-expose-headers': exposedHeaders.join(',') }
        : {}),
      ...(poweredBy ? { 'x-powered-by': poweredBy } : {}),
    };
  }

  /** The headers of an answer to an origin; an empty allowed origin is not sent (decision D16). */
  of(origin: string | undefined): Headers {
    return origin !== undefined && this.#allows(origin)
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

  #allows(origin: string): boolean {
    const { origins } = this.#options;
    return origins.includes('*') || origins.includes(origin);
  }
}
