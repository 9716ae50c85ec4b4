// Runs `quoin dev` on a folder whose files a test changes.
import { rmSync } from 'node:fs';
import path from 'node:path';
import { changeDatabase } from './other-connection.ts';
import { startQuoin, type RunningServer } from './program.ts';
import { makeProject, writeFiles, type ProjectFiles } from './project-folder.ts';

/** A running `quoin dev`. */
export interface DevServer extends RunningServer {
  readonly folder: string;
  /** Writes files, creating their folders; objects are written as JSON. */
  save(files: ProjectFiles): void;
  /** Removes a file or folder. */
  remove(name: string): void;
  /** Sends a request with the public role, which may read posts and notes. */
  get(url: string): Promise<DevResponse>;
  /** Polls until the response matches. */
  until(url: string, isWanted: (response: DevResponse) => boolean): Promise<DevResponse>;
  /** Waits until a text is printed after `from`. @returns the output from there on */
  printed(text: string | RegExp, from?: Mark): Promise<string>;
  /** Where the output ends at present, for `printed`. */
  mark(): Mark;
}

/** Length of the output. */
export interface Mark {
  readonly stdout: number;
  readonly stderr: number;
}

const START: Mark = { stdout: 0, stderr: 0 };

export interface DevResponse {
  readonly status: number;
  readonly body: { readonly data: unknown; readonly meta?: unknown };
}

/** Poll interval, in milliseconds. */
const INTERVAL = 50;

/** Serves a new project with these files. Stopped at the end of the test. */
export async function startDev(files: ProjectFiles): Promise<DevServer> {
  const folder = makeProject(files);
  const server = await startQuoin(folder, 'dev');
  for (const name of ['post', 'note']) grantFind(folder, name);
  const get = async (url: string): Promise<DevResponse> => {
    const response = await fetch(`http://127.0.0.1:${server.port}${url}`);
    return { status: response.status, body: (await response.json()) as DevResponse['body'] };
  };
  return {
    ...server,
    folder,
    get,
    save: (saved) => writeFiles(folder, saved),
    remove: (name) => rmSync(path.join(folder, name), { recursive: true }),
    async until(url, isWanted) {
      for (;;) {
        const response = await get(url);
        if (isWanted(response)) return response;
        await pause();
      }
    },
    async printed(text, from = START) {
      for (;;) {
        const { stdout, stderr } = server.output();
        const since = stdout.slice(from.stdout) + stderr.slice(from.stderr);
        if (typeof text === 'string' ? since.includes(text) : text.test(since)) return since;
        await pause();
      }
    },
    mark() {
      const { stdout, stderr } = server.output();
      return { stdout: stdout.length, stderr: stderr.length };
    },
  };
}

/** Grants the public role access to the list of a type, which need not exist. */
export function grantFind(folder: string, name: string): void {
  const uid = `api::${name}.${name}`;
  changeDatabase(
    folder,
    `insert into up_permissions (document_id, action) values ('${uid}', '${uid}.find');
    insert into up_permissions_role_lnk (permission_id, role_id)
      select last_insert_rowid(), id from up_roles where type = 'public';`,
  );
}

/** The only entry of a response. */
export function entryOf({ body }: DevResponse): Readonly<Record<string, unknown>> {
  return (body.data as readonly Readonly<Record<string, unknown>>[])[0] ?? {};
}

/** True if the only entry of a response has a field. */
export const has =
  (name: string) =>
  (response: DevResponse): boolean =>
    response.status === 200 && name in entryOf(response);

function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, INTERVAL));
}
