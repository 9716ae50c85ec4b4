// Parses config/admin: secrets and the sign-in of administrators (docs/strapi/administration.md, "Administrators";
// docs/strapi/server.md, "Configuration").
import type { RawRecord } from '../schema/raw.ts';
import type { ConfigReader } from './config-reader.ts';
import type { Environment } from './env.ts';
import { parseRateLimit, type RateLimitConfig } from './rate-limit-config.ts';

export interface AdminConfig {
  readonly apiTokenSalt: string;
  readonly authSecret: string;
  readonly transferTokenSalt: string;
  readonly encryptionKey: string;
  readonly url: string;
  /** Path of the panel, such as `/admin`: that of `url` unless it is set. */
  readonly path: string;
  /** `flags`, which are passed to the admin panel. */
  readonly flags: RawRecord;
  /** If false, no panel is served. */
  readonly serveAdminPanel: boolean;
  /** Rate limit of administrator sign-in, or null for none. */
  readonly rateLimit: RateLimitConfig | null;
  readonly lifespans: AdminLifespanConfig;
  readonly forgotPassword: ForgotPasswordConfig;
  /** `preview.config.handler`, or null for none. A disabled one returns null. */
  readonly preview: PreviewConfig | null;
  readonly cookie: {
    readonly path: string;
    /** Null: secure if the request arrived over TLS. */
    readonly isSecure: boolean | null;
    /** Domain whose subdomains receive it as well, or null for the host only. */
    readonly domain: string | null;
    readonly sameSite: 'Lax' | 'Strict' | 'None';
  };
}

/** Returns the address of an entry on the site, or nothing. */
export type PreviewConfig = (
  uid: string,
  entry: Readonly<Record<'documentId' | 'locale' | 'status', unknown>>,
) => unknown;

/** Lifespans of sessions in seconds. */
export interface AdminLifespanConfig {
  readonly access: number;
  /** With `rememberMe`. */
  readonly rememberMe: { readonly idle: number; readonly max: number };
  readonly session: { readonly idle: number; readonly max: number };
}

/** The email to administrators who forgot their password. */
export interface ForgotPasswordConfig {
  readonly from: string | null;
  readonly replyTo: string | null;
  /** How long its link is valid: seconds, or a duration such as `1h`. Undefined for the default. */
  readonly expiresIn: unknown;
  /** Null for the default. */
  readonly template: {
    readonly subject: string;
    readonly text: string;
    readonly html: string;
  } | null;
}

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Default rate limit of sign-in. */
export const ADMIN_RATE_LIMIT: RateLimitConfig = {
  interval: 5 * MINUTE * 1000,
  max: 5,
};

/** Parses config/admin and reports values of a wrong type. */
export function parseAdmin(reader: ConfigReader, environment: Environment): AdminConfig {
  const secret = (path: string, name: string) => reader.text(path, '') || (environment[name] ?? '');
  return {
    apiTokenSalt: secret('apiToken.salt', 'API_TOKEN_SALT'),
    authSecret: secret('auth.secret', 'ADMIN_JWT_SECRET'),
    transferTokenSalt: secret('transfer.token.salt', 'TRANSFER_TOKEN_SALT'),
    encryptionKey: secret('secrets.encryptionKey', 'ENCRYPTION_KEY'),
    url: reader.text('url', '/admin'),
    path: panelPath(reader.text('path', null) ?? reader.text('url', '/admin')),
    flags: reader.record('flags'),
    serveAdminPanel: reader.flag('serveAdminPanel', true),
    rateLimit: parseRateLimit(reader, 'rateLimit', ADMIN_RATE_LIMIT),
    lifespans: parseLifespans(reader),
    forgotPassword: parseForgotPassword(reader),
    preview: parsePreview(reader),
    cookie: {
      path: parsePath(reader),
      isSecure: reader.value('auth.cookie.secure') === undefined ? null : isSecure(reader),
      domain: parseDomain(reader),
      sameSite: parseSameSite(reader),
    },
  };
}

/** Path of an address without a trailing slash; the root is not possible, since content is served there. */
function panelPath(address: string): string {
  const { pathname } = URL.canParse(address) ? new URL(address) : { pathname: address };
  const path = pathname.replaceAll(/^\/+|\/+$/g, '');
  return `/${path === '' ? 'admin' : path}`;
}

