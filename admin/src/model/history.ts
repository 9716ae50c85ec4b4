// History: the changes of a document that can be undone. Keys typed one after the other are one change.
import type { Json } from '../base/json.ts';
import type { Path } from './document.ts';

/** A change of the value at a path. Undefined: there is no value. */
export interface Patch {
  readonly path: Path;
  readonly before: Json | undefined;
  readonly after: Json | undefined;
}

interface Entry extends Patch {
  /** In milliseconds. */
  readonly at: number;
}

/** Changes of the same value within this time, in milliseconds, are one. */
const TOGETHER = 1000;

/** Most changes that can be undone. */
const LIMIT = 500;

/** Changes that were made and undone. */
export class History {
  #done: readonly Entry[] = [];
  #undone: readonly Entry[] = [];

  get canUndo(): boolean {
    return this.#done.length > 0;
  }

  get canRedo(): boolean {
    return this.#undone.length > 0;
  }

  /** Records a change. @param at In milliseconds */
  record(patch: Patch, at: number): void {
    const last = this.#done.at(-1);
    this.#undone = [];
    if (last && isTyping(last, patch) && at - last.at < TOGETHER) {
      this.#done = [...this.#done.slice(0, -1), { ...patch, before: last.before, at }];
    } else {
      this.#done = [...this.#done, { ...patch, at }].slice(-LIMIT);
    }
  }

  /** Undoes the last change and returns it; null if there is none. */
  undo(): Patch | null {
    const last = this.#done.at(-1);
    if (!last) return null;
    this.#done = this.#done.slice(0, -1);
    // Later keys start a change of their own.
    this.#undone = [...this.#undone, { ...last, at: 0 }];
    return last;
  }

  /** Redoes the change that was undone last and returns it; null if there is none. */
  redo(): Patch | null {
    const last = this.#undone.at(-1);
    if (!last) return null;
    this.#undone = this.#undone.slice(0, -1);
    this.#done = [...this.#done, last];
    return last;
  }
}

/** Only text is typed: the steps of a list, such as two moves, are undone one by one. */
function isTyping(last: Patch, next: Patch): boolean {
  return typeof next.after === 'string' && isSamePath(last.path, next.path);
}

function isSamePath(a: Path, b: Path): boolean {
  return a.join('.') === b.join('.');
}
