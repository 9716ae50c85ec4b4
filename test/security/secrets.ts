// SQL that changes everything a caller may not see, and nothing else: private values, rows of types that may not be
// found, links to them. Two databases that differ only in it must give that caller equal responses.
import type { Registry } from '../../src/schema/registry.ts';
import { ADMIN_USER, FILE, ROLE, SESSION, USER } from '../../src/schema/built-in/uids.ts';
import { isCreator } from '../../src/schema/system-attributes.ts';
import type { Attribute, Model } from '../../src/schema/types.ts';
import type { Layout } from '../../src/storage/layout/layout.ts';
import type { ColumnType } from '../../src/storage/layout/table.ts';
import { onClient } from '../support/test-database.ts';
import { CALLING_USER } from './callers.ts';

/**
 * Others have other roles, of other names; the permissions of roles stay, because they determine the caller's access.
 */
const otherRoles = (): readonly string[] => [
  `update up_roles set name = 'z' || name, description = 'other', created_at = ${anotherValue('created_at', 'datetime')}`,
  `update up_users_role_lnk set role_id = (select min(id) from up_roles) where user_id <> ${CALLING_USER}`,
];

export interface ModelDependencies {
  readonly registry: Registry;
  readonly layout: Layout;
}

/** Types whose rows determine the caller's access. They are never changed. */
const IDENTITY: ReadonlySet<string> = new Set([
  ROLE,
  SESSION,
  'plugin::users-permissions.permission',
  'admin::api-token',
  'admin::api-token-permission',
]);

/**
 * SQL that changes private values, and rows that the caller may not find. `components stay`: keeps components, because
 * row ids are sequential: later ids reveal how many private components a write has copied.
 */
export function changeSecrets(
  parts: ModelDependencies,
  mayFind: (uid: string) => boolean,
  mode: 'all' | 'components stay' = 'all',
): string {
  const hidden = [...parts.registry.contentTypes.values()].filter(
    ({ uid }) => !mayFind(uid) && uid !== FILE && uid !== ADMIN_USER && !IDENTITY.has(uid),
  );
  return [
    ...[...parts.registry.models()].flatMap((model) => privateValues(parts, model)),
    ...hiddenLinks(parts, mayFind).filter((sql) => mode === 'all' || !sql.includes('_cmps')),
    ...hidden.flatMap((type) => hiddenRows(parts, type)),
    ...(mayFind(ROLE) ? [] : otherRoles()),
  ].join(';\n');
}

/** SQL that changes drafts of types that have them, and deletes every second one. */
export function changeDrafts({ registry, layout }: ModelDependencies): string {
  return [...registry.contentTypes.values()]
    .filter((type) => type.draftAndPublish && type.origin === 'api')
    .flatMap(({ uid }) => {
      const table = quoted(layout.table(uid));
      return [
        ...changedColumns({ registry, layout }, registry.model(uid), (attribute) =>
          ['locale', 'publishedAt'].includes(attribute.name),
        ).map((set) => `update ${table} set ${set} where published_at is null`),
        `delete from ${table} where published_at is null and id % 2 = 0`,
      ];
    })
    .join(';\n');
}

/** Private columns and passwords, in types and components. */
function privateValues(parts: ModelDependencies, model: Model): readonly string[] {
  if (IDENTITY.has(model.uid)) return [];
  const table = quoted(parts.layout.table(model.uid));
  const isShown = (attribute: Attribute): boolean =>
    !attribute.private && !(attribute.kind === 'scalar' && attribute.type === 'password');
  const isTaken = (attribute: Attribute): boolean =>
    attribute.name === 'locale' || isShown(attribute);
  return changedColumns(parts, model, isTaken).map((set) => `update ${table} set ${set}`);
}

/** Changes all columns of rows that may not be seen, then deletes every second row. */
function hiddenRows(parts: ModelDependencies, type: Model): readonly string[] {
  const table = quoted(parts.layout.table(type.uid));
  const where = type.uid === USER ? `where id <> ${CALLING_USER}` : 'where 1 = 1';
  return [
    ...changedColumns(parts, type, ({ name }) => ['locale', 'publishedAt'].includes(name)).map(
      (set) => `update ${table} set ${set} ${where}`,
    ),
    `delete from ${table} ${where} and id % 2 = 0`,
  ];
}

