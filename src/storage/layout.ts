// In charge of where a model's values are: the tables of a registry, the column of each attribute and
// the link of each relation, as Strapi 5 lays them out (spec/storage.md sections 1 to 3). A pure function of the schema.

/** Column types before a dialect names them (spec/storage.md, "Column types"). */
export type ColumnType =
  | 'increments'
  | 'string'
  | 'text'
  | 'json'
  | 'integer'
  | 'bigInteger'
  | 'double'
  | 'decimal'
  | 'boolean'
  | 'date'
  | 'time'
  | 'datetime'
  | 'timestamp';

export interface Column {
  readonly name: string;
  readonly type: ColumnType;
  readonly args: readonly unknown[];
  readonly notNullable: boolean;
  readonly unsigned: boolean;
  readonly defaultTo: unknown;
  readonly primary: boolean;
}

export interface Index {
  readonly name: string;
  readonly columns: readonly string[];
  readonly unique: boolean;
}

export interface ForeignKey {
  readonly name: string;
  readonly column: string;
  readonly references: string;
  readonly onDelete: 'CASCADE' | 'SET NULL';
}

export interface Table {
  readonly name: string;
  readonly columns: readonly Column[];
  readonly indexes: readonly Index[];
  readonly foreignKeys: readonly ForeignKey[];
}

/** How the rows of one side reach the rows of the other through an attribute, seen from the model that has it. */
export type Link =
  /** A join table: `near` holds this side's row id, `far` the other side's, `order` sorts the far rows of one near row. */
  | {
      readonly kind: 'joinTable';
      readonly table: string;
      readonly near: string;
      readonly far: string;
      readonly order: string | null;
    }
  /** A column of this side's table that holds the other side's row id (`useJoinTable: false`, owner). */
  | { readonly kind: 'column'; readonly column: string }
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
  | { readonly kind: 'siblings' };

/** The layout of a whole registry. */
export interface Layout {
  readonly tables: readonly Table[];
  /** The table of a model. */
  table(uid: string): string;
  /** The column of a scalar attribute; `id` and `documentId` have one too. */
  column(uid: string, attribute: string): string;
  /** The link of a relation, media, component, zone, morph or localizations attribute. */
  link(uid: string, attribute: string): Link;
}
