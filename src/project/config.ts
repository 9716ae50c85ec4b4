// Configuration of a project with defaults: the files of config/ become one frozen, typed value at startup. The
// environment must contain the secrets already (`secrets.ts`).
import { resolve } from 'node:path';
import { KEEP_ALIVE_MS, REQUEST_TIMEOUT_MS } from '../base/limits.ts';
import { isScalarType, SCALAR_TYPES } from '../schema/check-attribute.ts';
import type { ScalarType } from '../schema/types.ts';
import { parseAdmin, type AdminConfig } from './admin-config.ts';
import type { ConfigFiles } from './config-files.ts';
import { ConfigReader } from './config-reader.ts';
import { parseDatabase, type DatabaseConfig } from './database-config.ts';
import type { Environment } from './env.ts';
import type { ProjectFolder } from './folder.ts';
import { parseCode, type CodeConfig } from './code-config.ts';
import { parseOverload, type OverloadConfig } from './overload-config.ts';
import { parseMetrics, type MetricsConfig } from './metrics-config.ts';
import { parseMiddlewares, type MiddlewaresConfig } from './middlewares-config.ts';
import { parsePlugins, type PluginsConfig } from './plugins-config.ts';
import type { ProjectIssue } from './project-error.ts';

/** Timeouts of connections in milliseconds. */
export interface HttpTimeouts {
  /** In which a request, including its body, must arrive; 0 for none. */
  readonly requestTimeout: number;
  /** In which the head of a request must arrive; undefined for the default of Node. */
  readonly headersTimeout?: number;
  /** How long an idle connection stays open. */
  readonly keepAliveTimeout: number;
}

export interface ServerConfig {
  readonly host: string;
  readonly port: number;
  /** Public URL, absolute or a path with a leading slash; empty if unset. */
  readonly url: string;
  readonly appKeys: readonly string[];
  /** As in Strapi, only `server.proxy.koa` enables `X-Forwarded-*`. */
  readonly proxy: {
    readonly trust: boolean;
    readonly ipHeader: string;
    readonly maxIpsCount: number;
  };
  /** `server.http.serverOptions`. */
  readonly http: HttpTimeouts;
  /** Absolute path of the public folder. */
  readonly publicFolder: string;
  /** Headers of the test call of webhooks; headers of a webhook override them. */
  readonly webhookHeaders: Readonly<Record<string, string>>;
}

/** docs/strapi/reading.md, "Pagination"; docs/strapi/server.md, "Configuration". */
export interface ApiConfig {
  readonly rest: {
    readonly prefix: string;
    readonly defaultLimit: number;
    /** Null for no limit. */
    readonly maxLimit: number | null;
    readonly withCount: boolean;
    readonly strictParams: boolean;
  };
  readonly documents: { readonly strictParams: boolean; readonly strictRelations: boolean };
  /** Attributes that are private in all types; already applied to the project's schemas. */
  readonly privateAttributes: readonly string[];
}

export interface QuoinConfig {
  /** Type under which a custom field is stored: `plugin::color-picker.color` -> `string`. */
  readonly customFields: Readonly<Record<string, ScalarType>>;
  readonly cache: CacheConfig;
  /** Number of read threads; null to choose automatically. */
  readonly threads: number | null;
  /** Uids of content-types with a search index; true for all types of the project. */
  readonly search: { readonly index: readonly string[] | true };
  /** If true, responses have a `Server-Timing` header. */
  readonly timing: boolean;
  readonly overload: OverloadConfig;
  readonly code: CodeConfig;
  /** Whether administrators may change the content model while `quoin start` serves it. */
  readonly schema: {
    readonly live: boolean;
    /** Where changes are stored: in the files of the project, or in the database. */
    readonly store: (typeof SCHEMA_STORES)[number];
  };
  /** Hosts in private networks that files may be uploaded from by their URL. */
  readonly privateHosts: readonly string[];
  /** Which interface `/admin` serves: Strapi's has to be built by the project. */
  readonly panel: (typeof PANELS)[number];
  /** Null if metrics are disabled. */
  readonly metrics: MetricsConfig | null;
}

const PANELS = ['quoin', 'strapi'] as const;
const SCHEMA_STORES = ['files', 'database'] as const;

/** Settings of response caching. */
export interface CacheConfig {
  /** Maximum size of the response cache in megabytes; 0 disables it. */
  readonly memory: number;
  /** `Cache-Control` of content requests without and with credentials; empty for none. */
  readonly control: { readonly public: string; readonly private: string };
  /** Header that lists the types of a response; empty for none. */
  readonly keys: (typeof KEY_HEADERS)[number];
}