function parseLifespans(reader: ConfigReader): AdminLifespanConfig {
  reader.record('auth.sessions');
  const seconds = (path: string, usual: number): number => reader.whole(path, usual, 1);
  // As in Strapi, which also takes this default for sessions without `rememberMe`.
  const longest = parseExpiresIn(reader);
  return {
    access: seconds('auth.sessions.accessTokenLifespan', 30 * MINUTE),
    rememberMe: {
      idle: seconds('auth.sessions.idleRefreshTokenLifespan', 14 * DAY),
      max: seconds('auth.sessions.maxRefreshTokenLifespan', longest),
    },
    session: {
      idle: seconds('auth.sessions.idleSessionLifespan', 2 * HOUR),
      max: seconds('auth.sessions.maxSessionLifespan', longest),
    },
  };
}

const UNITS: Readonly<Record<string, number>> = {
  '': 1,
  ms: 0.001,
  s: 1,
  m: MINUTE,
  h: HOUR,
  d: DAY,
  w: 7 * DAY,
};

/** `expiresIn` of the former settings `auth.options` and `auth.sessions.options`, in seconds. */
function parseExpiresIn(reader: ConfigReader): number {
  const paths = ['auth.sessions.options.expiresIn', 'auth.options.expiresIn'];
  const path = paths.find((name) => reader.value(name) !== undefined);
  if (path === undefined) return 30 * DAY;
  const [, digits, unit = ''] =
    /^\s*(\d+)\s*(ms|[smhdw])?\s*$/i.exec(String(reader.value(path))) ?? [];
  const seconds = Math.floor(Number(digits) * (UNITS[unit.toLowerCase()] ?? 1));
  return seconds >= 1
    ? seconds
    : reader.reportInvalid(path, 'seconds, or a duration such as "30d"', 30 * DAY);
}

function parseForgotPassword(reader: ConfigReader): ForgotPasswordConfig {
  const part = (name: string): string => reader.text(`forgotPassword.emailTemplate.${name}`, '');
  reader.record('forgotPassword');
  const isGiven = reader.value('forgotPassword.emailTemplate') !== undefined;
  if (isGiven) reader.record('forgotPassword.emailTemplate');
  return {
    from: reader.text('forgotPassword.from', null),
    replyTo: reader.text('forgotPassword.replyTo', null),
    expiresIn: reader.value('forgotPassword.expiresIn'),
    template: isGiven ? { subject: part('subject'), text: part('text'), html: part('html') } : null,
  };
}

function parsePreview(reader: ConfigReader): PreviewConfig | null {
  reader.record('preview');
  if (!reader.flag('preview.enabled', true)) return () => null;
  const handler = reader.value('preview.config.handler');
  if (handler === undefined) return null;
  if (typeof handler !== 'function') {
    return reader.reportInvalid('preview.config.handler', 'a function', null);
  }
  return (...parameters): unknown => Reflect.apply(handler, undefined, parameters);
}

function parsePath(reader: ConfigReader): string {
  reader.record('auth.cookie');
  const path = reader.text('auth.cookie.path', '/admin');
  if (/^\/[^;\s]*$/.test(path)) return path;
  return reader.reportInvalid('auth.cookie.path', 'a path with a leading slash', '/admin');
}

const SAME_SITE = { lax: 'Lax', strict: 'Strict', none: 'None' } as const;

function parseSameSite(reader: ConfigReader): AdminConfig['cookie']['sameSite'] {
  const path = 'auth.cookie.sameSite';
  const value = String(reader.value(path) ?? 'lax').toLowerCase();
  if (value === 'lax' || value === 'strict' || value === 'none') return SAME_SITE[value];
  return reader.reportInvalid(path, 'lax, strict or none', 'Lax');
}

function parseDomain(reader: ConfigReader): string | null {
  const path = reader.text('auth.cookie.domain', '') ? 'auth.cookie.domain' : 'auth.domain';
  const domain = reader.text(path, '').trim();
  if (domain === '') return null;
  return /^[\w.-]+$/.test(domain) ? domain : reader.reportInvalid(path, 'the name of a host', null);
}

function isSecure(reader: ConfigReader): boolean {
  return reader.flag('auth.cookie.secure', true);
}
