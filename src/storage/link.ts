// In charge of the words for how a row reaches other rows through an attribute (docs/strapi/storage.md, "Relations").

/** How the rows of one side reach the rows of the other through an attribute, seen from the model that has it. */
export type Link =
  /**
   * A join table: `near` holds this side's row id, `far` the other side's, `order` sorts the far rows of one near row,
   * `inverseOrder` the near rows of one far row. `exclusive`: a far row belongs to one near row only.
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
   * A column of this side's table that holds the other side's row id (`useJoinTable: false`, owner). `exclusive`: no
   * two rows of this side hold the same id.
   */
  | { readonly kind: 'column'; readonly column: string; readonly exclusive: boolean }
  /** A column of the other side's table that holds this side's row id (inverse of `column`). */
  | { readonly kind: 'inverseColumn'; readonly column: string }
  /** `<owner>_cmps(entity_id, cmp_id, component_type, field, order)`; `field` is the attribute's name. */
  | { readonly kind: 'components'; readonly table: string; readonly field: string }
  /**
   * A morph table as seen from a row that is linked to (a media attribute, or morphOne/morphMany): rows where
   * `idColumn` = this row's id, `typeColumn` = `type`, `field` = `field`; `far` holds the other side's row id.
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
  /** morphToMany itself: `near` holds this row's id, `idColumn` and `typeColumn` say which row is linked. */
  | {
      readonly kind: 'morphTable';
      readonly table: string;
      readonly near: string;
      readonly idColumn: string;
      readonly typeColumn: string;
    }
  /** morphToOne: two columns of this side's table. */
  | { readonly kind: 'morphColumns'; readonly idColumn: string; readonly typeColumn: string }
  /** morphOne seen against morphToOne: the other side's table holds this row's id and type. */
  | {
      readonly kind: 'morphColumnsInverse';
      readonly idColumn: string;
      readonly typeColumn: string;
      readonly type: string;
    }
  /** Rows of the same table with the same `document_id` (localizations). */
  | { readonly kind: 'siblings' }
  /** A side of a relation whose other side is missing: there are no links. */
  | { readonly kind: 'none' };
