// Tracks which content-types have document middlewares or lifecycle hooks.
import { isRecord } from '../../schema/raw.ts';

const READS = /^(?:before|after)(?:FindOne|FindMany|Count)$/;
const HOOKS = /^(?:before|after)(?:Create|Update|Delete|CreateMany|UpdateMany|DeleteMany)$/;

interface Follower {
  /** Null: all. */
  readonly uids: readonly string[] | null;
  readonly reads: boolean;
  readonly writes: boolean;
}

/** Notes who follows what. */
export class Observers {
  readonly #followers = new Set<Follower>();
  #documentMiddlewares = 0;

  /** Notes a document middleware. Returns what ends it. */
  documentMiddleware(): () => void {
    this.#documentMiddlewares += 1;
    return once(() => {
      this.#documentMiddlewares -= 1;
    });
  }

  /** Notes the hooks of a subscriber, or of a lifecycles file of one type. Returns what ends it. */
  subscriber(subscriber: unknown, uid?: string): () => void {
    const follower = followerOf(subscriber, uid);
    this.#followers.add(follower);
    return once(() => {
      this.#followers.delete(follower);
    });
  }

  /** True where hooks see what is read of a type. */
  seesReads(uid: string): boolean {
    return this.#follows(uid, 'reads');
  }

  /** True where a call of the document service for a type is code's to change. */
  seesCalls(): boolean {
    return this.#documentMiddlewares > 0;
  }

  /** True where code follows any type. */
  seesAnything(): boolean {
    return this.#documentMiddlewares > 0 || this.#followers.size > 0;
  }

  /** True where code runs when rows of a type are written, and may refuse. */
  seesWrites(uid: string): boolean {
    // A write of one type writes rows of others: components and links.
    return this.#documentMiddlewares > 0 || this.#follows(uid, 'writes');
  }

  #follows(uid: string, what: 'reads' | 'writes'): boolean {
    return [...this.#followers].some(
      (each) => each[what] && (each.uids === null || each.uids.includes(uid)),
    );
  }
}

function followerOf(subscriber: unknown, uid: string | undefined): Follower {
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
