// A compiled read as data: statements, their placeholders and the contents of their columns.
import type { ScalarType } from '../schema/types.ts';
import type { LikeForm } from '../storage/dialect.ts';
import type { SearchIndex } from '../storage/search/search-dialect.ts';
import type { CountedRows } from '../storage/commits/row-count-delta.ts';
import type { ChildNode, ReadShape, RowsNode, Slot } from './plan.ts';

/** A placeholder of a statement, whose value is bound when the statement runs. */
export type Parameter =
  /** `isSearched`: a text to search for. */
  | { readonly kind: 'slot'; readonly slot: Slot; readonly isSearched?: true }
  | { readonly kind: 'pattern'; readonly slot: Slot; readonly form: LikeForm }
  /** A part of a searched text, and the phrase that finds it in a text index. */
  | { readonly kind: 'piece' | 'phrase'; readonly slot: Slot }
  /** The row ids of the level above, as a list. */
  | { readonly kind: 'parents' };

/** A column of a row after its id. */
export type Cell = {
  /** True if responses omit it. */
  readonly isHidden?: boolean;
} & (
  | /** The value of a field. */
    { readonly kind: 'value'; readonly field: string; readonly type: ScalarType }
  /** Fields as the text of a JSON object. */
  | { readonly kind: 'texts'; readonly fields: readonly string[] }
);

/** A statement and its placeholders. */
export interface Statement {
  readonly sql: string;
  readonly parameters: readonly Parameter[];
}

/**
 * The rows of one model. The columns are the ids and the fields. Below the root the id of the parent row comes first, unless
 * the rows are read by their ids: then the links name the parent.
 */
export interface CompiledRows {
  readonly node: RowsNode;
  readonly isComponent: boolean;
  /** The columns after the id. */
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
  /** Rows that may have several parents: each is read and written once. */
  | {
      readonly kind: 'linked';
      readonly node: ChildNode & { kind: 'rows' };
      /** Returns the id of the parent row and the id of the row, in order. */
      readonly links: Statement;
      /** Rows by their ids. Equal nodes share one object. */
      readonly rows: CompiledRows;
    }
  | {
      readonly kind: 'count';
      readonly node: ChildNode & { kind: 'count' };
      /** True if components or rows of several types are counted. */
      readonly isFlat: boolean;
      readonly statements: readonly Statement[];
    }
  | {
      readonly kind: 'mixed';
      readonly node: ChildNode & { kind: 'mixed' };
      /** Returns the id of the parent row, the id of the row, the uid of its model, its order and a tiebreaker. */
      readonly links: Statement;
      /** Rows by their ids. */
      readonly variants: readonly CompiledRows[];
    };

export interface CompiledRead {
  readonly shape: ReadShape;
  readonly root: CompiledRows;
  /** Counts all rows of the list; null if the total is not requested. */
  readonly count: CompiledCount | null;
  /** The same read with a text index; null if there is no index on the searched attributes. */
  readonly indexed: IndexedRead | null;
  /** Names of all tables that the read uses: its result changes only if one of them changes. */
  readonly tables: ReadonlySet<string>;
  /** Total length of the statements, in characters. */
  readonly length: number;
}

/** A read that starts from a text index. */
export interface IndexedRead {
  readonly index: SearchIndex;
  /** The slot of the searched text. */
  readonly slot: Slot;
  /** Counts the candidates, to decide whether the index helps; null if it always does. */
  readonly probe: Statement | null;
  /** Reads the rows of the root. */
  readonly statement: Statement;
  /** Counts all rows of the list; null if the total is not requested. */
  readonly count: Statement | null;
}

/** The statement that counts the rows of a list. */
export interface CompiledCount {
  readonly statement: Statement;
  /** Names of the tables that the statement uses. */
  readonly tables: ReadonlySet<string>;
  /** The counted rows; null if they depend on more than locale and version. */
  readonly rows: (Omit<CountedRows, 'locales'> & Pick<ReadShape, 'locale'>) | null;
}
