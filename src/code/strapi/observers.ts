// Finds the content-types with lifecycle hooks, and whether there are document middlewares.
import { toRecord, toTexts } from '../../schema/raw.ts';
import type { DocumentMiddlewares } from '../documents/document-middlewares.ts';
import type { LifecycleAction, Lifecycles } from '../lifecycles/lifecycles.ts';

const READS: readonly LifecycleAction[] = ['FindOne', 'FindMany', 'Count'];
const WRITES: readonly LifecycleAction[] = ['Create', 'Update', 'Delete'];

export interface ObserverDependencies {
  readonly lifecycles: Pick<Lifecycles, 'isObserved' | 'isEmpty'>;
  readonly middlewares: Pick<DocumentMiddlewares, 'isEmpty'>;
  /** Returns a content-type or component. */
  readonly modelOf: (uid: string) => { readonly attributes: object } | undefined;
}

/** Code that runs when documents are read or written. It can start and end at any time. */
export class Observers {
  readonly #dependencies: ObserverDependencies;
  /** uids of the rows that a write of a content-type writes: its own, and those of its components. */
  readonly #written = new Map<string, readonly string[]>();

  constructor(dependencies: ObserverDependencies) {
    this.#dependencies = dependencies;
  }

  /** Returns true if hooks run when rows of a type are read. */
  seesReads(uid: string): boolean {
    return this.#dependencies.lifecycles.isObserved(uid, READS);
  }

  /** Returns true if document middlewares run for all types. */
  seesCalls(): boolean {
    return !this.#dependencies.middlewares.isEmpty;
  }

  /** Returns true if any type has middlewares or hooks. */
  seesAnything(): boolean {
    return this.seesCalls() || !this.#dependencies.lifecycles.isEmpty;
  }

  /** Returns true if code runs when documents of a type are written, and can reject the write. */
  seesWrites(uid: string): boolean {
    const { lifecycles } = this.#dependencies;
    return (
      this.seesCalls() || this.#writtenWith(uid).some((each) => lifecycles.isObserved(each, WRITES))
    );
  }

  #writtenWith(uid: string): readonly string[] {
    const known = this.#written.get(uid);
    if (known) return known;
    const found = new Set<string>();
    const add = (each: string): void => {
      if (found.has(each)) return;
      found.add(each);
      const { attributes = {} } = this.#dependencies.modelOf(each) ?? {};
      for (const attribute of Object.values(attributes)) componentsOf(attribute).forEach(add);
    };
    add(uid);
    const list = [...found];
    this.#written.set(uid, list);
    return list;
  }
}

/** The components of a component or of a dynamic zone; none for other attributes. */
function componentsOf(attribute: unknown): readonly string[] {
  const { type, component, components } = toRecord(attribute);
  if (type === 'component') return toTexts([component]);
  return type === 'dynamiczone' ? toTexts(components) : [];
}
