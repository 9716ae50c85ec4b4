// In charge of when a change of files counts: once they stay as they are, one change at a time, and never without
// the last. It looks when the file system hints at something, and now and then all the same.
import { setTimeout as sleep } from 'node:timers/promises';
import { changedFiles, type Seen, type SourceFiles } from './source-files.ts';

/** What one save hints at several times is looked at once, in milliseconds. */
const GATHERED = 20;

/** For how long files must stay as they are, in milliseconds. */
const SETTLED = 40;

/** How long to wait for files that never settle, in milliseconds. */
const LONGEST_WAIT = 400;

/** Between looks that nothing hinted at, in milliseconds; longer where looking takes long: a fiftieth of the time. */
const PAUSE = 500;
const PAUSE_FACTOR = 50;

/** Watches the files of a project. */
export class Watch {
  readonly #files: SourceFiles;
  #known: Seen;
  #hinted = false;
  #ended = false;
  #wake = (): void => {};

  /** What is there now is known. */
  constructor(files: SourceFiles) {
    this.#files = files;
    this.#known = files.look();
  }

  /** A file as it is now is known: it was written by the program itself. */
  accept(file: string): void {
    const known = new Map(this.#known);
    const stamp = this.#files.look().get(file);
    if (stamp === undefined) known.delete(file);
    else known.set(file, stamp);
    this.#known = known;
  }

  /**
   * Runs until `end`.
   * @param onChange Gets the absolute paths of files that were written, added or removed. While it works nothing else
   * is called; what changes meanwhile is told afterwards.
   */
  async run(onChange: (files: readonly string[]) => Promise<void>): Promise<void> {
    this.#files.watch(() => this.#hint());
    let pause = 0;
    while (!this.#ended) {
      await this.#reason(pause);
      if (this.#ended) return;
      this.#hinted = false;
      const began = performance.now();
      const first = this.#files.look();
      pause = Math.max(PAUSE, PAUSE_FACTOR * (performance.now() - began));
      const changed = changedFiles(this.#known, first);
      if (changed.length > 0) await this.#tell(await this.#settled(first), onChange);
    }
  }

  /** Tells of no more changes. */
  end(): void {
    this.#ended = true;
    this.#files.unwatch();
    this.#wake();
  }

  async #tell(seen: Seen, onChange: (files: readonly string[]) => Promise<void>): Promise<void> {
    const changed = changedFiles(this.#known, seen);
    this.#known = seen;
    if (changed.length > 0 && !this.#ended) await onChange(changed);
  }

  /** Looks until two looks see the same. */
  async #settled(first: Seen): Promise<Seen> {
    const end = performance.now() + LONGEST_WAIT;
    let seen = first;
    for (;;) {
      await sleep(SETTLED, undefined, { ref: false });
      const next = this.#files.look();
      if (changedFiles(seen, next).length === 0 || performance.now() > end) return next;
      seen = next;
    }
  }

  /** Waits for a hint, or for so many milliseconds. */
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
    if (this.#hinted) await sleep(GATHERED, undefined, { ref: false });
  }

  #hint(): void {
    this.#hinted = true;
    this.#wake();
  }
}
