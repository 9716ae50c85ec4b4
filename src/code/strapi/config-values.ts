// The values of `strapi.config`: configuration files of the project, and the values that Strapi adds.
import type { Config } from '../../project/config.ts';
import { isRecord, toRecord } from '../../schema/raw.ts';
import { copyOf } from './config.ts';
import type { Fields } from './strapi.ts';

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
  return {
    ...own,
    ...pluginConfigs(own['plugins']),
    environment: nodeEnv,
    info: copyOf(manifest),
    server: over({ host: server.host, port: server.port, url: server.url }, own['server']),
    admin: over({}, own['admin']),
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
