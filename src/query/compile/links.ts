// SQL from a row to the rows behind an attribute, for each kind of link. Populate, filters and sorts
// all use it, so a filter sees exactly the rows that populate shows (docs/strapi/differences.md, D4).
import { sql } from 'kysely';
import type { Fragment } from '../../storage/dialect.ts';
import type { CompileContext } from './context.ts';
import { versionConditions } from './version.ts';

/** Which rows of several models stand behind an attribute, and where. */
export interface Places {
  readonly from: Fragment;
  /** Holds the id of the owner's row. */
  readonly near: Fragment;
  /** Hold the id of the row that is meant, and the uid of its model. */
  readonly far: Fragment;
  readonly type: Fragment;
  readonly conditions: readonly Fragment[];
  /** The kept order, and what decides between equals. */
  readonly order: readonly [Fragment, Fragment];
}

/** Builds the look at the places behind an attribute that leads to rows of several models. */
export function placesOf(
  context: CompileContext,
  { owner, attribute }: Pick<LinkStep, 'owner' | 'attribute'>,
): Places {
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
      throw new Error(`${owner} ${attribute} leads to rows of one model`);
  }
}

/** The links of an attribute, without the rows that they lead to. */
export interface SharedLinks {
  readonly from: Fragment;
  /** Hold the ids of the owner's row and of the row that is meant. */
  readonly near: Fragment;
  readonly far: Fragment;
  readonly conditions: readonly Fragment[];
  readonly order: readonly Fragment[];
}

/** Builds the look at the links of an attribute whose rows others may lead to as well; null where nobody else does. */
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
  if (link.kind !== 'joinTable' || isOfOneOnly(context, owner, attribute)) return null;
  return {
    from: context.named(link.table, via),
    near: own(link.near),
    far: own(link.far),
    conditions: [],
    order: link.order === null ? [own('id')] : [own(link.order), own(link.far)],
  };
}

/** True where a row that the attribute leads to knows the one row that leads to it. */
function isOfOneOnly({ registry }: CompileContext, owner: string, name: string): boolean {
  const attribute = registry.model(owner).attributes.get(name);
  if (attribute?.kind !== 'relation') return false;
  const { relation, mappedBy, inversedBy } = attribute;
  const isTwoWay = mappedBy !== undefined || inversedBy !== undefined;
  return isTwoWay && (relation === 'oneToOne' || relation === 'oneToMany');
}

/** Rows behind an attribute of `owner`; `target` is one of the models that it leads to. */
export interface LinkStep {
  readonly owner: string;
  readonly attribute: string;
  readonly target: string;
}

/** The tables, conditions and order of the rows behind an attribute. */
export interface LinkedRows {
  /** Alias of the target's rows. */
  readonly alias: string;
  readonly from: Fragment;
  /** Holds the id of the owner's row. */
  readonly near: Fragment;
  readonly conditions: readonly Fragment[];
  /** The kept order. */
  readonly order: readonly Fragment[];
}

/** Builds the way along one attribute, to rows of the version that is read. */
export function linkedRows(context: CompileContext, step: LinkStep): LinkedRows {
  const rows = follow(context, step);
  const seen = versionConditions(context, step.target, rows.alias);
  return { ...rows, conditions: [...rows.conditions, ...seen] };
}

function follow(context: CompileContext, { owner, attribute, target }: LinkStep): LinkedRows {
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
