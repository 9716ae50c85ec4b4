// State of compiling that all parts share: the layout, the dialect, the version that is read, and names.
import { sql } from 'kysely';
import type { Registry } from '../../schema/registry.ts';
import { CORE_STORE } from '../../storage/names.ts';
import type { Dialect, Fragment } from '../../storage/dialect.ts';
import type { ServedRows } from '../../storage/former-options.ts';
import type { Layout } from '../../storage/layout.ts';
import type { SearchIndex } from '../../storage/search/search-dialect.ts';
import type { CompiledRows, Parameter, Statement } from '../compiled.ts';
import type { ReadShape, RowsNode, Slot } from '../plan.ts';

/** What a shape is compiled for. */
export interface CompileTarget {
  readonly registry: Registry;
  readonly layout: Layout;
  readonly dialect: Dialect;
  /** Types of which not all rows are served. */
  readonly served: ReadonlyMap<string, ServedRows>;
  /** Indexes of texts, by the uids of types. */
  readonly search: ReadonlyMap<string, SearchIndex>;
}

/** The state of compiling one read. */
export class CompileContext {
  readonly registry: Registry;
  readonly layout: Layout;
  readonly dialect: Dialect;
  readonly served: ReadonlyMap<string, ServedRows>;
  readonly search: ReadonlyMap<string, SearchIndex>;
  readonly version: Pick<ReadShape, 'status' | 'publicationFilter'>;
  /** True where the links to rows that others may lead to as well are read before the rows. */
  readonly readsLinksFirst: boolean;
  readonly #rowsByIds = new Map<string, CompiledRows>();
  #printed = 0;
  /** The default locale, which a read without one is of, is kept in the first. */
  readonly #tables = new Set<string>([CORE_STORE]);
  #aliases = 0;

  constructor(
    target: CompileTarget,
    shape: Pick<ReadShape, 'status' | 'publicationFilter' | 'page'>,
  ) {
    const { registry, layout, dialect, served, search } = target;
    this.registry = registry;
    this.layout = layout;
    this.dialect = dialect;
    this.served = served;
    this.search = search;
    this.version = shape;
    // Of one document they are few, and seldom the same.
    this.readsLinksFirst = dialect.readsLinksFirst && shape.page !== null;
  }

  /** Characters of the statements that were printed. */
  get printed(): number {
    return this.#printed;
  }

  /** Prints a statement. */
  print(fragment: Fragment): Statement {
    const { sql: text, parameters } = this.dialect.compile(fragment);
    this.#printed += text.length;
    return { sql: text, parameters: parameters.map(asParameter) };
  }

  /** The rows of a node by their ids, compiled once for equal nodes. */
  rowsByIds(node: RowsNode, compile: () => CompiledRows): CompiledRows {
    const key = JSON.stringify(node);
    const rows = this.#rowsByIds.get(key) ?? compile();
    this.#rowsByIds.set(key, rows);
    return rows;
  }

  /** A table alias that no other part of the statement has. */
  alias(): string {
    this.#aliases += 1;
    return `t${this.#aliases}`;
  }

  /** The column of a scalar attribute, or of an id, in the rows of an alias. */
  column(uid: string, alias: string, attribute: string): Fragment {
    return sql.id(alias, this.layout.column(uid, attribute));
  }

  /** The table of a model under an alias. */
  table(uid: string, alias: string): Fragment {
    return this.named(this.layout.table(uid), alias);
  }

  /** Any table under an alias. */
  named(table: string, alias: string): Fragment {
    this.#tables.add(table);
    return sql`${sql.id(table)} as ${sql.id(alias)}`;
  }

  /** Names of all tables that statements have asked for so far. */
  get tables(): ReadonlySet<string> {
    return this.#tables;
  }
}

/** A placeholder for a slot's value. */
export function slotParameter(slot: Slot): Parameter {
  return { kind: 'slot', slot };
}

/** All conditions hold; nothing where there are none. */
export function where(conditions: readonly Fragment[]): Fragment {
  return conditions.length > 0 ? sql` where ${allOf(conditions)}` : sql``;
}

/** Conditions joined by AND, as they stand. */
export function allOf(conditions: readonly Fragment[]): Fragment {
  return sql.join(conditions, sql` and `);
}

/** Only parameters of ours are put into fragments; everything else is printed into the text. */
function asParameter(value: unknown): Parameter {
  if (typeof value === 'object' && value !== null && 'kind' in value) return value as Parameter;
  throw new Error('a statement holds a bare value');
}
