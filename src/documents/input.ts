// The checked input of a write: values, components and changes of links. Targets are not looked up yet: they are named as in
// the request.
import type { JsonValue } from '../base/json.ts';

/**
 * A checked value before a dialect encodes it (`Dialect.store`): bigint for biginteger, milliseconds since the epoch for
 * datetime and timestamp, `yyyy-MM-dd`, `HH:mm:ss.SSS`, any JSON for json and blocks. Null stores NULL.
 */
export type ColumnValue = JsonValue | bigint;

/** A row to be written with its components and links. Attributes that are not in a map do not change. */
export interface EntryInput {
  readonly uid: string;
  /** Values of scalar attributes. A password is plain text until it is hashed. */
  readonly values: ReadonlyMap<string, ColumnValue>;
  /** All components of component attributes and dynamic zones, in order. A single component is a list of at most one. */
  readonly components: ReadonlyMap<string, readonly ComponentInput[]>;
  /** Changes of relations, media and polymorphic relations. */
  readonly relations: ReadonlyMap<string, RelationInput>;
}

export interface ComponentInput extends EntryInput {
  /** The row to be updated; null for a new component. */
  readonly id: number | null;
}

/** The change of the links of one attribute. */
export type RelationInput = {
  /** Targets without effect, such as all but the last of a to-one relation: they must exist nevertheless. */
  readonly referenced: readonly TargetInput[];
} & (
  | {
      /** Replaces all links by these, in this order. */
      readonly kind: 'set';
      readonly targets: readonly TargetInput[];
    }
  | {
      readonly kind: 'change';
      readonly connect: readonly ConnectInput[];
      readonly disconnect: readonly TargetInput[];
      /** If false, a target whose anchor is missing is added at the end (`options.strict`). */
      readonly strict: boolean;
    }
);

/** A row or a document of the related type (docs/strapi/writing.md, "Forms of a relation"). */
export type TargetInput = RowTarget | DocumentTarget;

/** The type of a target, if the attribute has several target types. */
interface TypedTarget {
  readonly uid?: string;
}

export interface RowTarget extends TypedTarget {
  readonly by: 'id';
  /** Any number that a client sent: a fraction is an id that no row has. */
  readonly id: number;
  /** The id as it was sent, if it was text. */
  readonly text?: string;
}

export interface DocumentTarget extends TypedTarget {
  readonly by: 'documentId';
  readonly documentId: string;
  /** The locale of the target; null if it was not sent. */
  readonly locale: string | null;
  readonly status: 'draft' | 'published' | null;
}

export interface ConnectInput {
  readonly target: TargetInput;
  readonly position: Position<TargetInput>;
}

/**
 * The position of a connected target: first, last, or directly before or after an anchor (docs/strapi/differences.md, D12).
 */
export type Position<Anchor> =
  | { readonly at: 'start' | 'end' }
  | { readonly at: 'before' | 'after'; readonly anchor: Anchor };
