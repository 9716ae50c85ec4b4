// Undo history of a document. Consecutive keystrokes are one change.
import type { Json } from '../base/json.ts';
import type { Path } from './document.ts';

/** A change of the value at a path. Undefined for no value. */
export interface Patch {
  readonly path: Path;
  readonly before: Json | undefined;
  readonly after: Json | undefined;
}

interface Entry extends Patch {
  /** In milliseconds. */
  readonly at: number;
}

/** Changes of the same value within this time are merged; in milliseconds. */
const TOGETHER = 1000;

/** Maximum number of changes that can be undone. */
const LIMIT = 500;

/** Changes that can be undone and redone. */
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

  /** Undoes the last change and returns it, or null. */
  undo(): Patch | null {
    const last = this.#done.at(-1);
    if (!last) return null;
    this.#done = this.#done.slice(0, -1);
    // Later keystrokes start a new change.
    this.#undone = [...this.#undone, { ...last, at: 0 }];
    return last;
  }

  /** Redoes the most recently undone change and returns it, or null. */
  redo(): Patch | null {
    const last = this.#undone.at(-1);
    if (!last) return null;
    this.#undone = this.#undone.slice(0, -1);
    this.#done = [...this.#done, last];
    return last;
  }
}

/** Only text is merged: steps in a list, such as two moves, are undone one by one. */
function isTyping(last: Patch, next: Patch): boolean {
  return typeof next.after === 'string' && isSamePath(last.path, next.path);
}

function isSamePath(a: Path, b: Path): boolean {
  return a.join('.') === b.join('.');
}
