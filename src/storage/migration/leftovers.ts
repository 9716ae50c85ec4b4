// Finds data that no schema uses any more (docs/strapi/differences.md, D10): tables and columns that Strapi or Quoin
// created, rows that are not served, and links to deleted models. Ignores objects of other programs.
import { parseStoredJson } from '../../base/json.ts';
import { sql } from 'kysely';
import { isRecord, toRecord, valueAt } from '../../schema/raw.ts';
import type { Registry } from '../../schema/registry.ts';
import type { ContentType } from '../../schema/types.ts';
import { coreStoreValue, readDefaultLocale } from '../settings/core-store.ts';
import type { LiveSchema } from './ddl.ts';
import type { Dialect, Fragment } from '../dialect.ts';
import { componentsTable, morphNames } from '../layout/join-table.ts';
import { readRecordedTables, type TableNames } from './recorded-tables.ts';
import type { Layout } from '../layout/layout.ts';
import { readOptionPlans, type OptionPlan } from './option-plan.ts';
import { recordedTables } from '../layout/quoin-tables.ts';
import { toQuery } from './row-writer.ts';
import type { ReadSteps } from '../session.ts';

/** A table that no schema uses. */
export interface UnusedTable {
  readonly name: string;
  readonly rows: number;
  /** Strapi created it, and drops it at its next start. */
  readonly isFromStrapi: boolean;
}

/** An unused column of a used table. */
export interface UnusedColumn {
  readonly table: string;
  readonly name: string;
  /** Number of values, without NULL. */
  readonly values: number;
  readonly isFromStrapi: boolean;
}

/** Rows of a type that are kept but not served. */
export interface UnservedRows {
  readonly type: ContentType;
  readonly what: 'drafts' | 'locales';
  /** For rows in other locales, the served locale. */
  readonly locale: string | null;
  readonly rows: number;
  /** Strapi knows them, and deletes them at its next start. */
  readonly isFromStrapi: boolean;
}

/** Rows that name a deleted component or type. */
export interface DanglingLinks {
  readonly table: string;
  readonly column: string;
  readonly uid: string;
  readonly rows: number;
}

/** Drafts that Strapi does not know. */
export interface ForeignDrafts {
  readonly type: ContentType;
  /** Number of drafts that differ from the published version. */
  readonly changed: number;
}

/** Everything that no schema uses. */
export interface Leftovers {
  readonly tables: readonly UnusedTable[];
  readonly columns: readonly UnusedColumn[];
  readonly rows: readonly UnservedRows[];
  readonly links: readonly DanglingLinks[];
  /** Types whose drafts Strapi recreates at its next start, because it recorded them without drafts. */
  readonly foreignDrafts: readonly ForeignDrafts[];
}

/** Inputs of the search. */
export interface UnusedDataSearch {
  readonly registry: Registry;
  readonly layout: Layout;
  readonly dialect: Dialect;
  /** Default locale if the database has none. */
  readonly initialLocale: string;
}

/** Finds leftovers. Changes nothing; the database need not be migrated. */
export function* readLeftovers(search: UnusedDataSearch): ReadSteps<Leftovers> {
  const { registry, layout, dialect, initialLocale } = search;
  const { fold } = dialect.ddl;
  const live = yield* dialect.ddl.inspect();
  const isPresent = (table: string): boolean => live.tables.has(fold(table));
  const fromStrapi = isPresent(STRAPI_SCHEMA)
    ? yield* readStrapiTables(isPresent)
    : new Map<string, never>();
  const ours = isPresent(recordedTables.table)
    ? yield* readRecordedTables()
    : new Map<string, never>();
  const defaultLocale = isPresent('strapi_core_store_settings')
    ? yield* readDefaultLocale(initialLocale)
    : initialLocale;
  const plans = yield* readOptionPlans(registry, defaultLocale, isPresent);
  const present = plans.filter(({ type }) => isPresent(layout.table(type.uid)));
  return {
    ...(yield* countUnknown(search, live, [fromStrapi, ours])),
    rows: yield* countRows(search, present),
    foreignDrafts: yield* countForeignDrafts(search, present),
    links: yield* countLinks(search, isPresent),
  };
}

