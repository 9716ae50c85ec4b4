// Detects reads that may be slow, on a database that runs reads concurrently.
import type { CompiledChild, CompiledRead, CompiledRows, Statement } from '../compiled.ts';
import type { ReadJob } from '../read-runner.ts';
import type { ReadTimes } from './read-times.ts';

/** Reads that take longer are slow, in milliseconds: most reads are a hundred times faster. */
const MAX_FAST_READ = 200;

/** Classifies reads by shape. */
export class SlowReads {
  readonly #times: ReadTimes;
  readonly #textSearches = new WeakMap<CompiledRead, boolean>();

  constructor(times: ReadTimes) {
    this.#times = times;
  }

  /**
   * True unless earlier reads of the same shape were fast. The duration of a text search depends on the text, so it always
   * counts as slow.
   */
  isSlow(job: Pick<ReadJob, 'compiled' | 'pagination'>): boolean {
    return !(this.#times.minimum(job) < MAX_FAST_READ) || this.#searchesText(job.compiled);
  }

  #searchesText(compiled: CompiledRead): boolean {
    const cached = this.#textSearches.get(compiled);
    if (cached !== undefined) return cached;
    const searches = statementsOf(compiled).some(({ parameters }) =>
      parameters.some((parameter) => parameter.kind === 'pattern'),
    );
    this.#textSearches.set(compiled, searches);
    return searches;
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
      return [child.links, ...statementsIn(child.rows)];
    case 'count':
      return child.statements;
    case 'mixed':
      return [child.links, ...child.variants.flatMap(statementsIn)];
  }
}