/** `column = another value`, for the columns of attributes that are changed. */
function changedColumns(
  { layout }: ModelDependencies,
  model: Model,
  isLeft: (attribute: Attribute) => boolean,
): readonly string[] {
  const name = layout.table(model.uid);
  const table = layout.tables.find((each) => each.name === name);
  return [...model.attributes.values()].flatMap((attribute) => {
    if (attribute.kind !== 'scalar' || isLeft(attribute)) return [];
    const name = layout.column(model.uid, attribute.name);
    const type = table?.columns.find((each) => each.name === name)?.type ?? 'text';
    const column = quoted(name);
    return `${column} = ${anotherValue(column, type)}`;
  });
}

/** A different value for a column, in SQL. */
function anotherValue(column: string, type: ColumnType): string {
  return onClient({
    sqlite: `case typeof(${column})
      when 'integer' then ${column} + 1 when 'real' then ${column} + 1
      when 'text' then 'z' || ${column} else 'was empty ' || id end`,
    postgres: typedValue(column, type),
  });
}

/** The same for typed columns: empty columns get a value. */
function typedValue(column: string, type: ColumnType): string {
  switch (type) {
    case 'boolean':
      return `${column} is not true`;
    case 'json':
      return `jsonb_build_array(${column}, id)`;
    case 'date':
      return `coalesce(${column} + 1, date '2001-02-03' + id)`;
    case 'time':
      return `coalesce(${column} + interval '1 minute', time '01:02:03')`;
    case 'datetime':
    case 'timestamp':
      return `coalesce(${column} + interval '1 second', timestamp '2001-02-03')`;
    case 'string':
    case 'text':
      return `left(coalesce('z' || ${column}, 'was empty ' || id), 255)`;
    default:
      return `case when ${column} > 0 then ${column} - 1 else coalesce(${column} + 1, id) end`;
  }
}

/** Links that no attribute shows to the caller from either side. */
function hiddenLinks(
  parts: ModelDependencies,
  mayFind: (uid: string) => boolean,
): readonly string[] {
  const { registry, layout } = parts;
  const all = [...registry.models()].flatMap((model) =>
    [...model.attributes.values()].map((attribute) => ({ model, attribute })),
  );
  const isSeen = ({ model, attribute }: Sided): boolean =>
    !attribute.private &&
    (model.modelType === 'component' || mayFind(model.uid)) &&
    (attribute.kind !== 'relation' || isCreator(attribute) || mayFind(attribute.target));
  const seen = new Set(all.filter(isSeen).flatMap((side) => storageOf(parts, side) ?? []));
  return all.flatMap((side) => {
    const { model, attribute } = side;
    if (IDENTITY.has(model.uid) || isSeen(side)) return [];
    const storage = storageOf(parts, side);
    if (storage === null || seen.has(storage)) return [];
    const link = layout.link(model.uid, attribute.name);
    if (link.kind === 'column') {
      const column = quoted(link.column);
      return `update ${quoted(layout.table(model.uid))} set ${column} = null where id % 2 = 0`;
    }
    if (link.kind === 'joinTable') {
      return `delete from ${quoted(link.table)} where id % 2 = 0 and not (${isIdentity(link.table)})`;
    }
    if (link.kind === 'components' && attribute.private) {
      return `delete from ${quoted(link.table)} where field = '${link.field}' and id % 2 = 0`;
    }
    return [];
  });
}

interface Sided {
  readonly model: Model;
  readonly attribute: Attribute;
}

/** Where a link is stored, one text for both sides; null if it is the other side of a stored link. */
function storageOf({ layout }: ModelDependencies, { model, attribute }: Sided): string | null {
  if (attribute.kind === 'scalar') return null;
  const link = layout.link(model.uid, attribute.name);
  switch (link.kind) {
    case 'joinTable':
      return link.table;
    case 'column':
      return `${layout.table(model.uid)} ${link.column}`;
    case 'inverseColumn':
      return attribute.kind === 'relation'
        ? `${layout.table(attribute.target)} ${link.column}`
        : null;
    case 'components':
      return `${link.table} ${link.field}`;
    default:
      return null;
  }
}

/** The tables that determine the caller's access. */
function isIdentity(table: string): string {
  return /^(?:up_|strapi_)/.test(table) ? '1 = 1' : '1 = 0';
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
