// Estimates what a read costs before it runs: once for each shape and size, from the plans of its statements.
import { MAX_READ_ROWS } from '../base/limits.ts';
import type { Dialect } from '../storage/dialect.ts';
import type { StatementCosts, StatementInput, StatementPlan } from '../storage/statement-costs.ts';
import type { CompiledChild, CompiledRead, CompiledRows, Statement } from './compiled.ts';
import type { PlanValue, ReadShape, SearchNode, Slot } from './plan.ts';
import type { ReadJob } from './read-runner.ts';

/** An estimate, in milliseconds. */
export interface ReadCost {
  readonly rows: number;
  /** Of counting all rows of a list, which is not done if their number is known. */
  readonly count: number;
  readonly looksForTexts: boolean;
}

/** What an estimate is made with. */
export interface ReadCostsParts {
  readonly costs: StatementCosts;
  readonly dialect: Pick<Dialect, 'search'>;
}

/** How long an estimate holds while tables grow, in milliseconds. */
const FRESH = 10_000;

/** Microseconds of a row on its way to JSON, of a column of it, and of a kilobyte of its text. */
const ROW = 2;
const CELL = 0.2;
const KILOBYTE = 3;

/**
 * Nanoseconds of a byte of text for each pattern that it is compared with, and for each character of the patterns
 * (docs/decisions/0022).
 */
const PATTERN = 3;
const PATTERN_CHARACTER = 0.04;

/** Sizes up to this count as they are. */
const EXACT = 100;

/** The part of an estimate that depends on the patterns that a statement is bound to. */
interface Scan {
  readonly bytes: number;
  readonly patterns: readonly Pattern[];
}

interface Pattern {
  readonly slot: Slot;
  /** The part of a row's text that it is compared with. */
  readonly share: number;
}

interface Part {
  milliseconds: number;
  readonly scans: Scan[];
}

interface Estimate {
  readonly rows: Part;
  readonly count: Part;
}

interface Shape {
  readonly plans: Map<Statement, StatementPlan>;
  readonly estimates: Map<string, Estimate>;
  readonly until: number;
}

/** Estimates of reads. */
export class ReadCosts {
  readonly #parts: ReadCostsParts;
  readonly #shapes = new WeakMap<CompiledRead, Shape>();

  constructor(parts: ReadCostsParts) {
    this.#parts = parts;
  }

  /** What a read costs at most, as far as its statements and the sizes of tables tell. */
  of(job: Omit<ReadJob, 'format'>): ReadCost {
    const { rows, count } = this.#estimate(job);
    return {
      rows: timeOf(rows, job.values),
      count: timeOf(count, job.values),
      looksForTexts: rows.scans.length > 0,
    };
  }

  /** Large sizes count in powers of two: there are few of them for each shape. */
  #estimate({ compiled, values, pagination }: Omit<ReadJob, 'format'>): Estimate {
    const shape = this.#shape(compiled);
    const listed = roundUp(longestList(values));
    const { indexed } = compiled;
    const isIndexed = indexed !== null && this.#finds(values[indexed.slot]);
    const limit = roundUp(lastRow(pagination));
    const key = `${listed} ${limit} ${isIndexed}`;
    const known = shape.estimates.get(key);
    if (known) return known;
    const made = new ShapeEstimate(shape.plans, this.#parts.costs).of(compiled, {
      listed,
      limit,
      isIndexed,
    });
    shape.estimates.set(key, made);
    return made;
  }

  #shape(compiled: CompiledRead): Shape {
    const known = this.#shapes.get(compiled);
    const now = performance.now();
    if (known && now < known.until) return known;
    const shape = { plans: known?.plans ?? new Map(), estimates: new Map(), until: now + FRESH };
    this.#shapes.set(compiled, shape);
    return shape;
  }

  #finds(value: PlanValue | undefined): boolean {
    if (!value || 'list' in value) return false;
    return this.#parts.dialect.search.phrase(String(value.value)) !== null;
  }
}

interface Size {
  readonly listed: number;
  /** Of the last row of the page. */
  readonly limit: number;
  readonly isIndexed: boolean;
}

