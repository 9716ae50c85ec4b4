// In charge of the way from a row to the rows behind an attribute, for each kind of link. Populate, filters and
// sorts all use it, so a filter sees exactly the rows that populate shows (decision D4).
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
