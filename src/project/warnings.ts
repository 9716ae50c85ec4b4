// Warnings of a project, by topic, and those about settings of Strapi that have no effect.
import { toRecord, toText, valueAt } from '../schema/raw.ts';
import type { ConfigFiles } from './config-files.ts';
import { isUnsentMail } from './mail-config.ts';

/** Topic of a warning. */
export type WarningKind = 'configuration' | 'schemas' | 'routes' | 'code';

/** Warnings by topic, one per line. */
export type WarningGroups = Readonly<Record<WarningKind, readonly string[]>>;

/** All warnings in reading order. */
export function allWarnings(groups: WarningGroups): readonly string[] {
  const { configuration, schemas, routes, code } = groups;
  return [...configuration, ...schemas, ...routes, ...code];
}

/** Options of Node's servers that `http.serverOptions` may set. */
const SERVER_OPTIONS = ['requestTimeout', 'headersTimeout', 'keepAliveTimeout'];

/** Settings of config/server that have no effect. */
const SERVER = ['socket', 'proxy.http', 'proxy.https'];

/** Settings of config/database that have no effect on PostgreSQL. */
const POSTGRES = [
  'pool.afterCreate',
  'searchPath',
  'connection.application_name',
  'connection.idle_in_transaction_session_timeout',
].map((path) => `connection.${path}`);

/** Warnings about settings that Strapi applies and this program ignores. */
export function ignoredSettingWarnings({
  sections,
}: Pick<ConfigFiles, 'sections'>): readonly string[] {
  const server = sections.server.value;
  const database = sections.database.value;
  const isSet = (config: unknown) => (path: string) => Boolean(valueAt(config, path));
  const options = Object.keys(toRecord(valueAt(server, 'http.serverOptions')))
    .filter((name) => !SERVER_OPTIONS.includes(name))
    .map((name) => `http.serverOptions.${name}`);
  const isPostgres = toText(valueAt(database, 'connection.client'))?.startsWith('p') === true;
  const ignored = Object.entries({
    'config/server': [...SERVER.filter(isSet(server)), ...options],
    'config/database': isPostgres ? POSTGRES.filter(isSet(database)) : [],
  });
  const provider = toText(valueAt(sections.plugins.value, 'email.config.provider')) ?? '';
  const hasGlobalProxy = isSet(server)('proxy.global');
  return [
    ...ignored.flatMap(([file, paths]) =>
      paths.length === 0 ? [] : [`${file}: these settings have no effect: ${paths.join(', ')}.`],
    ),
    ...(hasGlobalProxy
      ? [
          'config/server: "proxy.global" applies only to strapi.fetch. Other requests are sent directly.',
        ]
      : []),
    ...(isUnsentMail(provider)
      ? [
          `Emails are written to the log with their links, because Quoin cannot send them with the provider "${provider}". Use "nodemailer" in config/plugins.`,
        ]
      : []),
  ];
}