const STRAPI_SCHEMA = 'strapi_database_schema';

/**
 * Tables of the project that Strapi created as of its last start, by its own record. Tables of its plugins are
 * excluded, since plugins that Quoin does not know may use them.
 */
function* readStrapiTables(isPresent: (table: string) => boolean): ReadSteps<TableNames> {
  const [rows = []] = yield [
    { sql: `select schema from ${STRAPI_SCHEMA} order by id desc`, values: [] },
  ];
  const tables = toRecord(parseStoredJson(rows[0]?.[0]))['tables'];
  const isProjects = yield* readProjectTables(isPresent);
  return new Map(
    namedOf(tables)
      .filter(({ name }) => isProjects(name))
      .map(({ name, item }) => {
        const columns = namedOf(item['columns']).map((column) => column.name);
        return [name, new Set(columns)];
      }),
  );
}

/**
 * Whether a table belongs to a content-type of the project as Strapi last recorded it, to a component, or to their
 * links.
 */
function* readProjectTables(
  isPresent: (table: string) => boolean,
): ReadSteps<(table: string) => boolean> {
  const stored = isPresent('strapi_core_store_settings')
    ? toRecord(yield* coreStoreValue('strapi_content_types_schema'))
    : {};
  const names = new Map(
    Object.entries(stored).map(([uid, schema]) => [uid, String(valueAt(schema, 'collectionName'))]),
  );
  const own = [...names].flatMap(([uid, name]) => (uid.startsWith('api::') ? [name] : []));
  const others = [...names].flatMap(([uid, name]) => (uid.startsWith('api::') ? [] : [name]));
  const belongs = (table: string, name: string): boolean =>
    table === name || table.startsWith(`${name}_`);
  return (table) =>
    !others.some((name) => belongs(table, name)) &&
    (own.some((name) => belongs(table, name)) || table.startsWith('components_'));
}

interface Named {
  readonly name: string;
  readonly item: Readonly<Record<string, unknown>>;
}

function namedOf(list: unknown): readonly Named[] {
  if (!Array.isArray(list)) return [];
  return list.flatMap((item: unknown) =>
    isRecord(item) && typeof item['name'] === 'string' ? [{ name: item['name'], item }] : [],
  );
}

/** Existing tables and columns in one of the lists that no schema uses. */
function* countUnknown(
  { layout, dialect }: UnusedDataSearch,
  live: LiveSchema,
  [fromStrapi, ours]: readonly [TableNames, TableNames],
): ReadSteps<Pick<Leftovers, 'tables' | 'columns'>> {
  const { fold } = dialect.ddl;
  const expected = new Map(
    layout.tables.map(({ name, columns }) => [
      fold(name),
      new Set(columns.map((column) => fold(column.name))),
    ]),
  );
  const names = [...new Set([...fromStrapi.keys(), ...ours.keys()])].toSorted();
  const tables: UnusedTable[] = [];
  const columns: UnusedColumn[] = [];
  for (const table of names) {
    const liveColumns = live.tables.get(fold(table));
    if (!liveColumns) continue;
    const expectedColumns = expected.get(fold(table));
    if (!expectedColumns) {
      const rows = yield* count(dialect, sql`select count(*) from ${sql.id(table)}`);
      tables.push({ name: table, rows, isFromStrapi: fromStrapi.has(table) });
      continue;
    }
    const names = new Set([...(fromStrapi.get(table) ?? []), ...(ours.get(table) ?? [])]);
    for (const name of names) {
      if (expectedColumns.has(fold(name)) || !liveColumns.has(fold(name))) continue;
      const query = sql`select count(${sql.id(name)}) from ${sql.id(table)}`;
      const values = yield* count(dialect, query);
      const isFromStrapi = fromStrapi.get(table)?.has(name) === true;
      columns.push({ table, name, values, isFromStrapi });
    }
  }
  return { tables, columns };
}

