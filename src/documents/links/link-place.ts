// In charge of where the links of a relation or media attribute are: one row of one table for each, whatever kind of
// link it is (spec/storage.md section 3).
import type { Model, MediaAttribute, RelationAttribute } from '../../schema/types.ts';
import type { LinkTable } from '../../storage/link-statements.ts';
import type { RowCondition } from '../../storage/row-statements.ts';
import type { WriteContext } from '../write-context.ts';

/** An attribute that is written. */
export interface LinkAttribute {
  readonly uid: string;
  readonly attribute: RelationAttribute | MediaAttribute;
}

/** The table of an attribute's links, and what holds for them. */
export interface LinkPlace extends LinkTable {
  /**
   * `own`: rows that exist for the links; they come and go. `near`, `far`: the rows of that side's model; a column of
   * theirs is filled or NULL.
   */
  readonly rows: 'own' | 'near' | 'far';
  /** Columns of own rows that have the same value in all of them. */
  readonly fixed: readonly Extract<RowCondition, { readonly is: unknown }>[];
  /** Sorts the far rows of a near row, from 1. */
  readonly order: string | null;
  /** What they are read in the order of. */
  readonly reading: readonly string[];
  /** Sorts the near rows of a far row, from 1. */
  readonly inverseOrder: string | null;
  /** A near row is linked to one target at most. */
  readonly toOne: boolean;
  /** A far row belongs to one near document at most. */
  readonly exclusive: boolean;
  /** The table of the near rows. */
  readonly nearTable: string;
  /** The far side's table where an attribute to one target may lead to two rows, its draft and its published one; or null. */
  readonly versions: string | null;
}

/** @throws Error for attributes that are written in other ways */
export function linkPlace(
  { layout, registry }: WriteContext,
  { uid, attribute }: LinkAttribute,
): LinkPlace {
  const link = layout.link(uid, attribute.name);
  const nearTable = layout.table(uid);
  const plain = { fixed: [], order: null, inverseOrder: null, nearTable, versions: null };
  if (attribute.kind === 'media') {
    if (link.kind !== 'morphInverse') throw new Error(`${uid} ${attribute.name} is no media link`);
    const { table, idColumn: near, far, typeColumn } = link;
    const fixed = [
      { column: typeColumn, is: link.type },
      { column: 'field', is: link.field },
    ];
    const [order, reading] = ['order', [near, 'order', 'id']];
    // Of several files the first is shown: a single media attribute keeps them all (spec/write.md section 10).
    const rules = { toOne: false, exclusive: false };
    return { ...plain, rows: 'own', table, near, far, fixed, order, reading, ...rules };
  }
  const toOne = attribute.relation === 'oneToOne' || attribute.relation === 'manyToOne';
  const farTable = layout.table(attribute.target);
  const versions = toOne && hasVersions(registry.model(attribute.target)) ? farTable : null;
  switch (link.kind) {
    case 'joinTable': {
      const { table, near, far, order, inverseOrder, exclusive } = link;
      const reading = order === null ? [near, 'id'] : [near, order, far];
      const pair = { rows: 'own', table, near, far } as const;
      return { ...plain, ...pair, order, reading, inverseOrder, toOne, exclusive, versions };
    }
    case 'column': {
      const pair = { rows: 'near', table: nearTable, near: 'id', far: link.column } as const;
      return { ...plain, ...pair, reading: ['id'], toOne, exclusive: link.exclusive, versions };
    }
    case 'inverseColumn': {
      const pair = { rows: 'far', table: farTable, near: link.column, far: 'id' } as const;
      return { ...plain, ...pair, reading: [link.column, 'id'], toOne, exclusive: true, versions };
    }
    default:
      throw new Error(`${uid} ${attribute.name} is not written as a link`);
  }
}

function hasVersions(model: Model): boolean {
  return model.modelType === 'contentType' && model.draftAndPublish;
}
