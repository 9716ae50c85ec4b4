// A listening server whose content model changes while it runs, on a copy of project kitchen.
import { cpSync, mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { HostedModelChanges } from '../../src/app/model-changes/hosted-model-changes.ts';
import { LiveApp } from '../../src/app/live-app.ts';
import { openProject } from '../../src/app/project.ts';
import { createApp } from '../../src/app/server.ts';
import { openStore } from '../../src/app/store.ts';
import type { Config } from '../../src/project/config.ts';
import { ADA } from './admin.ts';
import { createToken } from './app.ts';
import { writeFiles, type ProjectFiles } from './project-folder.ts';
import { makeServerDatabase } from './server-database.ts';
import { vendored } from './vendored-projects.ts';

/** A response with a JSON body. */
export interface LiveResponse {
  readonly status: number;
  // Tests know what they expect.
  readonly body: never;
}

export interface LiveServer extends AsyncDisposable {
  readonly folder: string;
  readonly url: string;
  /** The app as started. */
  readonly config: Config;
  readonly changes: HostedModelChanges;
  /** Sends a request to the content API with a full-access token. */
  content(method: string, url: string, data?: unknown): Promise<LiveResponse>;
  /** Sends a GET request and returns the whole response. */
  get(url: string): Promise<Response>;
  /** Sends a request of the first administrator and returns the whole response. */
  fetchAdmin(url: string, init?: RequestInit): Promise<Response>;
  /** Sends a request of the first administrator. */
  admin(method: string, url: string, body?: unknown): Promise<LiveResponse>;
  /** Sends a batched request. */
  update(changes: {
    readonly contentTypes?: readonly unknown[];
    readonly components?: readonly unknown[];
  }): Promise<LiveResponse>;
  /** Reads a file of the project. */
  file(name: string): string;
  /** Closes the server but keeps its folder and database. */
  stop(): Promise<void>;
}

/**
 * Opens a server; the caller disposes of it.
 * @param isAllowed False: as in production
 * @param files Additional files of the project
 */
export async function openLiveServer(
  isAllowed: boolean = true,
  files: ProjectFiles = {},
): Promise<LiveServer> {
  const folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'quoin-live-')));
  cpSync(vendored('conformance', 'projects', 'kitchen'), folder, { recursive: true });
  writeFiles(folder, files);
  const file = path.join(folder, '.tmp', 'data.db');
  const { project, drop } = await makeServerDatabase(await openProject(folder), { file });
  const store = await openStore(project);
  const accessKey = await createToken(project, store);
  const changes = new HostedModelChanges(isAllowed);
  const app = await createApp(project, store, { changes });
  const live = await LiveApp.open({ project, app }, { variables: { ...process.env }, changes });
  await live.server.listen({ host: '127.0.0.1', port: 0 });
  const url = `http://127.0.0.1:${(live.server.server.address() as AddressInfo).port}`;
  const send = async (
    [method, target]: readonly [string, string],
    authorization: string | null,
    body: unknown,
  ): Promise<LiveResponse> => {
    const response = await fetch(`${url}${target}`, {
      method,
      headers: {
        ...(authorization === null ? {} : { authorization }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, body: (text === '' ? null : JSON.parse(text)) as never };
  };
  const registered = await send(['POST', '/admin/register-admin'], null, ADA);
  const { token } = (registered.body as { data: { token: string } }).data;
  const admin: LiveServer['admin'] = (method, target, body) =>
    send([method, target], `Bearer ${token}`, body);
  let stopped: Promise<void> | null = null;
  const stop = (): Promise<void> => (stopped ??= live.close());
  return {
    folder,
    url,
    config: project.config,
    changes,
    content: (method, target, data) =>
      send([method, target], `Bearer ${accessKey}`, data === undefined ? data : { data }),
    get: (target) =>
      fetch(`${url}${target}`, { headers: { authorization: `Bearer ${accessKey}` } }),
    fetchAdmin: (target, init) =>
      fetch(`${url}${target}`, {
        ...init,
        headers: {
          ...(init?.headers as Record<string, string> | undefined),
          authorization: `Bearer ${token}`,
          'content-type': 'application/json',
        },
      }),
    admin,
    update: ({ contentTypes = [], components = [] }) =>
      admin('POST', '/content-type-builder/update-schema', { data: { contentTypes, components } }),
    file: (name) => readFileSync(path.join(folder, name), 'utf8'),
    stop,
    [Symbol.asyncDispose]: async () => {
      await stop();
      await drop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
