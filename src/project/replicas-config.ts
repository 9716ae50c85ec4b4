// Parses the PostgreSQL replicas of the primary: URLs, or objects in the form of `connection.connection`. Missing
// values are those of the primary.
import type { PostgresServer } from '../base/postgres-server.ts';
import { isRecord } from '../schema/raw.ts';
import type { ConfigReader } from './config-reader.ts';

const PATH = 'connection.replicas';

/** Parses the replicas. @param listed Comma-separated URLs, used if the configuration has none */
export function parseReplicas(
  reader: ConfigReader,
  listed: string | undefined,
  primary: PostgresServer,
): readonly PostgresServer[] {
  const value = reader.value(PATH) ?? listed ?? [];
  const entries: unknown = typeof value === 'string' ? value.split(',') : value;
  if (!Array.isArray(entries)) return reader.reportInvalid(PATH, 'a list of servers', []);
  return entries
    .filter((entry) => typeof entry !== 'string' || entry.trim() !== '')
    .flatMap((entry: unknown, index) => {
      const server = serverOf(reader, `${PATH}[${index}]`, { entry, primary });
      return server === null ? [] : [server];
    });
}

interface Entry {
  readonly entry: unknown;
  readonly primary: PostgresServer;
}

/** Reports an invalid entry without its content, which may contain a password. */
function serverOf(
  reader: ConfigReader,
  path: string,
  { entry, primary }: Entry,
): PostgresServer | null {
  const server = isRecord(entry)
    ? fromRecord(reader.within(path, entry), primary)
    : fromAddress(typeof entry === 'string' ? entry.trim() : '', primary);
  if (server !== null) return server;
  const message =
    'This must name a server: an address such as "postgres://user:password@host:5432/database", or an object with a host.';
  reader.note(path, message);
  return null;
}

function fromRecord(reader: ConfigReader, primary: PostgresServer): PostgresServer | null {
  const address = reader.text('connectionString', '');
  const ssl = reader.value('ssl');
  const shared = {
    ...primary,
    ...(isRecord(ssl) || typeof ssl === 'boolean' ? { ssl } : {}),
  };
  if (address !== '') return fromAddress(address, shared);
  const host = reader.text('host', '');
  if (host === '') return null;
  const own = {
    host,
    port: reader.whole('port', undefined, 1),
    database: reader.text('database', undefined),
    user: reader.text('user', undefined),
    password: reader.text('password', undefined),
  };
  if (primary.url !== undefined) return withAddress(shared, changed(primary.url, own));
  return {
    ...shared,
    host,
    port: own.port ?? primary.port,
    database: own.database ?? primary.database,
    user: own.user ?? primary.user,
    password: own.password ?? primary.password,
  };
}

/** A URL that is complete; other values are ignored. */
function fromAddress(text: string, primary: PostgresServer): PostgresServer | null {
  const address = parseAddress(text);
  if (address === null) return null;
  const shared = addressOf(primary);
  address.username ||= shared?.username ?? '';
  address.password ||= shared?.password ?? '';
  if (/^\/?$/.test(address.pathname)) address.pathname = shared?.pathname ?? '';
  address.search ||= shared?.search ?? '';
  return withAddress(primary, address);
}

function withAddress(shared: PostgresServer, address: URL | null): PostgresServer | null {
  return address && { ...shared, url: address.href };
}

interface Parts {
  readonly host: string;
  readonly port?: number | undefined;
  readonly database?: string | undefined;
  readonly user?: string | undefined;
  readonly password?: string | undefined;
}

function changed(url: string, { host, port, database, user, password }: Parts): URL | null {
  const address = parseAddress(url);
  if (address === null) return null;
  address.hostname = host;
  if (port !== undefined) address.port = String(port);
  if (database !== undefined) address.pathname = encodeURI(database);
  if (user !== undefined) address.username = encodeURIComponent(user);
  if (password !== undefined) address.password = encodeURIComponent(password);
  return address;
}

function addressOf({ url, ...parts }: PostgresServer): URL | null {
  return url === undefined ? changed('postgres://host', parts) : parseAddress(url);
}

function parseAddress(text: string): URL | null {
  if (!URL.canParse(text)) return null;
  const address = new URL(text);
  return /^postgres(?:ql)?:$/.test(address.protocol) && address.hostname !== '' ? address : null;
}
