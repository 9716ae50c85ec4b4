// A compiled read as data: statements, what their placeholders stand for and what their columns hold.
import type { ScalarType } from '../schema/types.ts';
import type { LikeForm } from '../storage/dialect.ts';
import type { SearchIndex } from '../storage/search/search-dialect.ts';
import type { CountedRows } from '../storage/row-count-delta.ts';
import type { ChildNode, ReadShape, RowsNode, Slot } from './plan.ts';

/** Stands in a statement for a value that is known when it runs. */
export type Parameter =
  /** `isSearched`: a text that is looked for in others. */
  | { readonly kind: 'slot'; readonly slot: Slot; readonly isSearched?: true }
  | { readonly kind: 'pattern'; readonly slot: Slot; readonly form: LikeForm }
  /** A piece of a text, and what an index is asked for to find it. */
  | { readonly kind: 'piece' | 'phrase'; readonly slot: Slot }
  /** The row ids of the level above, as a list. */
  | { readonly kind: 'parents' };

/** One column of a row that was read, behind its id. */
export type Cell =
  /** The value of a field. */
  | { readonly kind: 'value'; readonly field: string; readonly type: ScalarType }
  /** One field or several as the text of a JSON object. */
  | { readonly kind: 'texts'; readonly fields: readonly string[] };

/** A statement and what its placeholders stand for. */
export interface Statement {
  readonly sql: string;
  readonly parameters: readonly Parameter[];
}

/**
 * The rows of one model. The columns are the ids and the fields; below the root they are led by the id of the row of the
 * level above, but where they are read by their ids: there the places tell.
 */
export interface CompiledRows {
  readonly node: RowsNode;
  readonly isComponent: boolean;
  /** What stands behind a row's id. */
  readonly cells: readonly Cell[];
  readonly statement: Statement;
  readonly children: readonly CompiledChild[];
}

export type CompiledChild =
  | {
      readonly kind: 'rows';
      readonly node: ChildNode & { kind: 'rows' };
      readonly rows: CompiledRows;
    }
  /** Rows that many may lead to: they are read and written once, whatever leads to them. */
  | {
      readonly kind: 'linked';
      readonly node: ChildNode & { kind: 'rows' };
      /** Gives the id of the row of the level above and the id of a row, in order. */
      readonly places: Statement;
      /** Rows by their ids; the same object for equal nodes. */
      readonly rows: CompiledRows;
    }
  | {
      readonly kind: 'count';
      readonly node: ChildNode & { kind: 'count' };
      /** True where components are among what is counted, or rows of several types. */
      readonly isFlat: boolean;
      readonly statements: readonly Statement[];
    }
  | {
      readonly kind: 'mixed';
      readonly node: ChildNode & { kind: 'mixed' };
      /** Gives the id of the row of the level above, the id of a row and the uid of its model, its order and what decides between equals. */
      readonly places: Statement;
      /** Rows by their ids. */
      readonly variants: readonly CompiledRows[];
    };

export interface CompiledRead {
  readonly shape: ReadShape;
  readonly root: CompiledRows;
  /** Gives the number of all rows; null where it is not asked for. */
  readonly count: CompiledCount | null;
  /** The same, beginning with an index of texts; null where there is none of what is searched. */
  readonly indexed: IndexedRead | null;
  /** Names of the tables that the rows come from: while none of them changes, neither do the rows. */
  readonly tables: ReadonlySet<string>;
  /** Characters of all statements. */
  readonly length: number;
}

/** A search that an index of texts helps. */
export interface IndexedRead {
  readonly index: SearchIndex;
  /** Of the text. */
  readonly slot: Slot;
  /** Tells whether the rows are found sooner without; null: they are not. */
  readonly probe: Statement | null;
  /** The root's. */
  readonly statement: Statement;
  /** Counts the same rows as that of the read; null where they are not counted. */
  readonly count: Statement | null;
}

/** The statement that counts the rows of a list. */
export interface CompiledCount {
  readonly statement: Statement;
  /** Names of the tables that it counts in. */
  readonly tables: ReadonlySet<string>;
  /** The rows that it counts; null where more than their locale and version decides. */
  readonly rows: (Omit<CountedRows, 'locales'> & Pick<ReadShape, 'locale'>) | null;
}
