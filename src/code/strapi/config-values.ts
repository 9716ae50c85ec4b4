// The values of `strapi.config`: configuration files of the project, and the values that Strapi adds.
import type { Config } from '../../project/config.ts';
import { isRecord, toRecord } from '../../schema/raw.ts';
import { copyOf } from './config.ts';
import { configUrls } from './config-urls.ts';
import type { Fields } from './code-values.ts';

/** The version of Strapi whose behavior Quoin has. */
const STRAPI_VERSION = '5.54.0';

/** Values by file name, in objects that code may change. */
export function configValues(
  files: Readonly<Record<string, unknown>>,
  { config, manifest }: { readonly config: Config; readonly manifest: object },
): Fields {
  const own: Fields = Object.fromEntries(
    Object.entries(files).map(([name, value]) => [name, copyOf(value)]),
  );
  const { server, database, api, nodeEnv } = config;
  const { rest } = api;
  const { host, port } = server;
  const urls = configUrls({
    host,
    port,
    serverUrl: toRecord(own['server'])['url'],
    adminUrl: toRecord(own['admin'])['url'],
    environment: nodeEnv,
  });
  const { strapi: identity } = toRecord(manifest);
  return {
    ...own,
    ...pluginConfigs(own['plugins']),
    environment: nodeEnv,
    launchedAt: Date.now(),
    autoReload: false,
    uuid: toRecord(identity)['uuid'],
    info: { ...toRecord(copyOf(manifest)), strapi: STRAPI_VERSION },
    server: { ...over({ host, port }, own['server']), ...urls.server },
    admin: { ...over({ serveAdminPanel: true }, own['admin']), ...urls.admin },
    database: over({ connection: { client: database.client } }, own['database']),
    api: over(
      {
        rest: {
          prefix: rest.prefix,
          defaultLimit: rest.defaultLimit,
          maxLimit: rest.maxLimit,
          withCount: rest.withCount,
        },
      },
      own['api'],
    ),
    middlewares: own['middlewares'],
    features: over({ future: {} }, own['features']),
  };
}

/** Adds the configuration of each plugin under its name. */
function pluginConfigs(plugins: unknown): Fields {
  return Object.fromEntries(
    Object.entries(toRecord(plugins)).map(([name, value]) => [
      `plugin::${name}`,
      toRecord(toRecord(value)['config']),
    ]),
  );
}

/** Overrides defaults with the values of a project, two levels deep. */
function over(base: Fields, own: unknown): Fields {
  const merged: Fields = { ...base };
  for (const [name, value] of Object.entries(toRecord(own))) {
    const existing = merged[name];
    merged[name] = isRecord(existing) && isRecord(value) ? { ...existing, ...value } : value;
  }
  return merged;
}
