// Changes of the content model in the primary process of `quoin start --workers`: at most one worker makes one at a time,
// and the others wait, follow, or are replaced.
import cluster, { type Worker } from 'node:cluster';
import { modelMessage, toModelReply, toModelRequest, type ModelCommand } from './model-messages.ts';

/** How long a worker may take until its requests wait, and until it serves a changed model, in milliseconds. */
const TIMEOUTS = { pauseWrites: 10_000, pause: 10_000, resume: 60_000 } as const;

interface PendingCommand {
  readonly worker: Worker;
  readonly finish: (result: boolean) => void;
}

interface JoiningWorker {
  readonly worker: Worker;
  readonly id: number;
}

/**
 * Coordinates changes of the content model by all workers, for as long as the process runs.
 * @param replace Closes a worker that cannot apply a change
 */
export function coordinateChanges(replace: (worker: Worker) => void): void {
  new ModelChangeCoordinator(replace).listen();
}

/** Passes requests and commands between workers. */
class ModelChangeCoordinator {
  /** The worker that makes a change, or null. */
  #owner: Worker | null = null;
  /** Number of changes that have ended, and what it was when each worker was started. */
  #ended = 0;
  readonly #endedBefore = new WeakMap<Worker, number>();
  /** Workers that follow changes. */
  readonly #members = new Set<Worker>();
  /** Workers that join after the current change. */
  #joining: JoiningWorker[] = [];
  readonly #commands = new Map<number, PendingCommand>();
  #lastCommand = 0;
  readonly #replace: (worker: Worker) => void;

  constructor(replace: (worker: Worker) => void) {
    this.#replace = replace;
  }

  listen(): void {
    cluster.on('fork', (worker) => this.#endedBefore.set(worker, this.#ended));
    cluster.on('exit', (worker) => this.#leave(worker));
    cluster.on('message', (worker, message: unknown) => {
      const reply = toModelReply(message);
      if (reply) this.#commands.get(reply.id)?.finish(reply.result);
      const request = toModelRequest(message);
      if (request) void this.#handle(worker, request);
    });
  }

  async #handle(
    worker: Worker,
    { verb, id }: NonNullable<ReturnType<typeof toModelRequest>>,
  ): Promise<void> {
    switch (verb) {
      case 'join':
        this.#joining.push({ worker, id });
        if (this.#owner === null) this.#acceptJoining();
        return;
      case 'begin': {
        const isFree = this.#owner === null;
        if (isFree) this.#owner = worker;
        reply(worker, id, isFree);
        return;
      }
      case 'pauseWrites':
      case 'pause':
      case 'resume':
        await this.#command(verb, worker);
        reply(worker, id, true);
        return;
      case 'end':
        await this.#end(worker);
        reply(worker, id, true);
    }
  }

  async #end(owner: Worker): Promise<void> {
    await this.#command('resume', owner);
    if (this.#owner !== owner) return;
    this.#owner = null;
    this.#ended += 1;
    this.#acceptJoining();
  }

  #acceptJoining(): void {
    const accepted = this.#joining;
    this.#joining = [];
    for (const { worker, id } of accepted) {
      if (!worker.isConnected()) continue;
      this.#members.add(worker);
      reply(worker, id, this.#endedBefore.get(worker) !== this.#ended);
    }
  }

  /** The change of a worker that has exited is committed or not: the others find out. */
  #leave(worker: Worker): void {
    this.#members.delete(worker);
    for (const command of this.#commands.values())
      if (command.worker === worker) command.finish(true);
    if (this.#owner === worker) void this.#end(worker);
  }

  /** Sends a command to all members but one, and waits for them. */
  async #command(verb: ModelCommand['verb'], except: Worker): Promise<void> {
    const others = [...this.#members].filter((worker) => worker !== except);
    await Promise.all(others.map((worker) => this.#commandOne(verb, worker)));
  }

  #commandOne(verb: ModelCommand['verb'], worker: Worker): Promise<void> {
    const id = (this.#lastCommand += 1);
    return new Promise((resolve) => {
      const finish = (result: boolean): void => {
        clearTimeout(timer);
        this.#commands.delete(id);
        if (!result) this.#exclude(worker);
        resolve();
      };
      const timer = setTimeout(() => {
        worker.process.kill('SIGKILL');
        finish(true);
      }, TIMEOUTS[verb]);
      this.#commands.set(id, { worker, finish });
      worker.send(modelMessage({ verb, id }), () => undefined);
    });
  }

  #exclude(worker: Worker): void {
    this.#members.delete(worker);
    this.#replace(worker);
  }
}

function reply(worker: Worker, id: number, result: boolean): void {
  if (worker.isConnected()) {
    worker.send(modelMessage({ verb: 'reply', id, result }), () => undefined);
  }
}