const KEY_HEADERS = ['', 'Surrogate-Key', 'Cache-Tag'] as const;

/** The configuration of a project with defaults. Frozen. */
export interface Config {
  readonly nodeEnv: string;
  readonly server: ServerConfig;
  readonly api: ApiConfig;
  readonly database: DatabaseConfig;
  readonly admin: AdminConfig;
  readonly plugins: PluginsConfig;
  /** Default locale of a new database. */
  readonly i18n: { readonly initialLocale: string };
  readonly middlewares: MiddlewaresConfig;
  readonly quoin: QuoinConfig;
}

interface Context {
  readonly folder: ProjectFolder;
  readonly environment: Environment;
}

/** Returns the typed configuration, and an error for each value of a wrong type. */
export function parseConfig(
  { sections }: ConfigFiles,
  { folder, environment }: Context,
): { readonly config: Config; readonly issues: readonly ProjectIssue[] } {
  const issues: ProjectIssue[] = [];
  const reader = (name: keyof typeof sections) => new ConfigReader(sections[name], issues);
  const server = parseServer(reader('server'), folder, environment);
  const api = parseApi(reader('api'));
  const config: Config = {
    nodeEnv: environment['NODE_ENV'] ?? 'development',
    server,
    api,
    database: parseDatabase(reader('database'), folder, environment),
    admin: parseAdmin(reader('admin'), environment),
    plugins: parsePlugins(reader('plugins'), environment),
    i18n: { initialLocale: environment['STRAPI_PLUGIN_I18N_INIT_LOCALE_CODE'] || 'en' },
    middlewares: parseMiddlewares(sections.middlewares, reader('middlewares'), folder.root),
    quoin: parseQuoin(reader('quoin'), api),
  };
  return { config: deepFreeze(config), issues };
}

/** Proxies of `strapi.fetch`, which are created when code first uses them. */
function checkProxies(reader: ConfigReader): void {
  for (const path of ['proxy.fetch', 'proxy.global']) {
    const value = reader.value(path);
    const isUrl = typeof value !== 'string' || value === '' || URL.canParse(value);
    if (!isUrl) reader.reportInvalid(path, 'a URL such as http://proxy.example:3128', undefined);
  }
}

function parseServer(
  reader: ConfigReader,
  folder: ProjectFolder,
  environment: Environment,
): ServerConfig {
  checkProxies(reader);
  return {
    host: reader.text('host', environment['HOST'] || '0.0.0.0'),
    port: parsePort(reader, environment['PORT']),
    url: parseUrl(reader),
    appKeys: reader.texts('app.keys', (environment['APP_KEYS'] ?? '').split(',').filter(Boolean)),
    proxy: {
      trust: reader.flag('proxy.koa', false),
      ipHeader: reader.text('proxy.ipHeader', 'X-Forwarded-For'),
      maxIpsCount: reader.whole('proxy.maxIpsCount', 0),
    },
    http: parseTimeouts(reader),
    publicFolder: resolve(folder.root, reader.text('dirs.public', 'public')),
    webhookHeaders: parseHeaders(reader, 'webhooks.defaultHeaders'),
  };
}

function parseTimeouts(reader: ConfigReader): HttpTimeouts {
  const path = 'http.serverOptions';
  reader.record(path);
  const requestTimeout = reader.whole(`${path}.requestTimeout`, REQUEST_TIMEOUT_MS);
  const headersTimeout = reader.whole(`${path}.headersTimeout`, undefined);
  const keepAliveTimeout = reader.whole(`${path}.keepAliveTimeout`, KEEP_ALIVE_MS);
  if (headersTimeout === undefined) return { requestTimeout, keepAliveTimeout };
  if (requestTimeout > 0 && headersTimeout > requestTimeout) {
    reader.note(`${path}.headersTimeout`, 'This must not be longer than requestTimeout.');
  }
  return { requestTimeout, headersTimeout, keepAliveTimeout };
}

function parseHeaders(reader: ConfigReader, path: string): Readonly<Record<string, string>> {
  const values = Object.entries(reader.record(path));
  const headers = values.flatMap(([name, value]) =>
    typeof value === 'string' || typeof value === 'number' ? [[name, String(value)] as const] : [],
  );
  if (headers.length < values.length) reader.note(path, 'The values must be strings.');
  try {
    // Creating `Headers` loads Node's HTTP client, which takes a tenth of the time of a short command.
    if (headers.length > 0) new Headers(headers.map(([name, value]) => [name, value]));
  } catch {
    reader.note(path, 'These must be names and values of HTTP headers.');
    return {};
  }
  return Object.fromEntries(headers);
}