function* countRows(
  { layout, dialect }: UnusedDataSearch,
  plans: readonly OptionPlan[],
): ReadSteps<readonly UnservedRows[]> {
  const found: UnservedRows[] = [];
  for (const { type, record, strapi } of plans) {
    const from = sql`select count(*) from ${sql.id(layout.table(type.uid))}`;
    if (record.draftsKeptSince !== null) {
      const rows = yield* count(dialect, sql`${from} where published_at is null`);
      found.push({
        type,
        what: 'drafts',
        locale: null,
        rows,
        isFromStrapi: strapi()?.drafts === true,
      });
    }
    const { servedLocale: locale } = record;
    if (locale !== null) {
      const rows = yield* count(dialect, sql`${from} where locale <> ${locale}`);
      found.push({ type, what: 'locales', locale, rows, isFromStrapi: strapi()?.locales === true });
    }
  }
  return found.filter(({ rows }) => rows > 0);
}

/** Types with drafts that Strapi last ran without. */
function* countForeignDrafts(
  { layout, dialect }: UnusedDataSearch,
  plans: readonly OptionPlan[],
): ReadSteps<readonly ForeignDrafts[]> {
  const found: ForeignDrafts[] = [];
  for (const { type, former, strapi } of plans) {
    if (former?.drafts !== true || !type.draftAndPublish || strapi()?.drafts !== false) continue;
    const table = sql.id(layout.table(type.uid));
    const query = sql`select count(*) from ${table} d where d.published_at is null and exists (select 1 from ${table} p where p.document_id = d.document_id and p.locale is not distinct from d.locale and p.published_at is not null and p.updated_at < d.updated_at)`;
    found.push({ type, changed: yield* count(dialect, query) });
  }
  return found;
}

function* countLinks(
  { registry, dialect }: UnusedDataSearch,
  isPresent: (table: string) => boolean,
): ReadSteps<readonly DanglingLinks[]> {
  const found: DanglingLinks[] = [];
  for (const { table, column, known } of namingColumns(registry)) {
    if (!isPresent(table)) continue;
    const name = sql.id(column);
    const query = sql`select ${name}, count(*) from ${sql.id(table)} where ${name} is not null group by ${name} order by ${name}`;
    const [rows = []] = yield [toQuery(dialect.compile(query))];
    for (const [uid, number] of rows) {
      if (known(String(uid))) continue;
      found.push({ table, column, uid: String(uid), rows: Number(number) });
    }
  }
  return found;
}

interface NamingColumn {
  readonly table: string;
  readonly column: string;
  readonly known: (uid: string) => boolean;
}

/** Columns of link tables that name the linked model. */
function namingColumns(registry: Registry): readonly NamingColumn[] {
  return [...registry.models()].flatMap((model): readonly NamingColumn[] => {
    const attributes = [...model.attributes.values()];
    const isComposed = attributes.some(
      ({ kind }) => kind === 'component' || kind === 'dynamiczone',
    );
    const slots = isComposed
      ? [
          {
            table: componentsTable(model).name,
            column: 'component_type',
            known: (uid: string) => registry.components.has(uid),
          },
        ]
      : [];
    const morphs = attributes.flatMap((attribute) => {
      if (attribute.kind !== 'morph' || attribute.relation !== 'morphToMany') return [];
      const { table, typeColumn: column } = morphNames(model, attribute);
      const known = (uid: string): boolean =>
        registry.contentTypes.has(uid) || registry.components.has(uid);
      return [{ table, column, known }];
    });
    return [...slots, ...morphs];
  });
}

function* count(dialect: Dialect, query: Fragment): ReadSteps<number> {
  const [rows = []] = yield [toQuery(dialect.compile(query))];
  return Number(rows[0]?.[0] ?? 0);
}
