// In charge of a server whose project may change while it runs: the project is read again, the database follows, and
// a new server takes over behind the same socket. Where any of that fails, the old one goes on as if nothing was.
import { modelOf } from '../../app/content-model.ts';
import { headersOf, openProject } from '../../app/project.ts';
import { createApp, type App } from '../../app/server.ts';
import { fitStore, type Store } from '../../app/store.ts';
import { Relay } from '../../http/connections/relay.ts';
import type { HttpServer } from '../../http/server.ts';
import type { Config } from '../../project/config.ts';
import type { Project } from '../../project/load.ts';
import type { KeptEvaluation } from './kept-evaluation.ts';
import type { Opened } from '../serve.ts';

/** A project that is served, and where its content is. */
export interface Served {
  readonly project: Project;
  readonly store: Store;
}

/** What was served before a change, and what is served now. */
export interface Exchange {
  readonly before: Served;
  readonly after: Served;
}

/** What a project is read with. */
interface Sources {
  /** The process's own variables, as they were before any project was read: those of `.env` may go away again. */
  readonly variables: Readonly<Record<string, string | undefined>>;
  readonly code: KeptEvaluation;
}

/** A project that is served as it changes. */
export class LiveApp {
  readonly #relay: Relay;
  readonly #sources: Sources;
  #app: App;
  #project: Project;
  #reloading: Promise<unknown> = Promise.resolve();
  #closed = false;

  private constructor({ project, app }: Opened, sources: Sources) {
    this.#relay = new Relay(app.server);
    this.#project = project;
    this.#app = app;
    this.#sources = sources;
  }

  /** Takes over what was opened. */
  static async open(opened: Opened, sources: Sources): Promise<LiveApp> {
    await opened.app.server.ready();
    return new LiveApp(opened, sources);
  }

  /** What listens. */
  get server(): HttpServer {
    return this.#relay.front;
  }

  /** What is served now. */
  get project(): Project {
    return this.#project;
  }

  /**
   * Reads the project again and serves it; one call at a time. Null when it was closed meanwhile.
   * @param files Absolute paths of what was saved
   * @throws ProjectError, StorageError: the old one goes on, and the database is as it was
   */
  reload(files: readonly string[]): Promise<Exchange | null> {
    const reloading = this.#reload(files);
    this.#reloading = reloading.catch(() => undefined);
    return reloading;
  }

  /** Closes the socket when all that has begun is answered, then the database. */
  async close(): Promise<void> {
    this.#closed = true;
    await Promise.all([this.#relay.close(), this.#reloading]);
    await this.#project.code?.close();
    await this.#app.store.database.close();
  }

  async #reload(files: readonly string[]): Promise<Exchange | null> {
    if (this.#closed) return null;
    const { variables, code } = this.#sources;
    restore(variables);
    code.forget(files);
    const { project, store, app } = await this.#open(code.evaluate);
    const before = { project: this.#project, store: this.#app.store };
    await before.project.code?.close();
    this.#relay.replace(app.server);
    this.#project = project;
    this.#app = app;
    return { before, after: { project, store } };
  }

  /** @throws what keeps it from being served: the code of the old one goes on */
  async #open(evaluate: KeptEvaluation['evaluate']): Promise<Served & { readonly app: App }> {
    let opened: Project | null = null;
    try {
      const project = await openProject(this.#project.folder, { evaluate });
      opened = project;
      const model = modelOf(project);
      headersOf(project);
      const store = await fitStore(project, model, this.#app.store.database);
      const app = await createApp(project, store);
      await app.server.ready();
      return { project, store, app };
    } catch (error) {
      await opened?.code?.close();
      this.#project.code?.activate();
      throw error;
    }
  }
}

/** What only a new start can change: where it listens, unless that was `given`, its database and its threads. A line each. */
export function needsRestart(running: Config, wanted: Config, given: readonly string[]): string[] {
  const settings: readonly (readonly [string, unknown, unknown])[] = [
    ['host', running.server.host, wanted.server.host],
    ['port', running.server.port, wanted.server.port],
    ['database', running.database, wanted.database],
    ['number of threads', running.quoin.threads, wanted.quoin.threads],
  ];
  return settings
    .filter(([name, now, then]) => !given.includes(name) && !isSame(now, then))
    .map(([name]) => `The ${name} changed. Restart to apply it.`);
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

function restore(variables: Sources['variables']): void {
  for (const name of Object.keys(process.env)) {
    if (!Object.hasOwn(variables, name)) delete process.env[name];
  }
  Object.assign(process.env, variables);
}