const LAST_PORT = 65_535;
const A_PORT = `an integer from 0 to ${LAST_PORT}`;

function parsePort(reader: ConfigReader, variable: string = ''): number {
  if (reader.value('port') !== undefined) {
    const configured = reader.whole('port', 1337);
    return configured <= LAST_PORT ? configured : reader.reportInvalid('port', A_PORT, 1337);
  }
  const port = Number(variable);
  if (Number.isInteger(port) && port >= 0 && port <= LAST_PORT) return port || 1337;
  reader.note('port', `The variable PORT must be ${A_PORT}.`);
  return 1337;
}

function parseUrl(reader: ConfigReader): string {
  const url = reader.text('url', '').replaceAll(/^[/ ]+|[/ ]+$/g, '');
  return url === '' || url.startsWith('http') ? url : `/${url}`;
}

function parseApi(reader: ConfigReader): ApiConfig {
  const maxLimit = reader.whole('rest.maxLimit', null, -1);
  return {
    rest: {
      prefix: parsePrefix(reader),
      defaultLimit: reader.whole('rest.defaultLimit', 25, 1),
      maxLimit: maxLimit !== null && maxLimit > 0 ? maxLimit : null,
      withCount: reader.flag('rest.withCount', true),
      strictParams: reader.flag('rest.strictParams', false),
    },
    documents: {
      strictParams: reader.flag('documents.strictParams', false),
      strictRelations: reader.flag('documents.strictRelations', false),
    },
    privateAttributes: reader.texts('responses.privateAttributes', []),
  };
}

function parsePrefix(reader: ConfigReader): string {
  const inner = reader.text('rest.prefix', '/api').replaceAll(/^\/+|\/+$/g, '');
  return inner === '' ? '' : `/${inner}`;
}

function parseQuoin(reader: ConfigReader, { rest }: ApiConfig): QuoinConfig {
  const customFields = Object.entries(reader.record('customFields')).flatMap(([name, type]) => {
    if (isScalarType(type)) return [[name, type] as const];
    reader.note(`customFields.${name}`, `This must be one of ${SCALAR_TYPES.join(', ')}.`);
    return [];
  });
  return {
    customFields: Object.fromEntries(customFields),
    cache: {
      memory: reader.whole('cache.memory', 64),
      control: {
        public: headerValue(reader, 'cache.control.public'),
        private: headerValue(reader, 'cache.control.private'),
      },
      keys: reader.oneOf('cache.keys', KEY_HEADERS, ''),
    },
    threads: parseThreads(reader),
    search: { index: parseSearchIndex(reader) },
    timing: reader.flag('timing', false),
    overload: parseOverload(reader),
    code: parseCode(reader),
    schema: {
      live: reader.flag('schema.live', false),
      store: reader.oneOf('schema.store', SCHEMA_STORES, 'files'),
    },
    privateHosts: reader.texts('media.privateHosts', []),
    panel: reader.oneOf('panel', PANELS, 'quoin'),
    metrics: parseMetrics(reader, rest.prefix),
  };
}

/** More than any machine has cores; each thread needs memory. */
const MAX_THREADS = 64;

function parseThreads(reader: ConfigReader): number | null {
  const threads = reader.whole('threads', null);
  if (threads === null || threads <= MAX_THREADS) return threads;
  return reader.reportInvalid('threads', `an integer up to ${MAX_THREADS}`, null);
}

function parseSearchIndex(reader: ConfigReader): QuoinConfig['search']['index'] {
  const path = 'search.index';
  const value = reader.value(path);
  if (typeof value === 'boolean') return value || [];
  return Array.isArray(value) || value === undefined
    ? reader.texts(path, [])
    : reader.reportInvalid(path, 'true or a list of uids', []);
}

function headerValue(reader: ConfigReader, path: string): string {
  const value = reader.text(path, '');
  return /^[\t\x20-\x7e]*$/.test(value)
    ? value
    : reader.reportInvalid(path, 'a valid header value', '');
}

// Options for libraries (helmet, pg, providers) may be class instances, which are not frozen.
function deepFreeze<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null && !Array.isArray(value)) return value;
  for (const inner of Object.values(value)) deepFreeze(inner);
  return Object.freeze(value);
}
