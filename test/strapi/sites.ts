// Projects that Strapi and Quoin both serve, each on its own database.
import { rmSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'vitest';
import { openProject } from '../../src/app/project.ts';
import { createApp } from '../../src/app/server.ts';
import { openStore, type Store } from '../../src/app/store.ts';
import { makePostgresDatabase, type PostgresDatabase } from '../support/postgres-database.ts';
import { vendored } from '../support/vendored-projects.ts';
import { reads, writes } from './requests.ts';
import { makeSharedProject, startStrapi, type DatabaseVariables } from './strapi-server.ts';

/** A request; the type of a body that is not JSON is set. */
export interface SentRequest {
  readonly method?: 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  readonly body?: string | Buffer;
  readonly type?: string;
}

/** Sends a request. @returns status and body */
export type Send = (request: SentRequest) => Promise<Reply>;

export interface Reply {
  readonly status: number;
  /** Parsed if it is JSON. */
  readonly body: unknown;
}

/** Responses by the requested paths. */
export type Replies = ReadonlyMap<string, Reply>;

export type DatabaseKind = 'SQLite' | 'PostgreSQL';

/** A project on a database of its own, known to both. */
export interface Site {
  readonly kind: DatabaseKind;
  readonly folder: string;
  readonly database: DatabaseVariables;
  /** documentIds by their names. */
  readonly saved: Map<string, string>;
}

const made: PostgresDatabase[] = [];
const folders: string[] = [];

/** Creates a site without tables. */
export async function makeSite(kind: DatabaseKind): Promise<Site> {
  const folder = makeSharedProject(vendored('conformance', 'projects', 'kitchen'));
  folders.push(folder);
  return { kind, folder, saved: new Map(), database: await makeVariables(kind, folder) };
}

async function makeVariables(kind: DatabaseKind, folder: string): Promise<DatabaseVariables> {
  if (kind === 'SQLite') {
    const file = path.join(folder, '.tmp', 'data.db');
    return { DATABASE_CLIENT: 'sqlite', DATABASE_FILENAME: file };
  }
  const server = await makePostgresDatabase();
  made.push(server);
  const { host, port, database, user, password } = server.config;
  return {
    DATABASE_CLIENT: 'postgres',
    DATABASE_HOST: host,
    DATABASE_PORT: String(port),
    DATABASE_NAME: database,
    DATABASE_USERNAME: user,
    DATABASE_PASSWORD: password,
  };
}

/** Removes all sites with their databases. */
export async function dropSites(): Promise<void> {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
  for (const database of made.splice(0)) await database.drop();
}

/** Starts Quoin on a site. */
export async function withQuoin<T>(
  site: Site,
  work: (store: Store, send: (token: string) => Send) => Promise<T>,
): Promise<T> {
  const project = await openProject(site.folder, { environment: { ...site.database } });
  const app = await createApp(project, await openStore(project));
  try {
    return await work(app.store, (token) => async ({ method = 'GET', path: url, body, type }) => {
      const response = await app.server.inject({
        method,
        url,
        headers: { authorization: `Bearer ${token}`, 'content-type': type ?? 'application/json' },
        ...(body === undefined ? {} : { payload: body }),
      });
      return { status: response.statusCode, body: parsed(response.body) };
    });
  } finally {
    await app.close();
  }
}

/** Starts Strapi on a site. */
export async function withStrapi<T>(
  site: Site,
  work: (send: (token: string) => Send) => Promise<T>,
): Promise<T> {
  await using strapi = await startStrapi(site.folder, site.database);
  return await work((token) => async ({ method = 'GET', path: url, body, type }) => {
    const response = await fetch(strapi.address + url, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': type ?? 'application/json' },
      ...(body === undefined ? {} : { body: Buffer.from(body) }),
    });
    const text = await response.text();
    return { status: response.status, body: parsed(text) };
  });
}

function parsed(body: string): unknown {
  return body.startsWith('{') || body.startsWith('[') ? JSON.parse(body) : body;
}

/** Sends all writes. @param by The author, so that two sites differ */
export async function write({ saved }: Site, send: Send, by: string): Promise<void> {
  const filled = (text: string): string =>
    text.replaceAll(/\{([^{}"]+)\}/g, (whole, name: string) => saved.get(name) ?? whole);
  for (const request of writes(by)) {
    const { method } = request;
    const body = request.data && filled(JSON.stringify({ data: request.data }));
    const response = await send({
      path: filled(request.path),
      ...(method === undefined ? {} : { method }),
      ...(body === undefined ? {} : { body }),
    });
    expect([request.path, response.status, response.status >= 300 ? response.body : '']).toEqual([
      request.path,
      method === 'POST' ? 201 : method === 'DELETE' ? 204 : 200,
      '',
    ]);
    const { data } = (response.body ?? {}) as { readonly data?: { readonly documentId: string } };
    if (request.save !== undefined && data) saved.set(request.save, data.documentId);
  }
}

/** Sends all reads, and more. */
export async function readAll(send: Send, more: readonly string[] = []): Promise<Replies> {
  const responses = new Map<string, Reply>();
  for (const request of [...reads, ...more]) responses.set(request, await send({ path: request }));
  return responses;
}
