// The plan of a read as data: a tree of models and attributes that includes access and limits. A shape contains numbered
// slots instead of values, so that reads of the same shape are compiled once.
import type { ScalarType } from '../schema/types.ts';
import type { Pagination, PublicationFilter, Status } from './params.ts';

/** The type as which a value is compared: that of an attribute, or an id. */
export type ValueType = ScalarType | 'id';

export type PlanScalar = string | number | bigint | boolean;

/** The value of a slot: cast to the type of the attribute, not yet encoded for a database. */
export type PlanValue =
  | { readonly type: ValueType; readonly value: PlanScalar }
  | { readonly type: ValueType; readonly list: readonly PlanScalar[] };

/** An index into the values of a plan. */
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

/** A condition on one attribute. `negated` adds NOT, so a row with NULL never matches. */
export interface CompareNode {
  readonly kind: 'compare';
  readonly attribute: string;
  readonly type: ValueType;
  readonly comparison: Comparison;
  readonly slots: readonly Slot[];
  readonly negated: boolean;
  /** Set for a repetitive search text (`isRepetitive`). */
  readonly repetitive?: true;
}

/**
 * Requires that some related row satisfies `filter`. A row without related rows is treated as if it had one of NULLs.
 * Negations are part of the comparisons inside.
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

/** A sort key: a path of relations or components, then a scalar attribute. */
export interface SortKey {
  readonly through: readonly { readonly attribute: string; readonly target: string }[];
  readonly attribute: string;
  readonly direction: 'asc' | 'desc';
  /** True for the status of entries instead of an attribute: drafts, then modified, then published entries. */
  readonly byStatus?: true;
}

/** A text to search for in the columns of a row. */
export interface SearchNode {
  readonly attributes: readonly string[];
  readonly slot: Slot;
  /** As in `CompareNode`. */
  readonly repetitive?: true;
}

/** A selection of rows of one model. */
export interface Scope {
  readonly uid: string;
  readonly filter: Filter | null;
  readonly sort: readonly SortKey[];
}

/** A selection of rows with the fields and populated attributes of each. */
export interface RowsNode extends Scope {
  /** Attribute names in the order of the response, without the ids, which always come first. */
  readonly fields: readonly string[];
  readonly children: readonly ChildNode[];
  /** Fields and populated attributes that only programs get (`query/hidden-parts`); undefined if there are none. */
  readonly hidden?: readonly string[];
}

/** A populated attribute. */
export type ChildNode =
  | {
      readonly kind: 'rows';
      readonly attribute: string;
      readonly many: boolean;
      readonly rows: RowsNode;
    }
  /** The total number of rows of all selections; `mixed` if they may be of several models. */
  | {
      readonly kind: 'count';
      readonly attribute: string;
      readonly mixed: boolean;
      readonly of: readonly Scope[];
    }
  /** A dynamic zone, or a relation to several types: one variant for each model, tagged by `__component` or `__type`. */
  | {
      readonly kind: 'mixed';
      readonly attribute: string;
      readonly many: boolean;
      readonly typeTag: '__component' | '__type';
      readonly variants: readonly RowsNode[];
    };

export interface ReadShape {
  readonly root: RowsNode;
  readonly status: Status;
  readonly publicationFilter: PublicationFilter | null;
  /** One or several locales of the root rows; null for all. */
  readonly locale: { readonly list: boolean; readonly slot: Slot } | null;
  /** The key of a single row, or null for a list. `row` and `rows`: by row id, whatever the version. */
  readonly one: { readonly by: 'id' | 'documentId' | 'row' | 'rows'; readonly slot: Slot } | null;
  readonly search: SearchNode | null;
  /** Null for a single row. */
  readonly page: Page | null;
}

/** The page of a list: by offset or by keyset. */
export type Page = {
  /** The maximum number of rows. With a keyset it is one more than the page size, to see whether the list continues. */
  readonly limit: Slot;
  readonly count: boolean;
} & ({ readonly offset: Slot } | { readonly keyset: Keyset });

/** The rows on one side of a position in a sorted list. */
export interface Keyset {
  readonly side: 'after' | 'before';
  /** Sort keys without relations; the last is the id. */
  readonly keys: readonly Pick<SortKey, 'attribute' | 'direction'>[];
  /** The values of the keys, null for a key without a value; null for the start or the end of the list. */
  readonly position: readonly (Slot | null)[] | null;
}

/** A shape and the values of its slots. */
export interface ReadPlan {
  readonly shape: ReadShape;
  readonly values: readonly PlanValue[];
  /** The pagination of the response; null for a read of one document. */
  readonly pagination: Pagination | null;
  /** The locales that a write changes: codes, all, or those of matching rows; null for a read or a type without locales. */
  readonly writtenLocales: readonly string[] | 'all' | 'matching' | null;
  /** An error in the locale of a write, which is reported after those in its body; null if there is none. */
  readonly localeProblem: string | null;
}
