// In charge of what is worked out once for a model of a project, and kept as long as the project is served.
import type { WriteContext } from './write-context.ts';

/** What follows from the schema of one model. */
export class PerModel<T> {
  readonly #kept = new WeakMap<WriteContext, Map<string, T>>();
  readonly #find: (context: WriteContext, uid: string) => T;

  /** @param find Works it out; called once a model */
  constructor(find: (context: WriteContext, uid: string) => T) {
    this.#find = find;
  }

  of(context: WriteContext, uid: string): T {
    const ofContext = this.#kept.get(context) ?? new Map<string, T>();
    this.#kept.set(context, ofContext);
    const found = ofContext.get(uid) ?? this.#find(context, uid);
    ofContext.set(uid, found);
    return found;
  }
}
