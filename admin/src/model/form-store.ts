// Form store: one immutable document, with subscriptions by path. A key touches the field that it changes, and nothing else.
import type { Json } from '../base/json.ts';
import {
  isRelated,
  samePlace,
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

/** What is typed into a form, and what it started from. */
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

  /** The document as the server has it. */
  get base(): Document {
    return this.#base;
  }

  /** The document as it is shown. */
  get current(): Document {
    return this.#current;
  }

  get canUndo(): boolean {
    return this.#history.canUndo;
  }

  get canRedo(): boolean {
    return this.#history.canRedo;
  }

  /** The value at a path; null if there is none. */
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

  /** Undoes the last change. Returns its path, or null if there is none. */
  undo(): Path | null {
    return this.#replay(this.#history.undo(), 'before');
  }

  /** Redoes the change that was undone last. Returns its path, or null if there is none. */
  redo(): Path | null {
    return this.#replay(this.#history.redo(), 'after');
  }

  /** Replaces both documents, such as after a save. Changes can still be undone. */
  rebase(base: Document, current: Document): void {
    const previous = this.#current;
    this.#base = base;
    this.#current = current;
    for (const { path, notify } of this.#subscriptions) {
      if (path.length === 0 || valueAt(previous, path) !== valueAt(current, path)) notify();
    }
  }

  /** Completes a value that was not loaded yet, in both documents: this is no change. */
  fill(path: Path, complete: (value: Json) => Json): void {
    const place = samePlace(path, this.#current, this.#base);
    const base = place && valueAt(this.#base, place);
    if (place && base !== undefined) {
      this.#base = withValueAt(this.#base, place, complete(base)) as Document;
    }
    this.#apply(path, complete(this.read(path)));
  }

  /** Calls a function when the value at a path, a part of it or the whole around it changes. Returns a function that ends this. */
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
    // A path has at least one name, so the result is an object.
    this.#current = withValueAt(this.#current, path, value) as Document;
    for (const each of this.#subscriptions) if (isRelated(each.path, path)) each.notify();
  }
}
