// Cost of a query plan: how often each loop visits a row, times the cost of a visit.
import type { StatementCost, StatementInput } from '../../statement-costs.ts';
import type { Loop, PlanStep } from './query-plan.ts';
import type { TableSizes } from './table-sizes.ts';

/** Properties of a statement besides its plan. */
export interface PlannedStatement {
  readonly steps: readonly PlanStep[];
  /** Tables by their aliases in the plan. */
  readonly tables: ReadonlyMap<string, string>;
  /** Number of compared values. */
  readonly conditions: number;
}

/** Microseconds per visit, measured on 40,000 rows of 2 kB (docs/decisions/0022). */
const VISIT = {
  /** Index entry. */
  entry: 0.15,
  /** Next row of a table. */
  next: 0.8,
  /** Row lookup by id. */
  lookUp: 1,
  /** Kilobyte of text in a row. */
  kilobyte: 0.25,
  /** Compared value. */
  condition: 0.03,
  /** Sorted row, or row of an automatic index. */
  sort: 0.7,
} as const;

/** Rows that a virtual table other than a list returns, such as a search index. */
const FOUND = 1000;

interface Level {
  readonly rows: number;
  readonly rowBytes: number;
  readonly work: Work;
  /** Cost of subqueries that run once, however often the surrounding loop runs. */
  readonly once: Work;
}

/** Cost of rows: microseconds, bytes of text, and visits of the largest loop. */
interface Work {
  readonly time: number;
  readonly bytes: number;
  readonly visits: number;
}

const NOTHING: Work = { time: 0, bytes: 0, visits: 0 };

function sum(a: Work, b: Work): Work {
  return {
    time: a.time + b.time,
    bytes: a.bytes + b.bytes,
    visits: Math.max(a.visits, b.visits),
  };
}

function times(rows: number, { time, bytes, visits }: Work): Work {
  return { time: rows * time, bytes: rows * bytes, visits: rows * visits };
}

function all({ work, once }: Level): Work {
  return sum(work, once);
}

/** @param input Bound values */
export function costOf(
  statement: PlannedStatement,
  sizes: TableSizes,
  input: StatementInput,
): StatementCost {
  const estimate = new PlanEstimate(statement, sizes, input);
  const { rows, rowBytes, work, once } = estimate.level(statement.steps, input.limit);
  const { time, bytes, visits } = sum(work, once);
  // The plan does not show which loop compares which values.
  const compared = visits * statement.conditions * VISIT.condition;
  return { milliseconds: (time + compared) / 1000, rows, rowBytes, visitedBytes: bytes };
}

class PlanEstimate {
  readonly #statement: PlannedStatement;
  readonly #sizes: TableSizes;
  readonly #listed: number;
  /** Row counts of subqueries that loops refer to by name. */
  readonly #named = new Map<string, number>();
  readonly #levels = new Map<readonly PlanStep[], Level>();

  constructor(statement: PlannedStatement, sizes: TableSizes, { listed }: StatementInput) {
    this.#statement = statement;
    this.#sizes = sizes;
    this.#listed = listed;
  }

  /** Cost of steps that run once, independent of their context. */
  #whole(steps: readonly PlanStep[]): Level {
    const cached = this.#levels.get(steps);
    if (cached) return cached;
    const level = this.level(steps, null);
    this.#levels.set(steps, level);
    return level;
  }

  /** @param limit Number of rows after which it stops */
  level(steps: readonly PlanStep[], limit: number | null): Level {
    const stopsAfter = steps.some(({ kind }) => kind === 'sort') ? null : limit;
    let rows = 1;
    let rowBytes = 0;
    let work = NOTHING;
    let once = NOTHING;
    for (const [at, step] of steps.entries()) {
      switch (step.kind) {
        case 'loop': {
          const isOutermost = steps.slice(0, at).every(({ kind }) => kind !== 'loop');
          const list = isOutermost ? this.#listBehind(steps, at) : null;
          const found = this.#rowsOf(step.loop, list);
          rows *= isOutermost ? Math.min(found, stopsAfter ?? found) : found;
          const bytes = step.loop.isCovering ? 0 : this.#rowBytes(step.loop);
          rowBytes += bytes;
          work = sum(work, {
            time: rows * visitOf(step.loop, bytes),
            bytes: rows * bytes,
            visits: rows,
          });
          once = sum(once, { ...NOTHING, time: this.#preparation(step.loop) });
          break;
        }
        case 'subquery':
          once = sum(once, all(this.#whole(step.steps)));
          break;
        case 'correlated': {
          const level = this.#whole(step.steps);
          work = sum(work, times(rows, level.work));
          once = sum(once, level.once);
          break;
        }
        case 'named': {
          const level = this.#whole(step.steps);
          this.#named.set(step.name, level.rows);
          once = sum(once, all(level));
          break;
        }
        case 'union': {
          const parts = step.parts.map((part) => this.#whole(part));
          for (const part of parts) {
            work = sum(work, times(rows, part.work));
            once = sum(once, part.once);
          }
          rows *= parts.reduce((found, part) => found + part.rows, 0);
          rowBytes += Math.max(0, ...parts.map((part) => part.rowBytes));
          break;
        }
        case 'sort':
          work = sum(work, { ...NOTHING, time: rows * VISIT.sort });
          break;
      }
    }
    return { rows, rowBytes, work, once };
  }

  /** Length of the list whose values the preceding loop looks up; null if there is none. */
  #listBehind(steps: readonly PlanStep[], at: number): number | null {
    const next = steps[at + 1];
    return next?.kind === 'subquery' && next.isList ? this.#whole(next.steps).rows : null;
  }

  #rowsOf({ alias, access }: Loop, list: number | null): number {
    const table = this.#tableOf(alias);
    const all = (): number => this.#named.get(alias) ?? this.#sizes.rows(table);
    switch (access.kind) {
      case 'all':
        return all();
      case 'virtual':
        return alias.startsWith('json_each') ? this.#listed : FOUND;
      case 'constant':
      case 'automatic':
        return 1;
      case 'rowid':
        return access.isRange ? all() : Math.min(list ?? 1, all());
      case 'index': {
        const { index, columns } = access;
        if (columns.length === 0) return all();
        return Math.min(all(), (list ?? 1) * this.#sizes.rowsPerKey(table, { index, columns }));
      }
    }
  }

  /** Cost of building an automatic index. */
  #preparation({ alias, access }: Loop): number {
    if (access.kind !== 'automatic') return 0;
    const rows = this.#named.get(alias) ?? this.#sizes.rows(this.#tableOf(alias));
    return rows * VISIT.sort;
  }

  #rowBytes({ alias, access }: Loop): number {
    if (access.kind === 'virtual' || access.kind === 'constant' || this.#named.has(alias)) return 0;
    return this.#sizes.rowBytes(this.#tableOf(alias));
  }

  #tableOf(alias: string): string {
    return this.#statement.tables.get(alias) ?? alias;
  }
}

function visitOf({ access, isCovering }: Loop, textBytes: number): number {
  if (access.kind === 'virtual' || access.kind === 'constant') return VISIT.entry;
  if (isCovering) return access.kind === 'all' ? VISIT.entry : VISIT.lookUp;
  const visit = access.kind === 'all' ? VISIT.next : VISIT.lookUp;
  return visit + (textBytes / 1000) * VISIT.kilobyte;
}
