// Runs steps on the engine and on the model, and reports the first difference.
import { adopt, differences } from './compare.ts';
import type { LifecycleEngine } from './engine.ts';
import { play } from './model.ts';
import { broken } from './invariants.ts';
import type { Operation } from './operations.ts';
import type { RandomSequence } from './random-steps.ts';
import { Steps } from './steps.ts';
import type { Stored } from './tables.ts';
import type { World } from './world.ts';

/** One sequence, step by step. */
export class Run {
  readonly #engine: LifecycleEngine;
  readonly #played: Operation[] = [];
  #world: World = new Map();
  #stored: Stored = new Map();
  #rejected = 0;

  private constructor(engine: LifecycleEngine) {
    this.#engine = engine;
  }

  /** Begins with an empty database. */
  static async begin(engine: LifecycleEngine): Promise<Run> {
    await engine.reset();
    return new Run(engine);
  }

  get world(): World {
    return this.#world;
  }

  get steps(): number {
    return this.#played.length;
  }

  /** Number of steps that both rejected. */
  get rejected(): number {
    return this.#rejected;
  }

  /** @throws Error that lists all steps, and the difference after the last one */
  async play(operation: Operation): Promise<void> {
    this.#played.push(operation);
    const problems = await this.#differences(operation).catch((error: unknown) => [String(error)]);
    if (problems.length > 0) throw new Error(report(this.#played, problems));
    adopt(this.#world, this.#stored);
  }

  async #differences(operation: Operation): Promise<readonly string[]> {
    const next = play(this.#world, operation);
    const rejection = await this.#engine.play(operation, this.#stored);
    if (!next) this.#rejected += 1;
    this.#world = next ?? this.#world;
    this.#stored = await this.#engine.stored();
    return [
      ...(rejection && next ? [`rejected: ${rejection.message}`] : []),
      ...(!rejection && !next ? ['not rejected'] : []),
      ...differences(this.#world, this.#stored),
      ...broken(this.#stored),
    ];
  }

  /** Checks the whole database again, without the model. @throws Error as `play` */
  async end(): Promise<void> {
    const problems = (await this.#engine.broken()).map((line) => JSON.stringify(line));
    if (problems.length > 0) throw new Error(report(this.#played, problems));
  }
}

/** Plays a random sequence. @throws Error as `Run.play` */
export async function playSequence(
  engine: LifecycleEngine,
  sequence: RandomSequence,
): Promise<Pick<Run, 'steps' | 'rejected'>> {
  const run = await Run.begin(engine);
  const steps = new Steps(sequence);
  for (const operation of steps.first(sequence)) await run.play(operation);
  for (const step of sequence.steps) {
    const operation = steps.next(run.world, step);
    if (operation) await run.play(operation);
  }
  await run.end();
  return run;
}

function report(played: readonly Operation[], problems: readonly string[]): string {
  const lines = played.map((operation, i) => `${i + 1}. ${describe(operation)}`);
  return [...lines, 'then', ...problems].join('\n');
}

function describe(operation: Operation): string {
  const { kind, document, locale } = operation;
  const head = `${kind} ${document} ${String(locale)}`;
  if (!('input' in operation)) return head;
  const { values, links, parts } = operation.input;
  return `${head} ${operation.status} ${JSON.stringify({ ...values, ...links, ...parts })}`;
}
