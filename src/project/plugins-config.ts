// Parses config/plugins: settings of built-in plugins (users-permissions, upload, i18n, email), and names of all
// others.
import { toRecord, type RawRecord } from '../schema/raw.ts';
import { mergeDeep } from './config-files.ts';
import { parseMail, type MailConfig } from './mail-config.ts';
import { parseProviders, type ProvidersConfig } from './provider-config.ts';
import { parseRateLimit, type RateLimitConfig } from './rate-limit-config.ts';
import { uploadStore, type UploadStore } from './upload-store.ts';
import type { ConfigReader } from './config-reader.ts';
import type { Environment } from './env.ts';

/** Settings of users-permissions (docs/strapi/server.md, "Configuration"). */
export interface UsersPermissionsConfig {
  readonly enabled: boolean;
  readonly jwtSecret: string;
  /** `expiresIn`, `algorithm` and other options of the token. */
  readonly jwt: RawRecord;
  readonly jwtManagement: 'legacy-support' | 'refresh';
  readonly sessions: RawRecord;
  /** Null if account requests are not limited. */
  readonly rateLimit: RateLimitConfig | null;
  readonly registerAllowedFields: readonly string[];
  readonly providers: ProvidersConfig;
  /** Unvalidated: `callback.validate`, `validationRules.validatePassword` and other functions. */
  readonly raw: RawRecord;
}

/** Settings of upload (docs/strapi/server.md, "Configuration"). */
export interface UploadConfig {
  readonly enabled: boolean;
  readonly provider: string;
  readonly providerOptions: RawRecord;
  readonly actionOptions: RawRecord;
  /** In bytes; infinite if there is no limit. */
  readonly sizeLimit: number;
  /** Widths in pixels by name. */
  readonly breakpoints: Readonly<Record<string, number>>;
  /** Null allows all. */
  readonly allowedTypes: readonly string[] | null;
  readonly deniedTypes: readonly string[];
  /** Where files are stored. */
  readonly store: UploadStore;
  /** Number of parallel uploads in the admin panel. */
  readonly concurrentUploads: number;
}

export interface PluginsConfig {
  readonly usersPermissions: UsersPermissionsConfig;
  readonly upload: UploadConfig;
  /** How emails are sent, from `email`. */
  readonly mail: MailConfig;
  readonly i18n: RawRecord;
  /** Names of enabled plugins that are unknown. */
  readonly unknown: readonly string[];
}

const BUILT_IN = new Set(['users-permissions', 'upload', 'i18n', 'email']);
/** Plugins for the admin panel only; content is complete without them. */
const ADMIN_ONLY = new Set([
  'content-manager',
  'content-type-builder',
  'content-releases',
  'review-workflows',
  'cloud',
]);

const BREAKPOINTS: Readonly<Record<string, number>> = { large: 1000, medium: 750, small: 500 };

/** Returns true for plugins that need no warning. */
export function isKnownPlugin(name: string): boolean {
  return BUILT_IN.has(name) || ADMIN_ONLY.has(name);
}

export function parsePlugins(reader: ConfigReader, environment: Environment): PluginsConfig {
  return {
    usersPermissions: parseUsersPermissions(reader, environment),
    upload: parseUpload(reader),
    mail: parseMail(reader),
    i18n: reader.record('i18n.config'),
    unknown: Object.entries(reader.record(''))
      .filter(([name, value]) => !isKnownPlugin(name) && isOn(value))
      .map(([name]) => name),
  };
}

function parseUsersPermissions(
  reader: ConfigReader,
  environment: Environment,
): UsersPermissionsConfig {
  const at = (path: string) => `users-permissions.config.${path}`;
  return {
    enabled: isOn(reader.value('users-permissions')),
    jwtSecret: reader.text(at('jwtSecret'), '') || (environment['JWT_SECRET'] ?? ''),
    jwt: toRecord(mergeDeep({ expiresIn: '30d' }, reader.record(at('jwt')))),
    jwtManagement: reader.oneOf(
      at('jwtManagement'),
      ['legacy-support', 'refresh'],
      'legacy-support',
    ),
    sessions: reader.record(at('sessions')),
    rateLimit: parseRateLimit(reader, at('ratelimit'), { interval: 60_000, max: 10 }),
    registerAllowedFields: reader.texts(at('register.allowedFields'), []),
    providers: parseProviders(reader, at('providers')),
    raw: reader.record('users-permissions.config'),
  };
}

function parseUpload(reader: ConfigReader): UploadConfig {
  const at = (path: string) => `upload.config.${path}`;
  const provider = reader.text(at('provider'), 'local');
  const providerOptions = reader.record(at('providerOptions'));
  const actionOptions = reader.record(at('actionOptions'));
  const store = uploadStore(provider, providerOptions, actionOptions);
  const breakpoints = reader.value(at('breakpoints')) ? parseBreakpoints(reader) : null;
  return {
    enabled: isOn(reader.value('upload')),
    provider,
    providerOptions,
    actionOptions,
    sizeLimit: parseSizeLimit(reader, store),
    breakpoints: breakpoints === null ? BREAKPOINTS : Object.fromEntries(breakpoints),
    allowedTypes: reader.texts(at('security.allowedTypes'), null),
    deniedTypes: reader.texts(at('security.deniedTypes'), []),
    store,
    concurrentUploads: reader.whole(at('concurrentUploadRequests'), 1),
  };
}

function parseBreakpoints(
  reader: ConfigReader,
): readonly (readonly [name: string, width: number])[] {
  const path = 'upload.config.breakpoints';
  return Object.entries(reader.record(path)).flatMap(([name, width]) => {
    if (width === undefined) return [];
    if (typeof width === 'number') return [[name, width] as const];
    return reader.reportInvalid(`${path}.${name}`, 'a width in pixels', []);
  });
}

/** The limit is in the options of the local provider in older projects. Zero means no limit. */
function parseSizeLimit(reader: ConfigReader, { kind }: UploadStore): number {
  const at = (path: string) => `upload.config.${path}`;
  const limit = reader.whole(at('sizeLimit'), 1_000_000_000);
  const older = kind === 'local' ? reader.whole(at('providerOptions.sizeLimit'), 0) : 0;
  return older || limit || Infinity;
}

function isOn(declared: unknown): boolean {
  return declared !== false && toRecord(declared)['enabled'] !== false;
}
