// Kinds of links between rows (docs/strapi/storage.md, "Relations").

/** How rows reach other rows through an attribute, seen from the model that has it. */
export type Link =
  /**
   * A join table: `near` is this side's row id, `far` the other side's, `order` sorts the far rows of a near row,
   * `inverseOrder` the near rows of a far row. `exclusive`: a far row has a single near row.
   */
  | {
      readonly kind: 'joinTable';
      readonly table: string;
      readonly near: string;
      readonly far: string;
      readonly order: string | null;
      readonly inverseOrder: string | null;
      readonly exclusive: boolean;
    }
  /**
   * A column of this side's table with the other side's row id (`useJoinTable: false`, owner). `exclusive`: no two
   * rows have the same id.
   */
  | { readonly kind: 'column'; readonly column: string; readonly exclusive: boolean }
  /** A column of the other side's table with this side's row id (inverse of `column`). */
  | { readonly kind: 'inverseColumn'; readonly column: string }
  /** `<owner>_cmps(entity_id, cmp_id, component_type, field, order)`; `field` is the attribute's name. */
  | { readonly kind: 'components'; readonly table: string; readonly field: string }
  /**
   * A morph table seen from a linked row (a media attribute, or morphOne/morphMany): rows with `idColumn` = this
   * row's id, `typeColumn` = `type`, `field` = `field`; `far` is the other side's row id.
   */
  | {
      readonly kind: 'morphInverse';
      readonly table: string;
      readonly far: string;
      readonly idColumn: string;
      readonly typeColumn: string;
      readonly type: string;
      readonly field: string;
    }
  /** morphToMany: `near` is this row's id, `idColumn` and `typeColumn` identify the linked row. */
  | {
      readonly kind: 'morphTable';
      readonly table: string;
      readonly near: string;
      readonly idColumn: string;
      readonly typeColumn: string;
    }
  /** morphToOne: two columns of this side's table. */
  | { readonly kind: 'morphColumns'; readonly idColumn: string; readonly typeColumn: string }
  /** morphOne of a morphToOne: the other side's table contains this row's id and type. */
  | {
      readonly kind: 'morphColumnsInverse';
      readonly idColumn: string;
      readonly typeColumn: string;
      readonly type: string;
    }
  /** Rows of the same table with the same `document_id` (localizations). */
  | { readonly kind: 'siblings' }
  /** A relation without its other side has no links. */
  | { readonly kind: 'none' };
