// Parses sign-in providers: `users-permissions.config.providers`, by name (docs/sign-in-providers.md). Strapi ignores
// this key, so an unusable entry is a warning. Only an invalid URL of a provider prevents the start, because the
// default URL would be used instead.
import { isLoopback } from '../base/urls.ts';
import { isRecord, type RawRecord } from '../schema/raw.ts';
import type { ConfigReader } from './config-reader.ts';

/** Options of a provider. */
export interface ProviderSettings {
  readonly issuer?: string;
  readonly api?: string;
  readonly clientId?: string;
  readonly clientSecret?: string;
  readonly callback?: string;
  readonly scope?: readonly string[];
  readonly trustEmail?: boolean;
}

/** Usable providers by name, and warnings about the others. */
export interface ProvidersConfig {
  readonly usable: ReadonlyMap<string, ProviderSettings>;
  readonly warnings: readonly string[];
}

/** Names of password sign-in. */
const RESERVED: ReadonlySet<string> = new Set(['local', 'email']);

/** Providers whose missing options are stored in the database or known. */
const BY_NAME: ReadonlySet<string> = new Set(['github', 'google']);

const TEXTS = ['clientId', 'clientSecret'] as const;
const TRUSTED = ['issuer', 'api'] as const;
const OPTIONS: readonly string[] = [...TEXTS, ...TRUSTED, 'callback', 'scope', 'trustEmail'];

/** Parses the providers in a key of config/plugins. Invalid URLs of a provider are errors. */
export function parseProviders(reader: ConfigReader, section: string): ProvidersConfig {
  const warnings: string[] = [];
  const configured = reader.value(section) ?? {};
  const warnAt: Warn = (path, message) =>
    warnings.push(`config/plugins, ${[section, path].filter(Boolean).join('.')}: ${message}`);
  if (!isRecord(configured)) {
    warnAt('', 'This is ignored: it must be an object with a key for each provider.');
    return { usable: new Map(), warnings };
  }
  const usable = Object.entries(configured).flatMap(([name, entry]) => {
    const warn: Warn = (path, message) => warnAt([name, path].filter(Boolean).join('.'), message);
    const trusted = isRecord(entry) ? readTrusted(entry, reader, `${section}.${name}`) : {};
    const settings = readSettings(name, entry, warn);
    return settings === null ? [] : [[name, { ...settings, ...trusted }] as const];
  });
  return { usable: new Map(usable), warnings };
}

type Warn = (path: string, message: string) => void;

/** Parses an entry except for URLs of the provider; null if it is unusable. */
function readSettings(name: string, entry: unknown, warn: Warn): ProviderSettings | null {
  const unused = (reason: string): null => {
    warn('', `${reason} This entry is ignored.`);
    return null;
  };
  if (RESERVED.has(name)) return unused('This name is reserved for sign-in with a password.');
  if (!/^[a-z][a-z0-9_-]{0,49}$/.test(name)) {
    return unused('A name consists of lower-case letters, digits, - and _.');
  }
  if (!isRecord(entry)) return unused('This must be an object with clientId and clientSecret.');
  for (const key of Object.keys(entry).filter((option) => !OPTIONS.includes(option))) {
    warn(key, `Unknown option. Known options are ${OPTIONS.join(', ')}.`);
  }
  const settings = {
    ...Object.fromEntries(TEXTS.flatMap((key) => textAt(entry, key, warn))),
    ...checked(entry, warn),
  };
  const needed = BY_NAME.has(name) ? [] : ['clientId', 'clientSecret', 'callback'];
  const missing = needed.filter((key) => !Object.hasOwn(settings, key));
  if (needed.length > 0 && isUnset(entry['issuer'])) missing.unshift('issuer');
  return missing.length > 0 ? unused(`Missing: ${missing.join(', ')}.`) : settings;
}

/** Unset variables are `undefined` or empty. */
function isUnset(value: unknown): boolean {
  return value === undefined || value === null || value === '';
}

function textAt(entry: RawRecord, key: string, warn: Warn): readonly (readonly [string, string])[] {
  const value = entry[key];
  if (isUnset(value)) return [];
  if (typeof value === 'string') return [[key, value]];
  warn(key, 'This must be a string. It is ignored.');
  return [];
}

function checked(entry: RawRecord, warn: Warn): ProviderSettings {
  const { callback, scope, trustEmail } = entry;
  const isPage = typeof callback === 'string' && URL.canParse(callback);
  if (!isPage && !isUnset(callback)) {
    warn('callback', 'This must be an absolute URL, such as https://www.example.com/signed-in.');
  }
  if (scope !== undefined && !isTexts(scope)) {
    warn('scope', 'This must be a list of strings. It is ignored.');
  }
  if (trustEmail !== undefined && typeof trustEmail !== 'boolean') {
    warn('trustEmail', 'This must be true or false. It counts as false.');
  }
  return {
    ...(isPage ? { callback } : {}),
    ...(isTexts(scope) ? { scope } : {}),
    ...(typeof trustEmail === 'boolean' ? { trustEmail } : {}),
  };
}

/** URLs of the provider itself. */
function readTrusted(entry: RawRecord, reader: ConfigReader, parent: string): ProviderSettings {
  const addresses = TRUSTED.flatMap((key) => {
    const value = entry[key];
    const path = `${parent}.${key}`;
    if (isUnset(value)) return [];
    if (typeof value !== 'string' || !URL.canParse(value)) {
      reader.note(path, 'This must be an absolute URL, such as https://login.example.com.');
    } else if (isLoopback(value) || value.startsWith('https:')) {
      return [[key, value.replace(/\/$/, '')] as const];
    } else reader.note(path, 'This must begin with https, unless it is on this machine.');
    return [];
  });
  return Object.fromEntries(addresses);
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}
