// A planned read as data: a tree over the schema with access and limits inside.
// A plan holds names of the schema and numbered slots instead of values, so that plans of one shape are equal
// and are compiled once. Pure data: it can be printed and compared.
import type { ScalarType } from '../schema/types.ts';
import type { Pagination, PublicationFilter, Status } from './params.ts';

/** What a value is compared as: an attribute's type, or an id. */
export type ValueType = ScalarType | 'id';

export type PlanScalar = string | number | bigint | boolean;

/** A value of a slot: cast by the attribute, not yet encoded for a database. */
export type PlanValue =
  | { readonly type: ValueType; readonly value: PlanScalar }
  | { readonly type: ValueType; readonly list: readonly PlanScalar[] };

/** Position in the values of a plan. */
export type Slot = number;

export type Comparison =
  | 'eq'
  | 'eqi'
  | 'lt'
  | 'lte'
  | 'gt'
  | 'gte'
  | 'in'
  | 'between'
  | 'null'
  | 'never'
  | 'contains'
  | 'containsi'
  | 'startsWith'
  | 'startsWithi'
  | 'endsWith'
  | 'endsWithi';

/** A condition on one attribute of a row; `negated` puts NOT in front, so rows with NULL match neither way. */
export interface CompareNode {
  readonly kind: 'compare';
  readonly attribute: string;
  readonly type: ValueType;
  readonly comparison: Comparison;
  readonly slots: readonly Slot[];
  readonly negated: boolean;
  /** Present for a text to look for that repeats itself (`isRepetitive`). */
  readonly repetitive?: true;
}

/**
 * Some row that the attribute leads to satisfies `filter`; a row without any counts as one of nothing but NULLs.
 * Negations stand inside, on the comparisons.
 */
export interface RelatedNode {
  readonly kind: 'related';
  readonly attribute: string;
  readonly target: string;
  readonly filter: Filter;
}

export interface GroupNode {
  readonly kind: 'and' | 'or';
  readonly items: readonly Filter[];
}

export type Filter = CompareNode | RelatedNode | GroupNode;

/** A sort key: attributes that lead to other rows, then a scalar one. */
export interface SortKey {
  readonly through: readonly { readonly attribute: string; readonly target: string }[];
  readonly attribute: string;
  readonly direction: 'asc' | 'desc';
}

/** Text searched in the columns of a row. */
export interface SearchNode {
  readonly attributes: readonly string[];
  readonly slot: Slot;
  /** As of `CompareNode`. */
  readonly repetitive?: true;
}

/** Which rows of one content-type are seen. */
export interface Scope {
  readonly uid: string;
  readonly filter: Filter | null;
  readonly sort: readonly SortKey[];
}

/** A set of rows of one model and what is written of each. */
export interface RowsNode extends Scope {
  /** Attribute names in the order of the answer; ids come first by themselves. */
  readonly fields: readonly string[];
  readonly children: readonly ChildNode[];
}

/** What stands under a populated attribute. */
export type ChildNode =
  | {
      readonly kind: 'rows';
      readonly attribute: string;
      readonly many: boolean;
      readonly rows: RowsNode;
    }
  /** The number of rows of all these sets together; `mixed` where they may be of several models. */
  | {
      readonly kind: 'count';
      readonly attribute: string;
      readonly mixed: boolean;
      readonly of: readonly Scope[];
    }
  /** A zone, or a relation to rows of several types: each kind of row on its own, marked by `__component` or `__type`. */
  | {
      readonly kind: 'mixed';
      readonly attribute: string;
      readonly many: boolean;
      readonly mark: '__component' | '__type';
      readonly variants: readonly RowsNode[];
    };

export interface ReadShape {
  readonly root: RowsNode;
  readonly status: Status;
  readonly publicationFilter: PublicationFilter | null;
  /** Locale of the root's rows, or a list of them; null: not restricted. */
  readonly locale: { readonly list: boolean; readonly slot: Slot } | null;
  /** The id of the one row that is read; `row`, `rows`: by their ids, in whatever version they are. */
  readonly one: { readonly by: 'id' | 'documentId' | 'row' | 'rows'; readonly slot: Slot } | null;
  readonly search: SearchNode | null;
  /** Null: one row. */
  readonly page: Page | null;
}

/** How much of a list is read: rows behind a number of rows, or next to a row. */
export type Page = {
  /** The most rows; next to a row one more than are given, which tells whether the list goes on. */
  readonly limit: Slot;
  readonly count: boolean;
} & ({ readonly offset: Slot } | { readonly keyset: Keyset });

/** The part of a list on one side of a place. */
export interface Keyset {
  readonly side: 'after' | 'before';
  /** Own attributes in the order of the list; the last is the id. */
  readonly keys: readonly Pick<SortKey, 'attribute' | 'direction'>[];
  /** A row's values of the keys, null where it has none; null: all of the list is on that side. */
  readonly place: readonly (Slot | null)[] | null;
}

/** A shape and the values of its slots. */
export interface ReadPlan {
  readonly shape: ReadShape;
  readonly values: readonly PlanValue[];
  /** What the answer says of its page; null on a read of one document. */
  readonly pagination: Pagination | null;
  /**
   * Codes of the locales that a write is of, all, or those of the rows that match; null: its type has none, or nothing is
   * written.
   */
  readonly writtenLocales: readonly string[] | 'all' | 'matching' | null;
  /** What is wrong with the locale of a write, to be told after its body; null: nothing. */
  readonly localeProblem: string | null;
}
