// A server whose project can change at runtime: the project is read again, the database is migrated, and a new server
// takes over the same socket. If a step fails, the previous server continues unchanged.
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { IfMatch } from '../documents/preconditions/entry-tags.ts';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { AppError } from '../base/errors.ts';
import { SerialQueue } from '../base/serial-queue.ts';
import {
  NO_SIBLINGS,
  type PausedRequests,
  type SiblingProcesses,
} from '../model/sibling-processes.ts';
import { modelOf } from './content-model.ts';
import { changedTables } from './model-changes/changed-tables.ts';
import { FollowedChanges } from './model-changes/followed-changes.ts';
import { headersOf, openProject, recoverFolder } from './project.ts';
import { assertCurrentSchema, schemaTag } from './model-changes/schema-tag.ts';
import { createApp, type App } from './server.ts';
import { migrateStore, type Store } from './store.ts';
import { Relay } from '../http/connections/relay.ts';
import type { Workers } from '../http/metrics/workers.ts';
import type { HttpServer } from '../http/server.ts';
import type { Config } from '../project/config.ts';
import type { Project } from '../project/load.ts';
import type { RequestedChange } from '../model/model-changes.ts';
import { changeInProgress, type HostedModelChanges } from './model-changes/hosted-model-changes.ts';

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
  /** Changes the content model on behalf of the server's routes. */
  readonly changes: HostedModelChanges;
  /** Is called with the absolute paths of files that a change of the content model has written. */
  readonly onFiles?: (files: readonly string[]) => void;
  /** Other workers on the same port, for their metrics; null or absent in a single process. */
  readonly workers?: Workers | null;
  /** Other workers, for changes of the content model. */
  readonly siblings?: SiblingProcesses;
}

/** A served project that can be reloaded. */
export class LiveApp {
  readonly #relay: Relay;
  readonly #options: LiveOptions;
  #app: App;
  #project: Project;
  /** Reloads and changes. */
  readonly #queue = new SerialQueue();
  #closed = false;
  #followed: FollowedChanges | null = null;
  readonly #siblings: SiblingProcesses;
  /** The build of a server for the current model of the database; null if none is running. */
  #rebuild: Promise<unknown> | null = null;
  /** Resumes the requests that wait for another worker's change. */
  #resumeRequests: (() => void) | null = null;

  private constructor({ project, app }: OpenedProject, options: LiveOptions) {
    this.#relay = new Relay(app.server);
    this.#project = project;
    this.#app = app;
    this.#options = options;
    this.#siblings = options.siblings ?? NO_SIBLINGS;
    options.changes.host = this;
  }

