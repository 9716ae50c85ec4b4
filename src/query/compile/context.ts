// Shared state of the compiler: layout, dialect, version filters, aliases and the tables that are used.
import { sql } from 'kysely';
import type { Registry } from '../../schema/registry.ts';
import { CORE_STORE } from '../../storage/layout/names.ts';
import type { Dialect, Fragment } from '../../storage/dialect.ts';
import type { ServedRows } from '../../storage/served-rows.ts';
import type { Layout } from '../../storage/layout/layout.ts';
import type { SearchIndex } from '../../storage/search/search-dialect.ts';
import type { CompiledRows, Parameter, Statement } from '../compiled.ts';
import type { ReadShape, RowsNode, Slot } from '../plan.ts';

/** The schema and the database that a read is compiled for. */
export interface CompileTarget {
  readonly registry: Registry;
  readonly layout: Layout;
  readonly dialect: Dialect;
  /** Content-types of which some rows are not served, by uid. */
  readonly served: ReadonlyMap<string, ServedRows>;
  /** Text indexes, by the uid of the content-type. */
  readonly search: ReadonlyMap<string, SearchIndex>;
  /** What entries are built as. */
  readonly output: 'text' | 'objects';
}

/** Rows of a model under a table alias. */
export interface AliasedRows {
  readonly uid: string;
  readonly alias: string;
}

/** The state of compiling one read. */
export class CompileContext {
  readonly registry: Registry;
  readonly layout: Layout;
  readonly dialect: Dialect;
  readonly served: ReadonlyMap<string, ServedRows>;
  readonly search: ReadonlyMap<string, SearchIndex>;
  readonly output: CompileTarget['output'];
  readonly version: Pick<ReadShape, 'status' | 'publicationFilter'>;
  /** True if links are read before the rows that they lead to, so that a shared row is read once. */
  readonly readsLinksFirst: boolean;
  readonly #rowsByIds = new Map<string, CompiledRows>();
  #printed = 0;
  /** Includes the core store: a read without a locale depends on the default locale, which is stored there. */
  readonly #tables = new Set<string>([CORE_STORE]);
  #aliases = 0;

  constructor(
    target: CompileTarget,
    shape: Pick<ReadShape, 'status' | 'publicationFilter' | 'page'>,
  ) {
    const { registry, layout, dialect, served, search, output } = target;
    this.registry = registry;
    this.layout = layout;
    this.dialect = dialect;
    this.served = served;
    this.search = search;
    this.output = output;
    this.version = shape;
    // One document has few links, and they rarely lead to the same row.
    this.readsLinksFirst = dialect.readsLinksFirst && shape.page !== null;
  }

  /** Total length of the compiled statements, in characters. */
  get printed(): number {
    return this.#printed;
  }

  /** Compiles a fragment to a statement. */
  print(fragment: Fragment): Statement {
    const { sql: text, parameters } = this.dialect.compile(fragment);
    this.#printed += text.length;
    return { sql: text, parameters: parameters.map(asParameter) };
  }

  /** Compiles the rows of a node by their ids, once for all equal nodes. */
  rowsByIds(node: RowsNode, compile: () => CompiledRows): CompiledRows {
    const key = JSON.stringify(node);
    const rows = this.#rowsByIds.get(key) ?? compile();
    this.#rowsByIds.set(key, rows);
    return rows;
  }

  /** Returns a new table alias. */
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

  /** A table under an alias, by its name in the database. */
  named(table: string, alias: string): Fragment {
    this.#tables.add(table);
    return sql`${sql.id(table)} as ${sql.id(alias)}`;
  }

  /** Names of all tables that the compiled statements use. */
  get tables(): ReadonlySet<string> {
    return this.#tables;
  }
}

/** A placeholder for a slot's value. */
export function slotParameter(slot: Slot): Parameter {
  return { kind: 'slot', slot };
}

/** A WHERE clause that requires all conditions; empty if there are none. */
export function where(conditions: readonly Fragment[]): Fragment {
  return conditions.length > 0 ? sql` where ${allOf(conditions)}` : sql``;
}

/** Joins conditions by AND, without parentheses. */
export function allOf(conditions: readonly Fragment[]): Fragment {
  return sql.join(conditions, sql` and `);
}

/** Fragments hold `Parameter`s only; names and literals are part of the text. */
function asParameter(value: unknown): Parameter {
  if (typeof value === 'object' && value !== null && 'kind' in value) return value as Parameter;
  throw new Error('a statement contains a value instead of a parameter');
}
