// Caches values that are derived from the schema of a model, as long as the project is served.
import type { WriteContext } from './write-context.ts';

/** A cache by model. */
export class ModelCache<T> {
  readonly #values = new WeakMap<WriteContext, Map<string, T>>();
  readonly #find: (context: WriteContext, uid: string) => T;

  /** @param find Computes the value; called once for each model */
  constructor(find: (context: WriteContext, uid: string) => T) {
    this.#find = find;
  }

  get(context: WriteContext, uid: string): T {
    const ofContext = this.#ofContext(context);
    const known = ofContext.get(uid);
    if (known !== undefined) return known;
    const found = this.#find(context, uid);
    ofContext.set(uid, found);
    return found;
  }

  #ofContext(context: WriteContext): Map<string, T> {
    const known = this.#values.get(context);
    if (known) return known;
    const added = new Map<string, T>();
    this.#values.set(context, added);
    return added;
  }
}
