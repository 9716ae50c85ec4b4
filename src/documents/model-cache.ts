// Caches values that are derived from the schema of a model, as long as the project is served.
import type { WriteContext } from './write-context.ts';

export class ModelCache<T> {
  readonly #values = new WeakMap<WriteContext, Map<string, T>>();
  readonly #find: (context: WriteContext, uid: string) => T;

  /** @param find Computes the value; called once for each model */
  constructor(find: (context: WriteContext, uid: string) => T) {
    this.#find = find;
  }

  get(context: WriteContext, uid: string): T {
    const ofContext = this.#ofContext(context);
    const cached = ofContext.get(uid);
    if (cached !== undefined) return cached;
    const found = this.#find(context, uid);
    ofContext.set(uid, found);
    return found;
  }

  #ofContext(context: WriteContext): Map<string, T> {
    const cached = this.#values.get(context);
    if (cached) return cached;
    const added = new Map<string, T>();
    this.#values.set(context, added);
    return added;
  }
}
