// Command lines of PostgreSQL's tools for the database of a project, without its password.
import type { PostgresConfig } from '../project/database-config.ts';

/** Dumps the database into a file. */
export function pgDumpCommand(config: PostgresConfig, file: string): string {
  const parts = ['pg_dump', ...connectionOf(config), `--schema=${config.schema}`];
  return [...parts, '--format=custom', `--file=${file}`].map(quoted).join(' ');
}

/** Restores a dump. */
export function pgRestoreCommand(config: PostgresConfig, file: string): string {
  const parts = ['pg_restore', ...connectionOf(config), '--clean', '--if-exists'];
  return [...parts, '--single-transaction', file].map(quoted).join(' ');
}

function connectionOf({ url, ...config }: PostgresConfig): readonly string[] {
  const { host, port, user, database } = url === undefined ? config : { ...config, ...parsed(url) };
  return [`--host=${host}`, `--port=${port}`, `--username=${user}`, `--dbname=${database}`];
}

/** A URL is complete by itself. */
function parsed(url: string): Partial<PostgresConfig> {
  if (!URL.canParse(url)) return {};
  const { hostname, port, username, pathname } = new URL(url);
  return {
    ...(hostname === '' ? {} : { host: hostname }),
    port: Number(port) || 5432,
    ...(username === '' ? {} : { user: decodeURIComponent(username) }),
    ...(pathname.length > 1 ? { database: decodeURIComponent(pathname.slice(1)) } : {}),
  };
}

/** Quotes a word for a shell. */
function quoted(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}
