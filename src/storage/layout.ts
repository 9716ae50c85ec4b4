// In charge of where a model's values are: the tables of a registry, the column of each attribute and the link of each
// relation, as Strapi 5 lays them out (docs/strapi/storage.md). A pure function of the schema.
import type { Registry } from '../schema/registry.ts';
import type { Model } from '../schema/types.ts';
import { componentsTable, joinTable, morphTable } from './join-table.ts';
import { linkOf } from './link-of.ts';
import type { Link } from './link.ts';
import { modelTable } from './model-table.ts';
import { names } from './names.ts';
import { ownTables } from './own-tables.ts';
import { quoinTables } from './quoin-tables.ts';
import { StorageError, type FileOf, type StorageIssue } from './storage-error.ts';
import type { Table } from './table.ts';

/** The layout of a whole registry. */
export interface Layout {
  readonly tables: readonly Table[];
  /** The table of a model. */
  table(uid: string): string;
  /** The column of a scalar attribute; `id` and `documentId` have one too. */
  column(uid: string, attribute: string): string;
  /** The link of a relation, media, component, zone, morph or localizations attribute. */
  link(uid: string, attribute: string): Link;
}

/** What the look-ups of one model answer. */
interface Places {
  readonly table: string;
  readonly columns: ReadonlyMap<string, string>;
  readonly links: ReadonlyMap<string, Link>;
}

/**
 * Lays out a registry that holds the built-in types.
 * @param fileOf Names the schema file of a uid, for messages
 * @throws StorageError when two models or attributes would share a table or column, or a name cannot be formed.
 */
export function createLayout(registry: Registry, fileOf?: FileOf): Layout {
  const issues: StorageIssue[] = [];
  const tables = [
    ...modelTables(registry, issues),
    ...ownTables((uid) => tableOf(registry, uid)),
    ...quoinTables(),
  ];
  issues.push(...doubles(tables));
  if (issues.length > 0) throw new StorageError(issues, fileOf);

  const places = new Map(
    [...registry.models()].map((model) => [model.uid, placesOf(model, registry)]),
  );
  const placeOf = (uid: string): Places => found(places.get(uid), `model ${uid}`);
  return {
    tables,
    table: (uid) => placeOf(uid).table,
    column: (uid, attribute) =>
      found(placeOf(uid).columns.get(attribute), `column for ${uid} ${attribute}`),
    link: (uid, attribute) =>
      found(placeOf(uid).links.get(attribute), `link for ${uid} ${attribute}`),
  };
}

/** All tables that the models ask for, each with those of its relations and components; mistakes go to `issues`. */
function modelTables(registry: Registry, issues: StorageIssue[]): readonly Table[] {
  return [...registry.models()].flatMap((model) => {
    try {
      return tablesOf(model, registry);
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      issues.push({ uid: model.uid, path: null, table: model.collectionName, message });
      return [];
    }
  });
}

function tablesOf(model: Model, registry: Registry): readonly Table[] {
  const attributes = [...model.attributes.values()];
  const composed = attributes.some(({ kind }) => kind === 'component' || kind === 'dynamiczone');
  return [
    modelTable(model, (uid) => tableOf(registry, uid)),
    ...(composed ? [componentsTable(model)] : []),
    ...attributes.flatMap((attribute) => {
      if (attribute.kind === 'morph' && attribute.relation === 'morphToMany') {
        return [morphTable(model, attribute)];
      }
      return attribute.kind === 'relation' &&
        attribute.useJoinTable &&
        attribute.mappedBy === undefined
        ? [joinTable(model, attribute, registry.model(attribute.target))]
        : [];
    }),
  ];
}

function placesOf(model: Model, registry: Registry): Places {
  const attributes = [...model.attributes.values()];
  return {
    table: names.table(model.collectionName),
    columns: new Map([
      ['id', 'id'],
      ...(model.modelType === 'contentType' ? [['documentId', 'document_id'] as const] : []),
      ...attributes
        .filter(({ kind }) => kind === 'scalar')
        .map(({ name }): [string, string] => [name, names.column(name)]),
    ]),
    links: new Map(
      attributes
        .filter(({ kind }) => kind !== 'scalar')
        .map((attribute) => [attribute.name, linkOf(model, attribute, registry)]),
    ),
  };
}

/** Tables and columns that are asked for twice. */
function doubles(tables: readonly Table[]): readonly StorageIssue[] {
  const owners = new Map<string, Table>();
  return tables.flatMap((table) => {
    const other = owners.get(table.name);
    owners.set(table.name, other ?? table);
    if (!other) return doubleColumns(table);
    const message = `${other.uid ?? 'Strapi itself'} has a table of that name already. Change the collectionName.`;
    return [{ uid: table.uid, path: 'collectionName', table: table.name, message }];
  });
}

function doubleColumns({ name: table, uid, columns }: Table): readonly StorageIssue[] {
  const owners = new Map<string, string | null>();
  return columns.flatMap(({ name: column, attribute }) => {
    const other = owners.get(column);
    owners.set(column, other ?? attribute);
    if (other === undefined) return [];
    const message = `${other ?? 'The system'} has a column of that name already. Rename the attribute.`;
    return [{ uid, path: `attributes.${attribute}`, table, column, message }];
  });
}

function tableOf(registry: Registry, uid: string): string {
  return names.table(registry.model(uid).collectionName);
}

function found<T>(value: T | undefined, what: string): T {
  if (value === undefined) throw new Error(`no ${what}`);
  return value;
}
