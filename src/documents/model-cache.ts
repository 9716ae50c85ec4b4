// Caches values that are derived from the schema of a model, as long as the project is served.
import type { WriteContext } from './write-context.ts';

/** A cache by model. */
export class ModelCache<T> {
  readonly #kept = new WeakMap<WriteContext, Map<string, T>>();
  readonly #find: (context: WriteContext, uid: string) => T;

  /** @param find Computes the value; called once for each model */
  constructor(find: (context: WriteContext, uid: string) => T) {
    this.#find = find;
  }

  get(context: WriteContext, uid: string): T {
    const ofContext = this.#kept.get(context) ?? new Map<string, T>();
    this.#kept.set(context, ofContext);
    const found = ofContext.get(uid) ?? this.#find(context, uid);
    ofContext.set(uid, found);
    return found;
  }
}
