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
  /** Waits until a text is printed after position `from`. @returns the output from there on */
  printed(text: string | RegExp, from?: number): Promise<string>;
  /** Length of the output, for `printed`. */
  mark(): number;
}

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
  changeDatabase(folder, mayRead('api::post.post') + mayRead('api::note.note'));
  const all = (): string => server.output().stdout + server.output().stderr;
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
    async printed(text, from = 0) {
      for (;;) {
        const since = all().slice(from);
        if (typeof text === 'string' ? since.includes(text) : text.test(since)) return since;
        await pause();
      }
    },
    mark: () => all().length,
  };
}

/** SQL that grants the public role access to the lists of a type, which need not exist. */
function mayRead(uid: string): string {
  return `insert into up_permissions (document_id, action) values ('${uid}', '${uid}.find');
    insert into up_permissions_role_lnk (permission_id, role_id)
      select last_insert_rowid(), id from up_roles where type = 'public';`;
}

function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, INTERVAL));
}
