// How the links of relations and media are stored: each link is one row of one table (docs/strapi/storage.md, "Relations").
import type {
  MediaAttribute,
  Model,
  MorphAttribute,
  RelationAttribute,
} from '../../schema/types.ts';
import type { LinkTable } from '../../storage/statements/link-statements.ts';
import type { RowCondition } from '../../storage/statements/row-conditions.ts';
import { ModelCache } from '../model-cache.ts';
import type { WriteContext } from '../write-context.ts';

/** An attribute to be written. */
export interface LinkAttribute {
  readonly uid: string;
  readonly attribute: RelationAttribute | MediaAttribute | MorphAttribute;
  /** True if the rows with the attribute are inserted in this write. */
  readonly created?: boolean;
}

/** A column with one value. */
type FixedColumn = Extract<RowCondition, { readonly is: unknown }>;

/**
 * How links are numbered. `all`: the whole list is renumbered: 1, 2, 3… `between`: existing links keep their numbers, and new
 * ones get numbers between them. `after`: existing links keep their numbers, and new ones come after all links of the near
 * row, including those of other attributes, which match `others`.
 */
export type Numbering =
  | { readonly kind: 'all' | 'between' }
  | { readonly kind: 'after'; readonly others: readonly RowCondition[] };

/** The table and columns of the links of an attribute, and their rules. */
export interface LinkStorage extends LinkTable {
  /**
   * `own`: a table of links, whose rows are inserted and deleted. `near`, `far`: a column in the table of that side, which is
   * set or NULL.
   */
  readonly rows: 'own' | 'near' | 'far';
  /** Column with the type of the far row; null if all are of one type. */
  readonly farType: string | null;
  /** Columns with the same value in all links of the attribute. */
  readonly fixed: readonly FixedColumn[];
  /** Columns that new rows set, but that may have any value in existing ones. */
  readonly defaults: readonly FixedColumn[];
  /** Column with the order of the far rows of a near row, starting with 1. */
  readonly order: string | null;
  /** Columns by which links are sorted. */
  readonly readOrder: readonly string[];
  readonly numbering: Numbering;
  /** Column with the order of the near rows of a far row, starting with 1. */
  readonly inverseOrder: string | null;
  /** True if a near row links to one target at most. */
  readonly toOne: boolean;
  /** True if a far row has one near document at most. */
  readonly exclusive: boolean;
  /** True if a far row may be linked several times, through different attributes. */
  readonly repeats: boolean;
  /**
   * True for a column of rows without drafts that refers to a document with drafts: it contains one of its rows, and a
   * reference to the published row is a link of the draft as well.
   */
  readonly holdsOneVersion: boolean;
  /** The table of the near rows. */
  readonly nearTable: string;
  /** The table of the far rows if a to-one attribute may link to two of them, the draft and the published row; otherwise null. */
  readonly versions: string | null;
}

/** Storages by attribute: for rows that exist, and for rows that are inserted. */
const storages = new ModelCache(() => ({
  existing: new Map<string, LinkStorage>(),
  created: new Map<string, LinkStorage>(),
}));

/** The storage of an attribute. @throws Error for an attribute that is not stored as a link */
export function linkStorage(context: WriteContext, link: LinkAttribute): LinkStorage {
  const { existing, created } = storages.get(context, link.uid);
  const cache = link.created === true ? created : existing;
  const cached = cache.get(link.attribute.name);
  if (cached) return cached;
  const storage = findStorage(context, link);
  cache.set(link.attribute.name, storage);
  return storage;
}

function findStorage(context: WriteContext, link: LinkAttribute): LinkStorage {
  const { uid, attribute } = link;
  const storage =
    attribute.kind === 'relation'
      ? relationStorage(context, { uid, attribute })
      : morphStorage(context, { ...link, attribute });
  if (!storage) throw new Error(`${uid} ${attribute.name} is not written as a link`);
  return storage;
}

const PLAIN = {
  farType: null,
  fixed: [],
  defaults: [],
  order: null,
  numbering: { kind: 'all' },
  inverseOrder: null,
  repeats: false,
  holdsOneVersion: false,
  versions: null,
} as const;

