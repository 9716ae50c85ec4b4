// SQL that joins a row to its related rows, for each kind of link. Populate, filters and sorts share it, so a filter sees
// exactly the rows that populate shows (docs/strapi/differences.md, D4).
import { sql } from 'kysely';
import type { Fragment } from '../../storage/dialect.ts';
import type { CompileContext } from './context.ts';
import { versionConditions } from './version.ts';

/** The links of an attribute that leads to rows of several models. */
export interface MixedLinks {
  readonly from: Fragment;
  /** The id of the owner's row. */
  readonly near: Fragment;
  /** The id of the related row, and the uid of its model. */
  readonly far: Fragment;
  readonly type: Fragment;
  readonly conditions: readonly Fragment[];
  /** The stored order, and the column that breaks ties. */
  readonly order: readonly [Fragment, Fragment];
}

/** The links of an attribute that leads to rows of several models. */
export function mixedLinks(
  context: CompileContext,
  { owner, attribute }: Pick<LinkStep, 'owner' | 'attribute'>,
): MixedLinks {
  const link = context.layout.link(owner, attribute);
  const via = context.alias();
  const own = (column: string): Fragment => sql.id(via, column);
  switch (link.kind) {
    case 'components':
      return {
        from: context.named(link.table, via),
        near: own('entity_id'),
        far: own('cmp_id'),
        type: own('component_type'),
        conditions: [sql`${context.dialect.unindexed(own('field'))} = ${sql.lit(link.field)}`],
        order: [own('order'), own('id')],
      };
    case 'morphTable':
      return {
        from: context.named(link.table, via),
        near: own(link.near),
        far: own(link.idColumn),
        type: own(link.typeColumn),
        conditions: [],
        order: [own('order'), own('id')],
      };
    case 'morphColumns':
      return {
        from: context.table(owner, via),
        near: own('id'),
        far: own(link.idColumn),
        type: own(link.typeColumn),
        conditions: [],
        order: [own('id'), own('id')],
      };
    default:
      throw new Error(`${owner} ${attribute} points to rows of a single model`);
  }
}

/** The links of an attribute, without the related rows. */
export interface SharedLinks {
  readonly from: Fragment;
  /** The ids of the owner's row and of the related row. */
  readonly near: Fragment;
  readonly far: Fragment;
  readonly conditions: readonly Fragment[];
  readonly order: readonly Fragment[];
}

/** The links of an attribute whose related rows may have several owners; null if each has one owner only. */
export function sharedLinks(
  context: CompileContext,
  { owner, attribute }: LinkStep,
): SharedLinks | null {
  const link = context.layout.link(owner, attribute);
  const via = context.alias();
  const own = (column: string): Fragment => sql.id(via, column);
  if (link.kind === 'morphInverse') {
    const ofOwner = (column: string, text: string): Fragment =>
      sql`${context.dialect.unindexed(own(column))} = ${sql.lit(text)}`;
    return {
      from: context.named(link.table, via),
      near: own(link.idColumn),
      far: own(link.far),
      conditions: [ofOwner(link.typeColumn, link.type), ofOwner('field', link.field)],
      order: [own('order'), own('id')],
    };
  }
  if (link.kind !== 'joinTable' || hasOneOwner(context, owner, attribute)) return null;
  return {
    from: context.named(link.table, via),
    near: own(link.near),
    far: own(link.far),
    conditions: [],
    order: link.order === null ? [own('id')] : [own(link.order), own(link.far)],
  };
}

/** True for a two-way relation in which each related row has one owner. */
function hasOneOwner({ registry }: CompileContext, owner: string, name: string): boolean {
  const attribute = registry.model(owner).attributes.get(name);
  if (attribute?.kind !== 'relation') return false;
  const { relation, mappedBy, inversedBy } = attribute;
  const isTwoWay = mappedBy !== undefined || inversedBy !== undefined;
  return isTwoWay && (relation === 'oneToOne' || relation === 'oneToMany');
}

/** A step from `owner` along an attribute to rows of `target`, one of the models that it leads to. */
export interface LinkStep {
  readonly owner: string;
  readonly attribute: string;
  readonly target: string;
}

/** The tables, conditions and order of the related rows of an attribute. */
export interface LinkedRows {
  /** Alias of the related rows. */
  readonly alias: string;
  readonly from: Fragment;
  /** The id of the owner's row. */
  readonly near: Fragment;
  readonly conditions: readonly Fragment[];
  /** The stored order. */
  readonly order: readonly Fragment[];
}

/** Joins an attribute to its related rows of the version that is read. */
export function linkedRows(context: CompileContext, step: LinkStep): LinkedRows {
  const rows = joinLink(context, step);
  const seen = versionConditions(context, step.target, rows.alias);
  return { ...rows, conditions: [...rows.conditions, ...seen] };
}

function joinLink(context: CompileContext, { owner, attribute, target }: LinkStep): LinkedRows {
  const link = context.layout.link(owner, attribute);
  const [via, alias] = [context.alias(), context.alias()];
  const far = context.table(target, alias);
  const id = sql.id(alias, 'id');
  const own = (column: string): Fragment => sql.id(via, column);
  const through = (table: string, on: Fragment): Fragment =>
    sql`${context.named(table, via)} inner join ${far} on ${on}`;
  const isText = (column: Fragment, text: string): Fragment =>
    sql`${context.dialect.unindexed(column)} = ${sql.lit(text)}`;

  switch (link.kind) {
    case 'joinTable':
      return {
        alias,
        from: through(link.table, sql`${id} = ${own(link.far)}`),
        near: own(link.near),
        conditions: [],
        order: link.order === null ? [own('id')] : [own(link.order), id],
      };
    case 'column':
      return {
        alias,
        from: through(context.layout.table(owner), sql`${id} = ${own(link.column)}`),
        near: own('id'),
        conditions: [],
        order: [id],
      };
    case 'inverseColumn':
      return { alias, from: far, near: sql.id(alias, link.column), conditions: [], order: [id] };
    case 'components':
      return {
        alias,
        from: through(link.table, sql`${id} = ${own('cmp_id')}`),
        near: own('entity_id'),
        conditions: [isText(own('field'), link.field)],
        order: [own('order'), own('id')],
      };
    case 'morphInverse':
      return {
        alias,
        from: through(link.table, sql`${id} = ${own(link.far)}`),
        near: own(link.idColumn),
        conditions: [isText(own(link.typeColumn), link.type), isText(own('field'), link.field)],
        order: [own('order'), own('id')],
      };
    case 'morphTable':
      return {
        alias,
        from: through(link.table, sql`${id} = ${own(link.idColumn)}`),
        near: own(link.near),
        conditions: [isText(own(link.typeColumn), target)],
        order: [own('order'), own('id')],
      };
    case 'morphColumns':
      return {
        alias,
        from: through(context.layout.table(owner), sql`${id} = ${own(link.idColumn)}`),
        near: own('id'),
        conditions: [isText(own(link.typeColumn), target)],
        order: [id],
      };
    case 'morphColumnsInverse':
      return {
        alias,
        from: far,
        near: sql.id(alias, link.idColumn),
        conditions: [isText(sql.id(alias, link.typeColumn), link.type)],
        order: [id],
      };
    case 'none':
      return { alias, from: far, near: id, conditions: [sql`1 = 0`], order: [id] };
    case 'siblings':
      return {
        alias,
        from: through(
          context.layout.table(owner),
          sql`${sql.id(alias, 'document_id')} = ${own('document_id')} and ${id} <> ${own('id')}`,
        ),
        near: own('id'),
        conditions: [],
        order: [sql.id(alias, 'locale'), id],
      };
  }
}
