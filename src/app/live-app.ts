// A server whose project can change at runtime: the project is read again, the database is migrated, and a new server
// takes over the same socket. If a step fails, the previous server continues unchanged.
import { AppError } from '../base/errors.ts';
import { modelOf } from './content-model.ts';
import { FollowedChanges } from './followed-changes.ts';
import { headersOf, openProject } from './project.ts';
import { createApp, type App } from './server.ts';
import { fitStore, type Store } from './store.ts';
import { Relay } from '../http/connections/relay.ts';
import type { HttpServer } from '../http/server.ts';
import type { Config } from '../project/config.ts';
import type { Project } from '../project/load.ts';
import type { RequestedChange } from '../model/model-changes.ts';
import type { HostedModelChanges } from './hosted-model-changes.ts';

/** A project and its server. */
export interface OpenedProject {
  readonly project: Project;
  readonly app: App;
}

/** A served project and its store. */
export interface ServedProject {
  readonly project: Project;
  readonly store: Store;
}

/** The project before and after a change. */
export interface ProjectChange {
  readonly previous: ServedProject;
  readonly next: ServedProject;
}

/** Environment of the process before a project was read; variables of `.env` may be removed later. */
type Variables = Readonly<Record<string, string | undefined>>;

/** How a project is served. */
export interface LiveOptions {
  readonly variables: Variables;
  /** What the routes of the server use to change its content model. */
  readonly changes: HostedModelChanges;
  /** Is called with the absolute paths of files that a change of the content model has written. */
  readonly onFiles?: (files: readonly string[]) => void;
}

/** A served project that can be reloaded. */
export class LiveApp {
  readonly #relay: Relay;
  readonly #options: LiveOptions;
  #app: App;
  #project: Project;
  /** Reloads and changes run one after another. */
  #last: Promise<unknown> = Promise.resolve();
  #closed = false;
  #followed: FollowedChanges | null = null;

  private constructor({ project, app }: OpenedProject, options: LiveOptions) {
    this.#relay = new Relay(app.server);
    this.#project = project;
    this.#app = app;
    this.#options = options;
    options.changes.host = this;
  }

  /** Takes ownership of an open project. */
  static async open(opened: OpenedProject, options: LiveOptions): Promise<LiveApp> {
    await opened.app.server.ready();
    const live = new LiveApp(opened, options);
    live.#followed = await FollowedChanges.start({
      current: () => ({ folder: live.#project.folder, store: live.#app.store }),
      follow: () => live.#inTurn(() => live.#follow()),
    });
    return live;
  }

  /** The HTTP server. */
  get server(): HttpServer {
    return this.#relay.front;
  }

  /** The current project. */
  get project(): Project {
    return this.#project;
  }

  /**
   * Reads and serves the project again; call it once at a time. @returns null if it was closed in the meantime
   * @throws ProjectError or StorageError; the previous project stays in use and the database is unchanged
   */
  reload(): Promise<ProjectChange | null> {
    return this.#inTurn(() => this.#reload());
  }

  /**
   * Changes the content model: files, database, and then the server.
   * @throws ModelChangeError; the previous model stays in use and nothing is changed
   */
  change(change: RequestedChange): Promise<void> {
    return this.#inTurn(async () => {
      if (this.#closed) return;
      await this.#follow();
      const { outdated } = this.#options.changes;
      if (outdated !== null) throw new AppError('ConflictError', outdated);
      const { makeModelChange } = await import('./make-model-change.ts');
      await makeModelChange(change, {
        current: { project: this.#project, store: this.#app.store },
        hold: () => this.#relay.hold(),
        onFiles: (files) => this.#options.onFiles?.(files),
        restore: () => restore(this.#options.variables),
        serve: (project) => this.#serve(project),
        onCommit: (key) => this.#followed?.note(key),
      });
    });
  }

  /** Serves the changes that other processes have made on the database. */
  async #follow(): Promise<void> {
    if (this.#closed) return;
    const { changes, onFiles } = this.#options;
    try {
      const files = await this.#followed?.writeMissing();
      if (!files) return;
      onFiles?.(files);
      await this.#reload();
    } catch (error) {
      const isFirst = changes.outdated === null;
      const reason = String(error instanceof Error ? error.message : error).replace(/[.]$/, '');
      changes.outdated = `Another process has changed the content model, and this one cannot follow: ${reason}.`;
      if (isFirst) process.stderr.write(`${changes.outdated}\n`);
    }
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#last.then(work);
    this.#last = done.catch(() => undefined);
    return done;
  }

  /** Closes the socket after pending requests, then the database. */
  async close(): Promise<void> {
    this.#closed = true;
    this.#followed?.stop();
    await Promise.all([this.#relay.close(), this.#last]);
    await this.#project.code?.close();
    await this.#app.store.database.close();
  }

  async #reload(): Promise<ProjectChange | null> {
    if (this.#closed) return null;
    restore(this.#options.variables);
    return this.#serve(await this.#read());
  }

  /** Reads the project again. @throws ProjectError: the code of the previous one is active again */
  async #read(): Promise<Project> {
    try {
      return await openProject(this.#project.folder);
    } catch (error) {
      this.#project.code?.activate();
      throw error;
    }
  }

  async #serve(opened: Project): Promise<ProjectChange> {
    const { project, store, app } = await this.#open(opened);
    const previous = { project: this.#project, store: this.#app.store };
    await previous.project.code?.close();
    this.#relay.replace(app.server);
    this.#project = project;
    this.#app = app;
    this.#options.changes.outdated = null;
    return { previous, next: { project, store } };
  }

  /** @throws what keeps it from being served: the code of the old one goes on */
  async #open(project: Project): Promise<ServedProject & { readonly app: App }> {
    try {
      const model = modelOf(project);
      headersOf(project);
      const store = await fitStore(project, model, this.#app.store.database);
      const app = await createApp(project, store, { changes: this.#options.changes });
      await app.server.ready();
      return { project, store, app };
    } catch (error) {
      await project.code?.close();
      this.#project.code?.activate();
      throw error;
    }
  }
}

/** Settings that need a restart, one per line: the listen address unless it was `given`, the database and threads. */
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

function restore(variables: Variables): void {
  for (const name of Object.keys(process.env)) {
    if (!Object.hasOwn(variables, name)) delete process.env[name];
  }
  Object.assign(process.env, variables);
}
