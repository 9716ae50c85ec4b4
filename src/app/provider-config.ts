// In charge of what a project's configuration says of providers: `users-permissions.config.providers`, by name
// (docs/sign-in-providers.md).
import type { CallbackRule } from '../auth/providers/callback-address.ts';
import type { ConfiguredProvider, ConfiguredProviders } from '../auth/providers/find-provider.ts';
import { isLocal } from '../auth/providers/provider-clients.ts';
import type { UsersPermissionsConfig } from '../project/plugins-config.ts';
import { ProjectError, type ProjectIssue } from '../project/project-error.ts';
import { isRecord, toRecord, type RawRecord } from '../schema/raw.ts';

/** Names that mean signing in with a password. */
const RESERVED: ReadonlySet<string> = new Set(['local', 'email']);

const BY_NAME: ReadonlySet<string> = new Set(['github', 'google']);

const TEXTS = ['clientId', 'clientSecret'] as const;
const ADDRESSES = ['issuer', 'api', 'callback'] as const;

/** The providers of a configuration. @throws ProjectError with everything that is wrong with them */
export function configuredProviders({
  raw,
}: Pick<UsersPermissionsConfig, 'raw'>): ConfiguredProviders {
  const issues: ProjectIssue[] = [];
  const providers = toRecord(raw['providers']);
  const entries = Object.entries(providers).map(([name, given]) => {
    const note = (path: string, message: string): void => {
      const at = ['users-permissions.config.providers', name, path].filter(Boolean).join('.');
      issues.push({ file: 'config/plugins', path: at, message });
    };
    return [name, checkProvider(name, given, note)] as const;
  });
  if (issues.length > 0) throw new ProjectError(issues);
  return new Map(entries);
}

/** The rule for pages that `?callback=` may name; null: ours. */
export function callbackRule({ raw }: Pick<UsersPermissionsConfig, 'raw'>): CallbackRule | null {
  const { validate } = toRecord(raw['callback']) as { readonly validate?: unknown };
  if (typeof validate !== 'function') return null;
  return (callback, provider): unknown => Reflect.apply(validate, undefined, [callback, provider]);
}

type Note = (path: string, message: string) => void;

function checkProvider(name: string, given: unknown, note: Note): ConfiguredProvider {
  if (!/^[a-z][a-z0-9_-]{0,49}$/.test(name) || RESERVED.has(name)) {
    note('', 'A name is lower-case letters, digits, - and _, and neither local nor email.');
  }
  if (!isRecord(given)) {
    note('', 'This must be an object with clientId, clientSecret and callback.');
    return {};
  }
  const known = [...TEXTS, ...ADDRESSES, 'scope', 'trustEmail'];
  for (const key of Object.keys(given)) {
    if (!known.includes(key)) note(key, `There is no such option; there are ${known.join(', ')}.`);
  }
  if (!BY_NAME.has(name)) {
    for (const key of ['issuer', 'clientId', 'clientSecret', 'callback']) {
      if (given[key] === undefined) note(key, 'This is missing.');
    }
  }
  const texts = TEXTS.flatMap((key) => textAt(given, key, note));
  const addresses = ADDRESSES.flatMap((key) => addressAt(given, key, note));
  const { scope, trustEmail } = given;
  if (scope !== undefined && !isTexts(scope)) note('scope', 'This must be a list of texts.');
  if (trustEmail !== undefined && typeof trustEmail !== 'boolean') {
    note('trustEmail', 'This must be true or false.');
  }
  return {
    ...Object.fromEntries([...texts, ...addresses]),
    ...(isTexts(scope) ? { scope } : {}),
    ...(typeof trustEmail === 'boolean' ? { trustEmail } : {}),
  };
}

function textAt(given: RawRecord, key: string, note: Note): readonly (readonly [string, string])[] {
  const value = given[key];
  if (value === undefined) return [];
  if (typeof value === 'string' && value !== '') return [[key, value]];
  note(key, 'This must be a text.');
  return [];
}

function addressAt(
  given: RawRecord,
  key: string,
  note: Note,
): readonly (readonly [string, string])[] {
  const value = given[key];
  if (value === undefined) return [];
  const isAddress = typeof value === 'string' && URL.canParse(value);
  if (!isAddress) note(key, 'This must be a whole address, such as https://login.example.com.');
  else if (key === 'callback') return [[key, value]];
  else if (isLocal(value) || value.startsWith('https:')) return [[key, value.replace(/\/$/, '')]];
  else note(key, 'This must begin with https, unless it is on this machine.');
  return [];
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}
