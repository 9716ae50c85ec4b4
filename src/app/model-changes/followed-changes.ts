// Detects changes of the content model by other processes on the same database, so that this process serves the new
// model as well.
import { join } from 'node:path';
import { readChanges, readLastChange, type RecordedChange } from '../../model/change-log.ts';
import { writeFiles } from '../../model/files/journal.ts';
import { missingFiles } from '../../model/recorded-files.ts';
import { projectFiles } from './project-files.ts';
import { RowStatements } from '../../storage/statements/row-statements.ts';
import type { Store } from '../store.ts';

/** How often the log of changes is read, in milliseconds. */
const INTERVAL = 1000;

/** A process that serves a content model. */
export interface Follower {
  /** The current project and store. */
  readonly current: () => { readonly folder: string; readonly store: Store };
  /** Is called once for changes of other processes. It must not throw. */
  readonly follow: () => Promise<void>;
}

/** Watches the log of changes. */
export class FollowedChanges {
  readonly #follower: Follower;
  /** Key of the last change that is served. */
  #known: string | null;
  #timer: NodeJS.Timeout | null = null;
  #isBusy = false;
  #version = -1;

  private constructor(follower: Follower, known: string | null) {
    this.#follower = follower;
    this.#known = known;
  }

  /** Begins with what is served now. @param known Key of the last change that is served; undefined: the last one */
  static async start(
    follower: Follower,
    known: string | null | undefined,
  ): Promise<FollowedChanges> {
    const first = known === undefined ? await readLast(follower) : known;
    const watched = new FollowedChanges(follower, first);
    watched.#timer = setInterval(() => void watched.#poll(), INTERVAL);
    watched.#timer.unref();
    return watched;
  }

  /** This process serves its own change. */
  record(key: string): void {
    this.#known = key;
  }

  /** Key of the last change that is served. */
  get last(): string | null {
    return this.#known;
  }

  /** Returns true if there is a change that this process has not served yet. */
  async isBehind(): Promise<boolean> {
    return (await readLast(this.#follower)) !== this.#known;
  }

  /**
   * Writes the files of changes that this process has not served yet, where its own project does not have them.
   * @returns the paths of changed files, or null if there is no such change
   * @throws Error if its files are not those that the changes began with
   */
  async writeMissing(): Promise<readonly string[] | null> {
    const { folder, store } = this.#follower.current();
    const { database, layout } = store;
    const statements = new RowStatements(database.dialect, layout);
    const changes = await database.read(readChanges(statements, database.dialect));
    const last = changes.at(-1)?.key ?? null;
    if (last === this.#known) return null;
    const lastSeen = changes.findIndex(({ key }) => key === this.#known);
    const written = writeMissingFiles(folder, changes.slice(lastSeen + 1));
    this.#known = last;
    return written;
  }

  stop(): void {
    if (this.#timer !== null) clearInterval(this.#timer);
  }

  async #poll(): Promise<void> {
    if (this.#isBusy) return;
    const { database } = this.#follower.current().store;
    // Without a commit there is no change.
    const version = database.version();
    if (database.dialect.reportsForeignCommits && version === this.#version) return;
    this.#isBusy = true;
    try {
      if (await this.isBehind()) await this.#follower.follow();
      this.#version = version;
    } catch {
      // The database is unreachable or closed; the next poll retries.
    } finally {
      this.#isBusy = false;
    }
  }
}

function readLast({ current }: Follower): Promise<string | null> {
  const { database } = current().store;
  return database.read(readLastChange());
}

/** @throws Error if a file has a text that no change has recorded */
function writeMissingFiles(folder: string, changes: readonly RecordedChange[]): readonly string[] {
  const { files, others } = missingFiles(changes, projectFiles(folder));
  if (others[0] !== undefined) {
    throw new Error(`${others[0]} differs from the file that was changed`);
  }
  writeFiles(folder, files, 'after');
  return files.map(({ path }) => join(folder, path));
}
