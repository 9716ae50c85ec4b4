// The other workers of `quoin start --workers`, as a worker that changes the content model sees them: it asks the primary
// process, which passes orders to them.
import { SerialQueue } from '../../base/serial-queue.ts';
import type {
  ChangeFollower,
  PausedRequests,
  SiblingProcesses,
} from '../../model/sibling-processes.ts';
import {
  modelMessage,
  toModelReply,
  toModelOrder,
  type ModelOrder,
  type ModelQuestion,
} from './model-messages.ts';

/** Asks the primary process, and follows its orders. */
export class SiblingWorkers implements SiblingProcesses {
  readonly #open = new Map<number, (result: boolean) => void>();
  #questions = 0;
  #follower: ChangeFollower | null = null;
  readonly #orders = new SerialQueue();

  constructor() {
    process.on('message', (message: unknown) => {
      const answer = toModelReply(message);
      if (answer) {
        this.#open.get(answer.id)?.(answer.result);
        this.#open.delete(answer.id);
        return;
      }
      const order = toModelOrder(message);
      if (order) void this.#orders.run(() => this.#follow(order));
    });
  }

  join(follower: ChangeFollower): Promise<boolean> {
    this.#follower = follower;
    return this.#request('join');
  }

  begin(): Promise<boolean> {
    return this.#request('begin');
  }

  async pause(requests: PausedRequests): Promise<void> {
    await this.#request(requests === 'all' ? 'pause' : 'pauseWrites');
  }

  async resume(): Promise<void> {
    await this.#request('resume');
  }

  async end(): Promise<void> {
    await this.#request('end');
  }

  #request(verb: ModelQuestion['verb']): Promise<boolean> {
    const id = (this.#questions += 1);
    return new Promise((resolve) => {
      this.#open.set(id, resolve);
      // Without its primary process, a worker ends.
      process.send?.(modelMessage({ verb, id }), undefined, {}, () => undefined);
    });
  }

  async #follow({ verb, id }: ModelOrder): Promise<void> {
    const result = await this.#execute(verb);
    process.send?.(modelMessage({ verb: 'answer', id, result }), undefined, {}, () => undefined);
  }

  async #execute(verb: ModelOrder['verb']): Promise<boolean> {
    if (this.#follower === null) return true;
    try {
      if (verb === 'resume') return await this.#follower.resume();
      await this.#follower.pause(verb === 'pause' ? 'all' : 'writes');
      return true;
    } catch (error) {
      console.error(error);
      return false;
    }
  }
}
