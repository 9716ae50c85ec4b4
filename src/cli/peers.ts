// In charge of letters between the processes of `quoin start --workers`, which the process that made them hands on: so that
// whoever is asked for numbers can tell those of all.
import cluster from 'node:cluster';
import type { Telling } from '../http/metrics/exposition.ts';
import type { Peers } from '../http/metrics/peers.ts';

/** How long an answer is waited for, in milliseconds. */
const PATIENCE = 1000;

/** A question where it tells nothing. */
interface Letter {
  readonly kind: typeof KIND;
  /** Id of the worker that it is for; null: all but the sender. */
  readonly to: number | null;
  /** Id of the worker that sent it. */
  readonly from: number;
  /** The sender's number of a question, also in its answers. */
  readonly question: number;
  readonly telling: Telling | null;
}

const KIND = 'numbers';

/** Hands letters on, in the process that made the workers. */
export function handOnLetters(): void {
  cluster.on('message', (sender, letter: unknown) => {
    if (!isLetter(letter)) return;
    for (const worker of Object.values(cluster.workers ?? {})) {
      const isMeant = letter.to === null ? worker !== sender : worker?.id === letter.to;
      // Who is gone by now gets none.
      if (isMeant && worker?.isConnected() === true) worker.send(letter, () => undefined);
    }
  });
}

/** The other workers, as this one sees them. */
export class WorkerPeers implements Peers {
  readonly own: string;
  readonly #others: number;
  readonly #open = new Map<number, (telling: Telling) => void>();
  #questions = 0;
  #tell: (() => Telling) | null = null;

  /** @param place Which one of `of` this is */
  constructor({ own, of }: { readonly own: number; readonly of: number }) {
    this.own = String(own);
    this.#others = of - 1;
    process.on('message', (letter: unknown) => {
      if (!isLetter(letter)) return;
      const { from, question, telling } = letter;
      if (telling !== null) this.#open.get(question)?.(telling);
      else if (this.#tell) send({ to: from, question, telling: this.#tell() });
    });
  }

  answer(tell: () => Telling): void {
    this.#tell = tell;
  }

  ask(): Promise<readonly Telling[]> {
    const question = (this.#questions += 1);
    const told: Telling[] = [];
    return new Promise((resolve) => {
      const end = (): void => {
        clearTimeout(patience);
        this.#open.delete(question);
        resolve(told);
      };
      const patience = setTimeout(end, PATIENCE);
      this.#open.set(question, (telling) => {
        if (told.push(telling) === this.#others) end();
      });
      send({ to: null, question, telling: null });
    });
  }
}

function send(letter: Omit<Letter, 'kind' | 'from'>): void {
  const from = cluster.worker?.id ?? 0;
  process.send?.({ kind: KIND, from, ...letter }, undefined, {}, () => undefined);
}

function isLetter(message: unknown): message is Letter {
  return (
    typeof message === 'object' && message !== null && 'kind' in message && message.kind === KIND
  );
}
