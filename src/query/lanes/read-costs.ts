// Estimates the cost of a read before it runs, from the query plans of its statements. Estimates are cached by shape and size.
import { MAX_READ_ROWS } from '../../base/limits.ts';
import type { Dialect } from '../../storage/dialect.ts';
import type {
  StatementCosts,
  StatementInput,
  StatementPlan,
} from '../../storage/statement-costs.ts';
import type { CompiledChild, CompiledRead, CompiledRows, Statement } from '../compiled.ts';
import type { PlanValue, ReadShape, SearchNode, Slot } from '../plan.ts';
import type { ReadJob } from '../read-runner.ts';

/** An estimated cost, in milliseconds. */
export interface ReadCost {
  /** Reading the rows and writing the response. */
  readonly rows: number;
  /** Counting all rows of a list, which is skipped if the total is cached. */
  readonly count: number;
  readonly searchesText: boolean;
}

export interface ReadCostsDependencies {
  readonly costs: StatementCosts;
  readonly dialect: Pick<Dialect, 'search'>;
}

/** How long an estimate is cached, in milliseconds: tables grow. */
const MAX_AGE = 10_000;

/** Microseconds to convert a row to JSON: for each row, for each column, and for each kilobyte of text. */
const COST_OF_ROW = 2;
const COST_OF_CELL = 0.2;
const COST_OF_KILOBYTE = 3;

/** Nanoseconds to compare a byte of text: for each pattern, and for each character of a pattern (docs/decisions/0022). */
const COST_OF_PATTERN = 3;
const COST_OF_PATTERN_CHARACTER = 0.04;

/** Sizes up to this are not rounded. */
const MAX_EXACT_SIZE = 100;

/** A scan whose cost depends on the patterns that are bound to the statement. */
interface Scan {
  readonly bytes: number;
  readonly patterns: readonly Pattern[];
}

interface Pattern {
  readonly slot: Slot;
  /** The share of the text of a row that is compared with the pattern. */
  readonly share: number;
}

interface PartialCost {
  milliseconds: number;
  readonly scans: Scan[];
}

interface Estimate {
  readonly rows: PartialCost;
  readonly count: PartialCost;
}

interface CachedEstimates {
  readonly plans: Map<Statement, StatementPlan>;
  readonly estimates: Map<string, Estimate>;
  readonly until: number;
  /** Most reads of a shape have the same size: a comparison takes less time than a key. */
  latest: { readonly size: Size; readonly estimate: Estimate } | null;
}

/** Estimates the costs of reads. */
export class ReadCosts {
  readonly #dependencies: ReadCostsDependencies;
  readonly #shapes = new WeakMap<CompiledRead, CachedEstimates>();

  constructor(dependencies: ReadCostsDependencies) {
    this.#dependencies = dependencies;
  }

  /** The maximum cost of a read, estimated from its statements and the sizes of tables. */
  of(job: Omit<ReadJob, 'format'>): ReadCost {
    const { rows, count } = this.#estimate(job);
    return {
      rows: timeOf(rows, job.values),
      count: timeOf(count, job.values),
      searchesText: rows.scans.length > 0,
    };
  }

  /** Large sizes are rounded to powers of two, so there are few estimates for each shape. */
  #estimate({ compiled, values, pagination }: Omit<ReadJob, 'format'>): Estimate {
    const shape = this.#shape(compiled);
    const listed = roundUp(longestList(values));
    const { indexed } = compiled;
    const isIndexed = indexed !== null && this.#finds(values[indexed.slot]);
    const limit = roundUp(lastRow(pagination));
    const page = roundUp(pagination?.limit ?? 1);
    const size = { listed, limit, page, isIndexed };
    if (shape.latest && isSame(shape.latest.size, size)) return shape.latest.estimate;
    const estimate = this.#estimateOf(shape, compiled, size);
    shape.latest = { size, estimate };
    return estimate;
  }

  #estimateOf({ estimates, plans }: CachedEstimates, compiled: CompiledRead, size: Size): Estimate {
    const key = `${size.listed} ${size.limit} ${size.page} ${size.isIndexed}`;
    const cached = estimates.get(key);
    if (cached) return cached;
    const estimate = new ShapeEstimate(plans, this.#dependencies.costs).of(compiled, size);
    estimates.set(key, estimate);
    return estimate;
  }

  #shape(compiled: CompiledRead): CachedEstimates {
    const cached = this.#shapes.get(compiled);
    const now = performance.now();
    if (cached && now < cached.until) return cached;
    const shape: CachedEstimates = {
      plans: cached?.plans ?? new Map(),
      estimates: new Map(),
      until: now + MAX_AGE,
      latest: null,
    };
    this.#shapes.set(compiled, shape);
    return shape;
  }

  #finds(value: PlanValue | undefined): boolean {
    if (!value || 'list' in value) return false;
    return this.#dependencies.dialect.search.phrase(String(value.value)) !== null;
  }
}

interface Size {
  readonly listed: number;
  /** The number of the last row of the page. */
  readonly limit: number;
  /** Rows of the page: the rows before them are skipped, not written. */
  readonly page: number;
  readonly isIndexed: boolean;
}

function isSame(a: Size, b: Size): boolean {
  return (
    a.listed === b.listed && a.limit === b.limit && a.page === b.page && a.isIndexed === b.isIndexed
  );
}

