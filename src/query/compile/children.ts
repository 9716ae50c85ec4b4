// Compiles populated attributes: each node gets a statement that runs once for all rows of the level above, and a second
// one if the links to its rows are read separately (docs/decisions/0003).
import { sql } from 'kysely';
import type { Fragment } from '../../storage/dialect.ts';
import type { CompiledChild, CompiledRows, Parameter, Statement } from '../compiled.ts';
import type { ChildNode, RowsNode, Scope } from '../plan.ts';
import { compileCells } from './cells.ts';
import { where, type AliasedRows, type CompileContext } from './context.ts';
import { compileFilter } from './filters.ts';
import { linkedRows, mixedLinks, sharedLinks, type LinkStep } from './links.ts';
import { compileOrder } from './sort.ts';
import { versionConditions } from './version.ts';

const PARENTS: Parameter = { kind: 'parents' };

/** Compiles one populated attribute. @param owner uid of the model that has the attribute */
export function compileChild(
  context: CompileContext,
  owner: string,
  node: ChildNode,
): CompiledChild {
  const step = { owner, attribute: node.attribute };
  switch (node.kind) {
    case 'count':
      return {
        kind: 'count',
        node,
        isFlat: node.mixed || node.of.some(({ uid }) => context.registry.components.has(uid)),
        statements: node.of.map((scope) => compileCount(context, step, scope)),
      };
    case 'rows':
      return compileRelated(context, { ...step, target: node.rows.uid }, node);
    case 'mixed':
      return {
        kind: 'mixed',
        node,
        links: compileMixedLinks(context, step),
        variants: node.variants.map((rows) => compileByIds(context, rows)),
      };
  }
}

function compileMixedLinks(
  context: CompileContext,
  step: { readonly owner: string; readonly attribute: string },
): Statement {
  const { from, near, far, type, conditions, order } = mixedLinks(context, step);
  const all = [context.dialect.inList(near, PARENTS), ...conditions];
  return context.print(
    sql`select ${sql.join([near, far, type, ...order])} from ${from}${where(all)}`,
  );
}

function compileRelated(
  context: CompileContext,
  step: LinkStep,
  node: ChildNode & { kind: 'rows' },
): CompiledChild {
  const { rows } = node;
  const isPlain = rows.filter === null && rows.sort.length === 0;
  const links = isPlain && context.readsLinksFirst ? sharedLinks(context, step) : null;
  if (!links) return { kind: 'rows', node, rows: compileRows(context, step, rows) };
  const { from, near, far, conditions, order } = links;
  const all = [context.dialect.inList(near, PARENTS), ...conditions];
  const statement = sql`select ${near}, ${far} from ${from}${where(all)} order by ${sql.join(order)}`;
  return {
    kind: 'linked',
    node,
    links: context.print(statement),
    rows: compileByIds(context, rows),
  };
}

/** Compiles a statement that reads rows by their ids. */
function compileByIds(context: CompileContext, node: RowsNode): CompiledRows {
  return context.rowsByIds(node, () => compileUnlinked(context, node));
}

function compileUnlinked(context: CompileContext, node: RowsNode): CompiledRows {
  const rows = { uid: node.uid, alias: context.alias() };
  const id = context.column(rows.uid, rows.alias, 'id');
  const seen = versionConditions(context, rows.uid, rows.alias);
  const conditions = childConditions(context, { near: id, conditions: seen }, { rows, node });
  const { columns, ...cells } = compileCells(context, rows, node);
  return {
    node,
    ...cells,
    statement: context.print(
      sql`select ${columns} from ${context.table(rows.uid, rows.alias)}${where(conditions)}`,
    ),
    children: node.children.map((child) => compileChild(context, node.uid, child)),
  };
}

function compileRows(context: CompileContext, step: LinkStep, node: RowsNode): CompiledRows {
  const linked = linkedRows(context, step);
  const rows = { uid: node.uid, alias: linked.alias };
  const sorted =
    node.sort.length > 0 ? compileOrder(context, rows, node.sort) : sql.join(linked.order);
  const conditions = childConditions(
    context,
    { near: linked.near, conditions: linked.conditions },
    { rows, node },
  );
  const { columns, ...cells } = compileCells(context, rows, node);
  return {
    node,
    ...cells,
    statement: context.print(
      sql`select ${linked.near}, ${columns} from ${linked.from}${where(conditions)} order by ${sorted}`,
    ),
    children: node.children.map((child) => compileChild(context, node.uid, child)),
  };
}

function compileCount(
  context: CompileContext,
  step: { owner: string; attribute: string },
  node: Scope,
): Statement {
  const linked = linkedRows(context, { ...step, target: node.uid });
  const rows = { uid: node.uid, alias: linked.alias };
  const conditions = childConditions(context, linked, { rows, node });
  return context.print(
    sql`select ${linked.near}, count(*) from ${linked.from}${where(conditions)} group by ${linked.near}`,
  );
}

function childConditions(
  context: CompileContext,
  { near, conditions }: { near: Fragment; conditions: readonly Fragment[] },
  { rows, node }: { rows: AliasedRows; node: Scope },
): readonly Fragment[] {
  return [
    context.dialect.inList(near, PARENTS),
    ...conditions,
    ...(node.filter ? [compileFilter(context, rows, node.filter)] : []),
  ];
}
