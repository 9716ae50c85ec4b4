// In charge of where the links of a relation or media attribute are: one row of one table for each, whatever kind of
// link it is (docs/strapi/storage.md, "Relations").
import type {
  MediaAttribute,
  Model,
  MorphAttribute,
  RelationAttribute,
} from '../../schema/types.ts';
import type { LinkTable } from '../../storage/link-statements.ts';
import type { RowCondition } from '../../storage/row-conditions.ts';
import type { WriteContext } from '../write-context.ts';

/** An attribute that is written. */
export interface LinkAttribute {
  readonly uid: string;
  readonly attribute: RelationAttribute | MediaAttribute | MorphAttribute;
  /** True where the rows that have it are inserted in this write. */
  readonly created?: boolean;
}

/** A column with one value. */
type FixedColumn = Extract<RowCondition, { readonly is: unknown }>;

/**
 * How a change numbers links. `all`: it renumbers the whole list: 1, 2, 3… `between`: links that stay keep their numbers,
 * and new ones get numbers between them. `behind`: links that stay keep their numbers, and new ones come after every link
 * of the near row, including those that match `others` and belong to its other attributes.
 */
export type Numbering =
  | { readonly kind: 'all' | 'between' }
  | { readonly kind: 'behind'; readonly others: readonly RowCondition[] };

/** The table of an attribute's links, and what holds for them. */
export interface LinkPlace extends LinkTable {
  /**
   * `own`: rows that exist for the links; they come and go. `near`, `far`: the rows of that side's model; a column of
   * theirs is filled or NULL.
   */
  readonly rows: 'own' | 'near' | 'far';
  /** Names the type of the far row beside `far`; null: they are all of one type. */
  readonly farType: string | null;
  /** Columns that have the same value wherever there is a link of the attribute. */
  readonly fixed: readonly FixedColumn[];
  /** Columns that new own rows get beside, and that links may have any value in. */
  readonly given: readonly FixedColumn[];
  /** Sorts the far rows of a near row, from 1. */
  readonly order: string | null;
  /** What they are read in the order of. */
  readonly reading: readonly string[];
  readonly numbering: Numbering;
  /** Sorts the near rows of a far row, from 1. */
  readonly inverseOrder: string | null;
  /** A near row is linked to one target at most. */
  readonly toOne: boolean;
  /** A far row belongs to one near document at most. */
  readonly exclusive: boolean;
  /** One far row may be linked several times: each attribute of its own that it is linked through is a link. */
  readonly repeats: boolean;
  /**
   * True for columns of rows without drafts that lead to a document with drafts: they hold one of its rows, and what
   * leads to the published one is a link of the draft too.
   */
  readonly holdsOneVersion: boolean;
  /** The table of the near rows. */
  readonly nearTable: string;
  /** The far side's table where an attribute to one target may lead to two rows, its draft and its published one; or null. */
  readonly versions: string | null;
}

/** @throws Error for attributes that are written in other ways */
export function linkPlace(context: WriteContext, link: LinkAttribute): LinkPlace {
  const { uid, attribute } = link;
  const place =
    attribute.kind === 'relation'
      ? relationPlace(context, { uid, attribute })
      : morphPlace(context, { ...link, attribute });
  if (!place) throw new Error(`${uid} ${attribute.name} is not written as a link`);
  return place;
}

const PLAIN = {
  farType: null,
  fixed: [],
  given: [],
  order: null,
  numbering: { kind: 'all' },
  inverseOrder: null,
  repeats: false,
  holdsOneVersion: false,
  versions: null,
} as const;

function relationPlace(
  { layout, registry }: WriteContext,
  { uid, attribute }: { readonly uid: string; readonly attribute: RelationAttribute },
): LinkPlace | null {
  const link = layout.link(uid, attribute.name);
  const nearTable = layout.table(uid);
  const toOne = attribute.relation === 'oneToOne' || attribute.relation === 'manyToOne';
  const farTable = layout.table(attribute.target);
  const versions = toOne && hasDrafts(registry.model(attribute.target)) ? farTable : null;
  const plain = { ...PLAIN, nearTable, toOne, versions };
  switch (link.kind) {
    case 'joinTable': {
      const { table, near, far, order, inverseOrder, exclusive } = link;
      const reading = order === null ? [near, 'id'] : [near, order, far];
      return { ...plain, rows: 'own', table, near, far, order, reading, inverseOrder, exclusive };
    }
    case 'column': {
      const pair = { rows: 'near', table: nearTable, near: 'id', far: link.column } as const;
      return { ...plain, ...pair, reading: ['id'], exclusive: link.exclusive };
    }
    case 'inverseColumn': {
      const pair = { rows: 'far', table: farTable, near: link.column, far: 'id' } as const;
      const holdsOneVersion = !hasDrafts(registry.model(attribute.target));
      const rules = { reading: [link.column, 'id'], exclusive: true, holdsOneVersion };
      return { ...plain, ...pair, ...rules };
    }
    default:
      return null;
  }
}

interface MorphLink extends LinkAttribute {
  readonly attribute: MediaAttribute | MorphAttribute;
}

function morphPlace(
  { layout, registry }: WriteContext,
  { uid, attribute, created = false }: MorphLink,
): LinkPlace | null {
  const link = layout.link(uid, attribute.name);
  const nearTable = layout.table(uid);
  const plain = { ...PLAIN, nearTable, toOne: false, exclusive: false };
  switch (link.kind) {
    case 'morphInverse': {
      const { table, idColumn: near, far, typeColumn } = link;
      const type = { column: typeColumn, is: link.type };
      const fixed = [type, { column: 'field', is: link.field }];
      const others = [type, { column: 'field', isNot: link.field }];
      // Of several the first is shown: single ones keep them all (docs/strapi/writing.md, "Media").
      const list = listOf({ table, near, far });
      return { ...plain, ...list, fixed, numbering: { kind: 'behind', others } };
    }
    case 'morphTable': {
      const { table, near, idColumn: far, typeColumn: farType } = link;
      // As Strapi does: other programs may look for it.
      const given = created ? [] : [{ column: 'field', is: attribute.name }];
      const numbering = { kind: 'between' } as const;
      const list = listOf({ table, near, far });
      return { ...plain, ...list, farType, given, numbering, repeats: true };
    }
    case 'morphColumns': {
      const pair = { rows: 'near', table: nearTable, near: 'id', far: link.idColumn } as const;
      return { ...plain, ...pair, farType: link.typeColumn, reading: ['id'], toOne: true };
    }
    case 'morphColumnsInverse': {
      const model = registry.model((attribute.kind === 'morph' && attribute.target) || '');
      const table = layout.table(model.uid);
      const pair = { rows: 'far', table, near: link.idColumn, far: 'id' } as const;
      const fixed = [{ column: link.typeColumn, is: link.type }];
      const toOne = attribute.kind === 'morph' && attribute.relation === 'morphOne';
      const versions = toOne && hasDrafts(model) ? table : null;
      const rules = { reading: [link.idColumn, 'id'], toOne, exclusive: true, versions };
      return { ...plain, ...pair, fixed, ...rules, holdsOneVersion: !hasDrafts(model) };
    }
    default:
      return null;
  }
}

function listOf(pair: LinkTable): LinkTable & Pick<LinkPlace, 'rows' | 'order' | 'reading'> {
  return { ...pair, rows: 'own', order: 'order', reading: [pair.near, 'order', 'id'] };
}

function hasDrafts(model: Model): boolean {
  return model.modelType === 'contentType' && model.draftAndPublish;
}
