// Form store: an immutable document with subscriptions by path. A keystroke only notifies subscribers of the changed field.
import type { Json } from '../base/json.ts';
import {
  isRelated,
  correspondingPath,
  valueAt,
  withValueAt,
  type Document,
  type Path,
} from './document.ts';
import { History, type Patch } from './history.ts';

interface Subscription {
  readonly path: Path;
  readonly notify: () => void;
}

/** Current and initial state of a form. */
export class FormStore {
  #base: Document;
  #current: Document;
  readonly #history = new History();
  readonly #subscriptions = new Set<Subscription>();
  readonly #now: () => number;

  /** @param now Clock in milliseconds */
  constructor(base: Document, now: () => number = Date.now) {
    this.#base = base;
    this.#current = base;
    this.#now = now;
  }

  /** The document on the server. */
  get base(): Document {
    return this.#base;
  }

  /** The current document. */
  get current(): Document {
    return this.#current;
  }

  get canUndo(): boolean {
    return this.#history.canUndo;
  }

  get canRedo(): boolean {
    return this.#history.canRedo;
  }

  /** Returns the value at a path, or null. */
  read(path: Path): Json {
    return valueAt(this.#current, path) ?? null;
  }

  /** Changes the value at a path. */
  write(path: Path, value: Json): void {
    const before = valueAt(this.#current, path);
    if (before === value) return;
    this.#history.record({ path, before, after: value }, this.#now());
    this.#apply(path, value);
  }

  /** Undoes the last change. Returns its path, or null without one. */
  undo(): Path | null {
    return this.#replay(this.#history.undo(), 'before');
  }

  /** Redoes the most recently undone change. Returns its path, or null without one. */
  redo(): Path | null {
    return this.#replay(this.#history.redo(), 'after');
  }

  /** Replaces both documents, for example after a save. Earlier changes can still be undone. */
  rebase(base: Document, current: Document): void {
    const previous = this.#current;
    this.#base = base;
    this.#current = current;
    for (const { path, notify } of this.#subscriptions) {
      if (path.length === 0 || valueAt(previous, path) !== valueAt(current, path)) notify();
    }
  }

  /** Completes a partially loaded value in both documents, which is not a change. */
  fill(path: Path, complete: (value: Json) => Json): void {
    const target = correspondingPath(path, this.#current, this.#base);
    const base = target && valueAt(this.#base, target);
    if (target && base !== undefined) {
      this.#base = withValueAt(this.#base, target, complete(base)) as Document;
    }
    this.#apply(path, complete(this.read(path)));
  }

  /** Subscribes to changes of the value at a path, of its parts and of its ancestors. Returns a function that unsubscribes. */
  subscribe(path: Path, notify: () => void): () => void {
    const subscription = { path, notify };
    this.#subscriptions.add(subscription);
    return () => this.#subscriptions.delete(subscription);
  }

  #replay(patch: Patch | null, side: 'before' | 'after'): Path | null {
    if (patch === null) return null;
    this.#apply(patch.path, patch[side]);
    return patch.path;
  }

  #apply(path: Path, value: Json | undefined): void {
    // A path has at least one segment, so the result is an object.
    this.#current = withValueAt(this.#current, path, value) as Document;
    for (const each of this.#subscriptions) if (isRelated(each.path, path)) each.notify();
  }
}
