// Invariants of links in a database: no dangling links, one owner per component, one link per to-one relation.
import type { Registry } from '../../src/schema/registry.ts';
import type { Model, MorphAttribute, RelationAttribute } from '../../src/schema/types.ts';
import { componentsTable, morphNames } from '../../src/storage/layout/join-table.ts';
import type { Layout } from '../../src/storage/layout/layout.ts';

interface Schema {
  readonly registry: Registry;
  readonly layout: Layout;
}

/**
 * Query for both databases that returns broken links in the column `broken`. It does not check foreign keys.
 */
export function brokenLinksQuery(schema: Schema): string {
  const models = [...schema.registry.models()];
  return [
    ...models.flatMap((model) => [...ownerRules(schema, model), ...relationRules(schema, model)]),
    ...[...schema.registry.components.keys()].map((uid) => componentRule(schema, uid)),
    ...models.flatMap((model) =>
      morphs(model).flatMap((attribute) => morphRules(schema, model, attribute)),
    ),
    ...models.flatMap((model) => morphColumnRules(schema, model)),
  ].join('\nunion all\n');
}

/** Join rows that link components to their owners. */
function ownerRules({ registry, layout }: Schema, model: Model): readonly string[] {
  const table = ownersTable(model);
  if (table === null) return [];
  const fields = [...model.attributes.values()].filter(isComposed);
  return [
    broken(table, 'names no attribute, component or row', {
      from: `${quoted(table)} t`,
      where: `t.entity_id is null or t.cmp_id is null or t.component_type not in (${texts(registry.components.keys())})
        or t.field not in (${texts(fields.map(({ name }) => name))})`,
    }),
    ...[...registry.components.keys()].map((uid) =>
      broken(table, `names a row of ${uid} that is not there`, {
        from: `${quoted(table)} t`,
        where: `t.component_type = ${text(uid)} and t.cmp_id not in (select id from ${quoted(layout.table(uid))})`,
      }),
    ),
    ...fields
      .filter((attribute) => attribute.kind === 'component' && !attribute.repeatable)
      .map(({ name }) =>
        broken(table, `has several in ${name}`, {
          from: `(select min(id) id, count(*) n from ${quoted(table)} where field = ${text(name)} group by entity_id) t`,
          where: 't.n > 1',
        }),
      ),
  ];
}

/** A component row has exactly one owner. */
function componentRule({ registry, layout }: Schema, uid: string): string {
  const owners = [...registry.models()].flatMap((model) => ownersTable(model) ?? []);
  const all = owners.map(
    (table) => `select cmp_id from ${quoted(table)} where component_type = ${text(uid)}`,
  );
  return broken(layout.table(uid), 'has not one owner', {
    from: `${quoted(layout.table(uid))} t left join
      (select cmp_id, count(*) n from (${all.join(' union all ')}) c group by cmp_id) o on o.cmp_id = t.id`,
    where: 'o.n is null or o.n <> 1',
  });
}

/** The tables of morphToMany attributes, including that of files. */
function morphRules(
  { registry, layout }: Schema,
  model: Model,
  attribute: MorphAttribute,
): readonly string[] {
  const { table, idColumn, typeColumn } = morphNames(model, attribute);
  return [...registry.models()].map(({ uid }) =>
    broken(table, `names a row of ${uid} that is not there`, {
      from: `${quoted(table)} t`,
      where: `t.${quoted(typeColumn)} = ${text(uid)}
        and t.${quoted(idColumn)} not in (select id from ${quoted(layout.table(uid))})`,
    }),
  );
}

/** The columns of morphToOne attributes. */
function morphColumnRules({ registry, layout }: Schema, model: Model): readonly string[] {
  return [...model.attributes.values()].flatMap((attribute) => {
    if (attribute.kind !== 'morph' || attribute.relation !== 'morphToOne') return [];
    const link = layout.link(model.uid, attribute.name);
    if (link.kind !== 'morphColumns') return [];
    const table = layout.table(model.uid);
    return [...registry.models()].map(({ uid }) =>
      broken(table, `names a row of ${uid} that is not there`, {
        from: `${quoted(table)} t`,
        where: `t.${quoted(link.typeColumn)} = ${text(uid)}
        and t.${quoted(link.idColumn)} not in (select id from ${quoted(layout.table(uid))})`,
      }),
    );
  });
}

/** A to-one relation has one target document; an exclusive relation does not share its targets. */
function relationRules(schema: Schema, model: Model): readonly string[] {
  return [...model.attributes.values()].flatMap((attribute) => {
    if (attribute.kind !== 'relation') return [];
    const link = schema.layout.link(model.uid, attribute.name);
    if (link.kind !== 'joinTable') return [];
    const { table, near, far } = link;
    const isToOne = attribute.relation === 'oneToOne' || attribute.relation === 'manyToOne';
    return [
      ...(isToOne
        ? [countRule(schema, { table, attribute, of: far, by: near, uid: attribute.target })]
        : []),
      ...(link.exclusive
        ? [countRule(schema, { table, attribute, of: near, by: far, uid: model.uid })]
        : []),
    ];
  });
}

interface CountRule {
  readonly table: string;
  readonly attribute: RelationAttribute;
  /** The column that may refer to one document per value of the column `by`. */
  readonly of: string;
  readonly by: string;
  /** Table of the rows in the column `of`. */
  readonly uid: string;
}

/** Versions of a document count as one. */
function countRule(
  { registry, layout }: Schema,
  { table, attribute, of, by, uid }: CountRule,
): string {
  const document = registry.contentTypes.has(uid)
    ? 'coalesce(d.document_id, cast(d.id as text))'
    : 'd.id';
  return broken(table, `links several in ${by} ${attribute.name}`, {
    from: `(select l.${quoted(by)} id, count(distinct ${document}) n from ${quoted(table)} l
      join ${quoted(layout.table(uid))} d on d.id = l.${quoted(of)} group by l.${quoted(by)}) t`,
    where: 't.n > 1',
  });
}

function broken(
  table: string,
  what: string,
  { from, where }: { readonly from: string; readonly where: string },
): string {
  return `select ${text(`${table}: `)} || t.id || ${text(` ${what}`)} as broken from ${from} where ${where}`;
}

function ownersTable(model: Model): string | null {
  return [...model.attributes.values()].some(isComposed) ? componentsTable(model).name : null;
}

function isComposed({ kind }: { readonly kind: string }): boolean {
  return kind === 'component' || kind === 'dynamiczone';
}

function morphs(model: Model): readonly MorphAttribute[] {
  return [...model.attributes.values()].filter(
    (attribute) => attribute.kind === 'morph' && attribute.relation === 'morphToMany',
  ) as readonly MorphAttribute[];
}

/** A list in SQL; must not be empty. */
function texts(values: Iterable<string>): string {
  return ['', ...values].map(text).join(', ');
}

function text(value: string): string {
  return `'${value.replaceAll("'", "''")}'`;
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
