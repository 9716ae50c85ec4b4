// Tells which reads may be slow on a database that runs them side by side.
import type { CompiledChild, CompiledRead, CompiledRows, Statement } from './compiled.ts';
import type { ReadJob } from './read-runner.ts';
import type { ReadTimes } from './read-times.ts';

/** Milliseconds that a read takes which is slow: some hundred times as long as most. */
const SLOW = 200;

/** Knows reads by their shapes. */
export class SlowReads {
  readonly #times: ReadTimes;
  readonly #comparing = new WeakMap<CompiledRead, boolean>();

  constructor(times: ReadTimes) {
    this.#times = times;
  }

  /**
   * True unless reads of its shape were quick so far. The time of a read that looks for texts depends on what it looks for:
   * it is never known to be quick.
   */
  isSlow(job: Pick<ReadJob, 'compiled' | 'pagination'>): boolean {
    return !(this.#times.least(job) < SLOW) || this.#looksForTexts(job.compiled);
  }

  #looksForTexts(compiled: CompiledRead): boolean {
    const known = this.#comparing.get(compiled);
    if (known !== undefined) return known;
    const looks = statementsOf(compiled).some(({ parameters }) =>
      parameters.some((parameter) => parameter.kind === 'pattern'),
    );
    this.#comparing.set(compiled, looks);
    return looks;
  }
}

function statementsOf({ root, count }: CompiledRead): readonly Statement[] {
  return [...statementsIn(root), ...(count ? [count.statement] : [])];
}

function statementsIn({ statement, children }: CompiledRows): readonly Statement[] {
  return [statement, ...children.flatMap(statementsBelow)];
}

function statementsBelow(child: CompiledChild): readonly Statement[] {
  switch (child.kind) {
    case 'rows':
      return statementsIn(child.rows);
    case 'linked':
      return [child.places, ...statementsIn(child.rows)];
    case 'count':
      return child.statements;
    case 'mixed':
      return [child.places, ...child.variants.flatMap(statementsIn)];
  }
}
