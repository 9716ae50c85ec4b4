// Security headers of helmet with Strapi's defaults and the project's options, computed once.
import type { IncomingMessage, ServerResponse } from 'node:http';
import helmet, { type HelmetOptions } from 'helmet';
import { isRecord } from '../../schema/raw.ts';

/** Strapi's defaults (docs/strapi/server.md, "Headers"). */
const DEFAULTS = {
  crossOriginEmbedderPolicy: false,
  crossOriginOpenerPolicy: false,
  crossOriginResourcePolicy: false,
  originAgentCluster: false,
  xssFilter: false,
  hsts: { maxAge: 31_536_000, includeSubDomains: true },
  frameguard: { action: 'sameorigin' },
} satisfies HelmetOptions;

const DIRECTIVES = {
  'connect-src': ["'self'", 'https:'],
  'img-src': ["'self'", 'data:', 'blob:', 'https://market-assets.strapi.io'],
  'media-src': ["'self'", 'data:', 'blob:'],
  upgradeInsecureRequests: null,
};

/** Options of `strapi::security`. */
export type SecurityOptions = Readonly<Record<string, unknown>>;

/** Returns the headers that helmet sets. @throws Error for options that helmet rejects */
export function securityHeaders(options: SecurityOptions): Readonly<Record<string, string>> {
  const merged: Record<string, unknown> = { ...DEFAULTS, ...options };
  const { contentSecurityPolicy: policy } = options;
  if (policy !== false) merged['contentSecurityPolicy'] = contentSecurityPolicy(policy);
  const headers: Record<string, string> = {};
  // helmet only sets and removes headers.
  const response = {
    setHeader: (name: string, value: string) => void (headers[name.toLowerCase()] = value),
    removeHeader: (name: string) => void delete headers[name.toLowerCase()],
  };
  helmet(merged)({} as IncomingMessage, response as unknown as ServerResponse, (error) => {
    if (error instanceof Error) throw error;
  });
  for (const [name, value] of Object.entries(headers)) headers[name] = value.replaceAll(MARK, '');
  return headers;
}

/**
 * Prefix of each policy value while helmet builds the header: Strapi's version of helmet accepts keywords without
 * quotes, ours would reject them.
 */
const MARK = '\u0000';

function marked(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(marked);
  return typeof value === 'string' ? MARK + value : value;
}

function contentSecurityPolicy(configured: unknown): Readonly<Record<string, unknown>> {
  const own = isRecord(configured) ? configured : {};
  const directives = isRecord(own['directives']) ? own['directives'] : {};
  const all = Object.entries({ ...DIRECTIVES, ...directives });
  return {
    useDefaults: true,
    ...own,
    directives: Object.fromEntries(all.map(([name, value]) => [name, marked(value)])),
  };
}
