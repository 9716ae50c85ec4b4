// Tracks which content-types have document middlewares or lifecycle hooks.
import { isRecord } from '../../schema/raw.ts';

const READS = /^(?:before|after)(?:FindOne|FindMany|Count)$/;
const HOOKS = /^(?:before|after)(?:Create|Update|Delete|CreateMany|UpdateMany|DeleteMany)$/;

interface Observer {
  /** `null` for all types. */
  readonly uids: readonly string[] | null;
  readonly reads: boolean;
  readonly writes: boolean;
}

/** Registers observers of content-types. */
export class Observers {
  readonly #observers = new Set<Observer>();
  #documentMiddlewares = 0;

  /** Registers a document middleware. @returns a function that unregisters it */
  documentMiddleware(): () => void {
    this.#documentMiddlewares += 1;
    return once(() => {
      this.#documentMiddlewares -= 1;
    });
  }

  /** Registers the hooks of a subscriber or of a lifecycles file. @returns a function that unregisters them */
  subscriber(subscriber: unknown, uid?: string): () => void {
    const observer = observerOf(subscriber, uid);
    this.#observers.add(observer);
    return once(() => {
      this.#observers.delete(observer);
    });
  }

  /** Returns true if hooks run when rows of a type are read. */
  seesReads(uid: string): boolean {
    return this.#observes(uid, 'reads');
  }

  /** Returns true if document middlewares run for a type. */
  seesCalls(): boolean {
    return this.#documentMiddlewares > 0;
  }

  /** Returns true if any type has middlewares or hooks. */
  seesAnything(): boolean {
    return this.#documentMiddlewares > 0 || this.#observers.size > 0;
  }

  /** Returns true if code runs when rows of a type are written, and can reject the write. */
  seesWrites(uid: string): boolean {
    // A write to one type also writes rows of components and links.
    return this.#documentMiddlewares > 0 || this.#observes(uid, 'writes');
  }

  #observes(uid: string, kind: 'reads' | 'writes'): boolean {
    return [...this.#observers].some(
      (each) => each[kind] && (each.uids === null || each.uids.includes(uid)),
    );
  }
}

function observerOf(subscriber: unknown, uid: string | undefined): Observer {
  if (!isRecord(subscriber)) return { uids: null, reads: true, writes: true };
  const { models } = subscriber;
  const names = Object.keys(subscriber);
  const listed = Array.isArray(models) ? models.filter((name) => typeof name === 'string') : null;
  return {
    uids: uid === undefined ? listed : [uid],
    reads: names.some((name) => READS.test(name)),
    writes: names.some((name) => HOOKS.test(name)),
  };
}

function once(work: () => void): () => void {
  let isDone = false;
  return () => {
    if (!isDone) work();
    isDone = true;
  };
}