  /** Takes ownership of an open project. */
  static async open(opened: OpenedProject, options: LiveOptions): Promise<LiveApp> {
    await opened.app.server.ready();
    const live = new LiveApp(opened, options);
    const follower = {
      current: () => ({ folder: live.#project.folder, store: live.#app.store }),
      follow: () => live.#queue.run(() => live.#follow()),
    };
    live.#followed = await FollowedChanges.start(follower, opened.project.lastChange);
    // Changes that were made while the project was read and the server was built.
    if (await live.#followed.isBehind()) await follower.follow();
    const isOutdated = await live.#siblings.join({
      pause: (requests) => live.#pause(requests),
      resume: () => live.#resume(),
    });
    if (isOutdated) await live.reload();
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
    return this.#queue.run(() => this.#reload());
  }

  /**
   * Changes the content model: files, database, and then the server.
   * @throws ModelChangeError; the previous model stays in use and nothing is changed
   */
  change(change: RequestedChange): Promise<void> {
    return this.#queue.run(async () => {
      if (this.#closed) return;
      if (!(await this.#siblings.begin())) throw changeInProgress();
      try {
        await this.#change(change);
      } finally {
        await this.#siblings.end();
      }
    });
  }

  async #change(change: RequestedChange): Promise<void> {
    await this.#follow();
    const { outdated } = this.#options.changes;
    if (outdated !== null) throw new AppError('ConflictError', outdated);
    if (change.ifMatch) await this.assertCurrent(change.ifMatch);
    const { makeModelChange } = await import('./model-changes/make-model-change.ts');
    await makeModelChange(change, {
      current: { project: this.#project, store: this.#app.store },
      pause: (requests) => this.#pauseAll(requests),
      onFiles: (files) => this.#options.onFiles?.(files),
      restore: () => restore(this.#options.variables),
      serve: (project) => this.#serve(project),
      onCommit: (key) => {
        this.#followed?.record(key);
        this.#app.store.database.forgetStatements?.();
      },
    });
  }

  /** Pauses the requests of all workers, except the one that makes the change. */
  async #pauseAll(requests: PausedRequests): Promise<() => void> {
    const paused = [this.#relay.pause(1, requests), this.#siblings.pause(requests)] as const;
    const [resume] = await Promise.all(paused);
    let end = (): void => undefined;
    if (requests === 'all') this.#rebuild = new Promise<void>((resolve) => (end = resolve));
    return () => {
      resume();
      end();
      this.#rebuild = null;
      void this.#siblings.resume();
    };
  }

  async #pause(requests: PausedRequests): Promise<void> {
    this.#resumeRequests = await this.#relay.pause(0, requests);
  }

  async #resume(): Promise<boolean> {
    await this.#queue.run(() => this.#follow());
    this.#resumeRequests?.();
    this.#resumeRequests = null;
    return this.#options.changes.outdated === null;
  }

  /** Entity tag of the content model. */
  get tag(): string {
    return schemaTag(this.#project, this.#followed?.last ?? null);
  }

  assertCurrent(ifMatch: IfMatch): Promise<void> {
    return assertCurrentSchema(ifMatch, this.tag, this.#app.store);
  }

  async catchUp(request: IncomingMessage): Promise<boolean> {
    if (!this.#relay.canResend(request)) {
      if ((await this.#followed?.isBehind()) === true) await this.#queue.run(() => this.#follow());
      // The change may be committed or noticed already, while its server is built.
      else await this.#rebuild;
    }
    return this.#relay.canResend(request);
  }

  resend(request: IncomingMessage, response: ServerResponse): void {
    this.#relay.resend(request, response);
  }

  /** Serves the changes that other processes have made on the database. */
  async #follow(): Promise<void> {
    if (this.#closed) return;
    const following = this.#followNow();
    this.#rebuild = following;
    await following;
    this.#rebuild = null;
  }

  async #followNow(): Promise<void> {
    const { changes, onFiles } = this.#options;
    try {
      const files = await this.#followed?.writeMissing();
      if (!files) return;
      onFiles?.(files);
      this.#app.store.database.forgetStatements?.();
      await this.#reload();
    } catch (error) {
      const isFirst = changes.outdated === null;
      const reason = String(error instanceof Error ? error.message : error).replace(/[.]$/, '');
      changes.outdated = `Another process has changed the content model, and this process cannot apply the change: ${reason}.`;
      if (isFirst) this.#project.log.warn(changes.outdated);
    }
  }

  /** Closes the socket after pending requests, then the database. */
  async close(): Promise<void> {
    this.#closed = true;
    this.#followed?.stop();
    await Promise.all([this.#relay.close(), this.#queue.idle()]);
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
      return await openProject(this.#project.folder, { prepareFolder: recoverFolder });
    } catch (error) {
      this.#project.code?.activate();
      throw error;
    }
  }

  async #serve(next: Project): Promise<ProjectChange> {
    const opened = await this.#open(next);
    const { project, store, app } = opened;
    const previous = { project: this.#project, store: this.#app.store };
    const closing = previous.project.code?.close();
    // In the same turn of the event loop: each task runs in one of the two.
    project.code?.runTasks(true);
    await closing;
    const { responseCache } = this.#app;
    this.#relay.replace(app.server);
    if (responseCache) app.responseCache?.takeOver(responseCache, changedTables(previous, opened));
    this.#project = project;
    this.#app = app;
    this.#options.changes.outdated = null;
    return { previous, next: { project, store } };
  }

  /** @throws if it cannot be served; the code of the old project keeps running */
  async #open(project: Project): Promise<ServedProject & { readonly app: App }> {
    try {
      // Each of these steps takes long with many types, so others get their turn in between.
      await nextTurn();
      const model = modelOf(project);
      headersOf(project);
      await nextTurn();
      const { database } = this.#app.store;
      const store = await migrateStore(project, model, { database });
      await nextTurn();
      project.code?.runTasks(false);
      const { changes, workers = null } = this.#options;
      const app = await createApp(project, store, { changes, workers });
      await app.server.ready();
      return { project, store, app };
    } catch (error) {
      await project.code?.close();
      this.#project.code?.activate();
      throw error;
    }
  }
}

/**
 * Changed settings that need a restart, one per line.
 * @param overridden Names of settings that do not come from the project
 */
export function needsRestart(
  running: Config,
  requested: Config,
  overridden: readonly string[],
): string[] {
  const settings: readonly (readonly [string, unknown, unknown])[] = [
    ['host', running.server.host, requested.server.host],
    ['port', running.server.port, requested.server.port],
    ['database', running.database, requested.database],
    ['number of threads', running.quoin.threads, requested.quoin.threads],
  ];
  return settings
    .filter(([name, now, then]) => !overridden.includes(name) && !isSame(now, then))
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
