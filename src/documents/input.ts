// In charge of the words for what a write asks, once its body is checked: values, components in place, and how the
// links of a relation change. Nothing in here is looked up yet: targets are named as the client named them.
import type { JsonValue } from '../base/json.ts';

/**
 * A checked value before a dialect encodes it (`Dialect.store`): bigint for biginteger, milliseconds since 1970 for
 * datetime and timestamp, `yyyy-MM-dd`, `HH:mm:ss.SSS`, any JSON for json and blocks. Null stores null.
 */
export type ColumnValue = JsonValue | bigint;

/** One row that is written, with what hangs on it. What is absent from a map stays as it is. */
export interface EntryInput {
  readonly uid: string;
  /** Scalar attributes; a password is plain text until it is hashed. */
  readonly values: ReadonlyMap<string, ColumnValue>;
  /** The whole new content of component and dynamic zone attributes, in order; a single component is a list of at most one. */
  readonly components: ReadonlyMap<string, readonly ComponentInput[]>;
  /** Relation and media attributes, those that lead to several types too. */
  readonly relations: ReadonlyMap<string, RelationInput>;
}

export interface ComponentInput extends EntryInput {
  /** The component row that is kept and changed; null: a new row. */
  readonly id: number | null;
}

/** How the links of one attribute change. */
export type RelationInput = {
  /** Targets that were named without effect, such as all but the last of a to-one relation: they must exist all the same. */
  readonly mentioned: readonly TargetInput[];
} & (
  | {
      /** They become exactly these, in this order. */
      readonly kind: 'set';
      readonly targets: readonly TargetInput[];
    }
  | {
      readonly kind: 'change';
      readonly connect: readonly ConnectInput[];
      readonly disconnect: readonly TargetInput[];
      /** False puts a target whose anchor is missing at the end (`options.strict`). */
      readonly strict: boolean;
    }
);

/** A row, or a document, of the related type (docs/strapi/writing.md, "Forms of a relation"). */
export type TargetInput = RowTarget | DocumentTarget;

/** Of which type a target is, where the attribute leads to several. */
interface TypedTarget {
  readonly uid?: string;
}

export interface RowTarget extends TypedTarget {
  readonly by: 'id';
  /** Anything that a client sends as a number: a fraction is the id of nothing. */
  readonly id: number;
}

export interface DocumentTarget extends TypedTarget {
  readonly by: 'documentId';
  readonly documentId: string;
  /** Of the target; null: none was named. */
  readonly locale: string | null;
  readonly status: 'draft' | 'published' | null;
}

export interface ConnectInput {
  readonly target: TargetInput;
  readonly position: Position<TargetInput>;
}

/**
 * Where a connected target goes: `start` is first, `end` last, the others directly beside the anchor
 * (docs/strapi/differences.md, D12).
 */
export type Position<Anchor> =
  | { readonly at: 'start' | 'end' }
  | { readonly at: 'before' | 'after'; readonly anchor: Anchor };
