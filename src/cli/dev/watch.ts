// Reports changed files once they are stable, one change at a time and including the last one. Compares states after
// file system events, and periodically in any case.
import { setTimeout as sleep } from 'node:timers/promises';
import { changedFiles, type FileStates, type SourceFiles } from './source-files.ts';

/** Time to collect the events of one save, in milliseconds. */
const GATHER_TIME = 20;

/** How long files must be unchanged, in milliseconds. */
const SETTLE_TIME = 40;

/** Maximum time to wait for stable files, in milliseconds. */
const MAX_WAIT = 400;

/** Polling interval in milliseconds; longer if a comparison is slow, which may use a fiftieth of the time. */
const PAUSE = 500;
const PAUSE_FACTOR = 50;

/** Watches the files of a project. */
export class Watch {
  readonly #files: SourceFiles;
  #known: FileStates;
  #hinted = false;
  #ended = false;
  #wake = (): void => {};

  /** The current state is the baseline. */
  constructor(files: SourceFiles) {
    this.#files = files;
    this.#known = files.scan();
  }

  /** Accepts the current state of files that the program itself wrote. */
  accept(files: readonly string[]): void {
    const known = new Map(this.#known);
    const seen = this.#files.scan();
    for (const file of files) {
      const stamp = seen.get(file);
      if (stamp === undefined) known.delete(file);
      else known.set(file, stamp);
    }
    this.#known = known;
  }

  /**
   * Runs until `end` is called.
   * @param onChange Receives the absolute paths of changed files. It is not called concurrently; changes in the
   * meantime are reported afterwards.
   */
  async run(onChange: (files: readonly string[]) => Promise<void>): Promise<void> {
    this.#files.watch(() => this.#hint());
    let pause = 0;
    while (!this.#ended) {
      await this.#reason(pause);
      if (this.#ended) return;
      this.#hinted = false;
      const began = performance.now();
      const first = this.#files.scan();
      pause = Math.max(PAUSE, PAUSE_FACTOR * (performance.now() - began));
      const changed = changedFiles(this.#known, first);
      if (changed.length > 0) await this.#notify(await this.#settled(first), onChange);
    }
  }

  /** Stops reporting changes. */
  end(): void {
    this.#ended = true;
    this.#files.unwatch();
    this.#wake();
  }

  async #notify(
    seen: FileStates,
    onChange: (files: readonly string[]) => Promise<void>,
  ): Promise<void> {
    const changed = changedFiles(this.#known, seen);
    this.#known = seen;
    if (changed.length > 0 && !this.#ended) await onChange(changed);
  }

  /** Compares until two states are equal. */
  async #settled(first: FileStates): Promise<FileStates> {
    const end = performance.now() + MAX_WAIT;
    let seen = first;
    for (;;) {
      await sleep(SETTLE_TIME, undefined, { ref: false });
      const next = this.#files.scan();
      if (changedFiles(seen, next).length === 0 || performance.now() > end) return next;
      seen = next;
    }
  }

  /** Waits for an event, or for a number of milliseconds. */
  async #reason(milliseconds: number): Promise<void> {
    if (!this.#hinted) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, milliseconds).unref();
        this.#wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
    if (this.#hinted) await sleep(GATHER_TIME, undefined, { ref: false });
  }

  #hint(): void {
    this.#hinted = true;
    this.#wake();
  }
}