/** Adds up what the statements of a read cost. */
class ShapeEstimate {
  readonly #plans: Map<Statement, StatementPlan>;
  readonly #costs: StatementCosts;
  readonly #rows: Part = { milliseconds: 0, scans: [] };
  readonly #count: Part = { milliseconds: 0, scans: [] };
  #written = 0;
  #search: SearchNode | null = null;

  constructor(plans: Map<Statement, StatementPlan>, costs: StatementCosts) {
    this.#plans = plans;
    this.#costs = costs;
  }

  of({ shape, root, count, indexed }: CompiledRead, { listed, limit, isIndexed }: Size): Estimate {
    const statement = isIndexed && indexed ? indexed.statement : root.statement;
    const counted = isIndexed && indexed ? indexed.count : count?.statement;
    this.#search = shape.search;
    const stopsAfter = visitsAll(shape) ? null : limit;
    const found = this.#add(this.#rows, statement, { listed, limit: stopsAfter });
    this.#below(root, { ...found, rows: Math.min(found.rows, limit) }, listed);
    if (counted) this.#add(this.#count, counted, { listed, limit: null });
    return { rows: this.#rows, count: this.#count };
  }

  /** What is written of rows that were read, and what is read of those that they lead to. */
  #below(
    { cells, children }: CompiledRows,
    { rows, rowBytes }: { readonly rows: number; readonly rowBytes: number },
    listed: number,
  ): void {
    const written = Math.min(rows, MAX_READ_ROWS - this.#written);
    this.#written += written;
    const each = ROW + cells.length * CELL + (rowBytes / 1000) * KILOBYTE;
    this.#rows.milliseconds += (written * each) / 1000;
    for (const child of children) this.#child(child, Math.max(written, 1), listed);
  }

  #child(child: CompiledChild, parents: number, listed: number): void {
    const read = (statement: Statement, ids: number): { rows: number; rowBytes: number } =>
      this.#add(this.#rows, statement, { listed: Math.max(ids, listed), limit: null });
    switch (child.kind) {
      case 'rows':
        this.#below(child.rows, read(child.rows.statement, parents), listed);
        break;
      case 'linked': {
        const ids = Math.min(read(child.places, parents).rows, MAX_READ_ROWS);
        this.#below(child.rows, read(child.rows.statement, ids), listed);
        break;
      }
      case 'count':
        for (const statement of child.statements) read(statement, parents);
        break;
      case 'mixed': {
        const ids = Math.min(read(child.places, parents).rows, MAX_READ_ROWS);
        for (const variant of child.variants) {
          this.#below(variant, read(variant.statement, ids), listed);
        }
        break;
      }
    }
  }

  #add(
    part: Part,
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
    const known = this.#plans.get(statement);
    if (known) return known;
    const plan = this.#costs.plan(statement.sql);
    this.#plans.set(statement, plan);
    return plan;
  }
}

/** Whether a list may have to visit rows that are not on its page. */
function visitsAll({ root, search, publicationFilter }: ReadShape): boolean {
  return root.filter !== null || search !== null || publicationFilter !== null;
}

/** A search compares one text with each column. */
function patternsIn({ parameters }: Statement, search: SearchNode | null): readonly Pattern[] {
  return parameters.flatMap((parameter) => {
    const { kind } = parameter;
    if (kind !== 'pattern' && !(kind === 'slot' && parameter.isSearched === true)) return [];
    const { slot } = parameter;
    return { slot, share: slot === search?.slot ? 1 / search.attributes.length : 1 };
  });
}

function timeOf({ milliseconds, scans }: Part, values: readonly PlanValue[]): number {
  let time = milliseconds;
  for (const { bytes, patterns } of scans) {
    let each = 0;
    for (const { slot, share } of patterns) {
      each += share * (PATTERN + lengthOf(values[slot]) * PATTERN_CHARACTER);
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

/** The next power of two of a large value. */
function roundUp(value: number): number {
  return value <= EXACT ? Math.max(value, 1) : 2 ** Math.ceil(Math.log2(value));
}