/** Sums the costs of the statements of a read. */
class ShapeEstimate {
  readonly #plans: Map<Statement, StatementPlan>;
  readonly #costs: StatementCosts;
  readonly #rows: PartialCost = { milliseconds: 0, scans: [] };
  readonly #count: PartialCost = { milliseconds: 0, scans: [] };
  #written = 0;
  #search: SearchNode | null = null;

  constructor(plans: Map<Statement, StatementPlan>, costs: StatementCosts) {
    this.#plans = plans;
    this.#costs = costs;
  }

  of({ shape, root, count, indexed }: CompiledRead, size: Size): Estimate {
    const { listed, limit, page, isIndexed } = size;
    const statement = isIndexed && indexed ? indexed.statement : root.statement;
    const counted = isIndexed && indexed ? indexed.count : count?.statement;
    this.#search = shape.search;
    const stopsAfter = visitsAll(shape) ? null : limit;
    const found = this.#add(this.#rows, statement, { listed, limit: stopsAfter });
    this.#addRows(root, { ...found, rows: Math.min(found.rows, page) }, listed);
    if (counted) this.#add(this.#count, counted, { listed, limit: null });
    return { rows: this.#rows, count: this.#count };
  }

  /** Adds the cost of writing rows and of reading the rows populated below them. */
  #addRows(
    { cells, children }: CompiledRows,
    { rows, rowBytes }: { readonly rows: number; readonly rowBytes: number },
    listed: number,
  ): void {
    const written = Math.min(rows, MAX_READ_ROWS - this.#written);
    this.#written += written;
    const each = COST_OF_ROW + cells.length * COST_OF_CELL + (rowBytes / 1000) * COST_OF_KILOBYTE;
    this.#rows.milliseconds += (written * each) / 1000;
    for (const child of children) this.#addChild(child, Math.max(written, 1), listed);
  }

  #addChild(child: CompiledChild, parents: number, listed: number): void {
    const read = (statement: Statement, ids: number): { rows: number; rowBytes: number } =>
      this.#add(this.#rows, statement, { listed: Math.max(ids, listed), limit: null });
    switch (child.kind) {
      case 'rows':
        this.#addRows(child.rows, read(child.rows.statement, parents), listed);
        break;
      case 'linked': {
        const ids = Math.min(read(child.links, parents).rows, MAX_READ_ROWS);
        this.#addRows(child.rows, read(child.rows.statement, ids), listed);
        break;
      }
      case 'count':
        for (const statement of child.statements) read(statement, parents);
        break;
      case 'mixed': {
        const ids = Math.min(read(child.links, parents).rows, MAX_READ_ROWS);
        for (const variant of child.variants) {
          this.#addRows(variant, read(variant.statement, ids), listed);
        }
        break;
      }
    }
  }

  #add(
    part: PartialCost,
    statement: Statement,
    input: StatementInput,
  ): { readonly rows: number; readonly rowBytes: number } {
    const { milliseconds, rows, rowBytes, visitedBytes } = this.#plan(statement).cost(input);
    part.milliseconds += milliseconds;
    const patterns = patternsIn(statement, this.#search);
    if (patterns.length > 0) part.scans.push({ bytes: visitedBytes, patterns });
    return { rows, rowBytes };
  }

  #plan(statement: Statement): StatementPlan {
    const cached = this.#plans.get(statement);
    if (cached) return cached;
    const plan = this.#costs.plan(statement.sql);
    this.#plans.set(statement, plan);
    return plan;
  }
}

/** True if the database may have to visit rows that are not on the page. */
function visitsAll({ root, search, publicationFilter }: ReadShape): boolean {
  return root.filter !== null || search !== null || publicationFilter !== null;
}

/** The patterns of a statement. A search compares one pattern with each column. */
function patternsIn({ parameters }: Statement, search: SearchNode | null): readonly Pattern[] {
  return parameters.flatMap((parameter) => {
    const { kind } = parameter;
    if (kind !== 'pattern' && !(kind === 'slot' && parameter.isSearched === true)) return [];
    const { slot } = parameter;
    return { slot, share: slot === search?.slot ? 1 / search.attributes.length : 1 };
  });
}

function timeOf({ milliseconds, scans }: PartialCost, values: readonly PlanValue[]): number {
  let time = milliseconds;
  for (const { bytes, patterns } of scans) {
    let each = 0;
    for (const { slot, share } of patterns) {
      each += share * (COST_OF_PATTERN + lengthOf(values[slot]) * COST_OF_PATTERN_CHARACTER);
    }
    time += (bytes * each) / 1_000_000;
  }
  return time;
}

function lengthOf(value: PlanValue | undefined): number {
  return value && 'value' in value && typeof value.value === 'string' ? value.value.length : 0;
}

function lastRow(pagination: ReadJob['pagination']): number {
  if (!pagination) return 1;
  return pagination.limit + ('offset' in pagination ? pagination.offset : 0);
}

function longestList(values: readonly PlanValue[]): number {
  let longest = 1;
  for (const value of values) {
    if ('list' in value && value.list.length > longest) longest = value.list.length;
  }
  return longest;
}

/** Rounds a large value up to a power of two. */
function roundUp(value: number): number {
  return value <= MAX_EXACT_SIZE ? Math.max(value, 1) : 2 ** Math.ceil(Math.log2(value));
}