function relationStorage(
  { layout, registry }: WriteContext,
  { uid, attribute }: { readonly uid: string; readonly attribute: RelationAttribute },
): LinkStorage | null {
  const link = layout.link(uid, attribute.name);
  const nearTable = layout.table(uid);
  const toOne = attribute.relation === 'oneToOne' || attribute.relation === 'manyToOne';
  const farTable = layout.table(attribute.target);
  const versions = toOne && hasDrafts(registry.model(attribute.target)) ? farTable : null;
  const plain = { ...PLAIN, nearTable, toOne, versions };
  switch (link.kind) {
    case 'joinTable': {
      const { table, near, far, order, inverseOrder, exclusive } = link;
      const readOrder = order === null ? [near, 'id'] : [near, order, far];
      return { ...plain, rows: 'own', table, near, far, order, readOrder, inverseOrder, exclusive };
    }
    case 'column': {
      const pair = { rows: 'near', table: nearTable, near: 'id', far: link.column } as const;
      return { ...plain, ...pair, readOrder: ['id'], exclusive: link.exclusive };
    }
    case 'inverseColumn': {
      const pair = { rows: 'far', table: farTable, near: link.column, far: 'id' } as const;
      const holdsOneVersion = !hasDrafts(registry.model(attribute.target));
      const rules = { readOrder: [link.column, 'id'], exclusive: true, holdsOneVersion };
      return { ...plain, ...pair, ...rules };
    }
    default:
      return null;
  }
}

interface MorphLink extends LinkAttribute {
  readonly attribute: MediaAttribute | MorphAttribute;
}

function morphStorage(
  { layout, registry }: WriteContext,
  { uid, attribute, created = false }: MorphLink,
): LinkStorage | null {
  const link = layout.link(uid, attribute.name);
  const nearTable = layout.table(uid);
  const plain = { ...PLAIN, nearTable, toOne: false, exclusive: false };
  switch (link.kind) {
    case 'morphInverse': {
      const { table, idColumn: near, far, typeColumn } = link;
      const type = { column: typeColumn, is: link.type };
      const fixed = [type, { column: 'field', is: link.field }];
      const others = [type, { column: 'field', isNot: link.field }];
      // Single media keep all links, and the first is shown (docs/strapi/writing.md, "Media").
      const list = listOf({ table, near, far });
      return { ...plain, ...list, fixed, numbering: { kind: 'after', others } };
    }
    case 'morphTable': {
      const { table, near, idColumn: far, typeColumn: farType } = link;
      // Strapi sets it, so other programs may rely on it.
      const defaults = created ? [] : [{ column: 'field', is: attribute.name }];
      const numbering = { kind: 'between' } as const;
      const list = listOf({ table, near, far });
      return { ...plain, ...list, farType, defaults, numbering, repeats: true };
    }
    case 'morphColumns': {
      const pair = { rows: 'near', table: nearTable, near: 'id', far: link.idColumn } as const;
      return { ...plain, ...pair, farType: link.typeColumn, readOrder: ['id'], toOne: true };
    }
    case 'morphColumnsInverse': {
      const model = registry.model((attribute.kind === 'morph' && attribute.target) || '');
      const table = layout.table(model.uid);
      const pair = { rows: 'far', table, near: link.idColumn, far: 'id' } as const;
      const fixed = [{ column: link.typeColumn, is: link.type }];
      const toOne = attribute.kind === 'morph' && attribute.relation === 'morphOne';
      const versions = toOne && hasDrafts(model) ? table : null;
      const rules = { readOrder: [link.idColumn, 'id'], toOne, exclusive: true, versions };
      return { ...plain, ...pair, fixed, ...rules, holdsOneVersion: !hasDrafts(model) };
    }
    default:
      return null;
  }
}

function listOf(pair: LinkTable): LinkTable & Pick<LinkStorage, 'rows' | 'order' | 'readOrder'> {
  return { ...pair, rows: 'own', order: 'order', readOrder: [pair.near, 'order', 'id'] };
}

function hasDrafts(model: Model): boolean {
  return model.modelType === 'contentType' && model.draftAndPublish;
}
