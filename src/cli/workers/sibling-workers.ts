// The other workers of `quoin start --workers`, as a worker that changes the content model sees them: it asks the primary
// process, which passes commands to them.
import { SerialQueue } from '../../base/serial-queue.ts';
import type {
  ChangeFollower,
  PausedRequests,
  SiblingProcesses,
} from '../../model/sibling-processes.ts';
import {
  modelMessage,
  toModelReply,
  toModelCommand,
  type ModelCommand,
  type ModelRequest,
} from './model-messages.ts';

/** Asks the primary process, and follows its commands. */
export class SiblingWorkers implements SiblingProcesses {
  readonly #open = new Map<number, (result: boolean) => void>();
  #requestCount = 0;
  #follower: ChangeFollower | null = null;
  readonly #commands = new SerialQueue();

  constructor() {
    process.on('message', (message: unknown) => {
      const reply = toModelReply(message);
      if (reply) {
        this.#open.get(reply.id)?.(reply.result);
        this.#open.delete(reply.id);
        return;
      }
      const command = toModelCommand(message);
      if (command) void this.#commands.run(() => this.#follow(command));
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

  #request(verb: ModelRequest['verb']): Promise<boolean> {
    const id = (this.#requestCount += 1);
    return new Promise((resolve) => {
      this.#open.set(id, resolve);
      // Without its primary process, a worker ends.
      process.send?.(modelMessage({ verb, id }), undefined, {}, () => undefined);
    });
  }

  async #follow({ verb, id }: ModelCommand): Promise<void> {
    const result = await this.#execute(verb);
    process.send?.(modelMessage({ verb: 'reply', id, result }), undefined, {}, () => undefined);
  }

  async #execute(verb: ModelCommand['verb']): Promise<boolean> {
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
