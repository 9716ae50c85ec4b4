// Layout of a registry: its tables, the column of each attribute and the link of each relation, as in Strapi 5
// (docs/strapi/storage.md). A pure function of the schema.
import type { Registry } from '../../schema/registry.ts';
import type { Model } from '../../schema/types.ts';
import { componentsTable, joinTable, morphTable } from './join-table.ts';
import { linkOf } from './link-of.ts';
import type { Link } from './link.ts';
import { modelTable } from './model-table.ts';
import { names } from './names.ts';
import { strapiTables } from './strapi-tables.ts';
import { quoinTables } from './quoin-tables.ts';
import { incompatible, type FileOf, type StorageIssue } from '../migration/storage-issues.ts';
import type { Table } from './table.ts';

/** The layout of a registry. */
export interface Layout {
  readonly tables: readonly Table[];
  /** Table of a model. */
  table(uid: string): string;
  /** Column of a scalar attribute, or of `id` and `documentId`. */
  column(uid: string, attribute: string): string;
  /** Link of a relation, media, component, dynamic zone, morph or localizations attribute. */
  link(uid: string, attribute: string): Link;
}

interface ModelLayout {
  readonly table: string;
  readonly columns: ReadonlyMap<string, string>;
  readonly links: ReadonlyMap<string, Link>;
}

/**
 * Creates the layout of a registry with the built-in types.
 * @param fileOf Names the schema file of a uid, for messages
 * @throws StorageError if two models or attributes would share a table or column, or a name cannot be formed
 */
export function createLayout(registry: Registry, fileOf?: FileOf): Layout {
  const issues: StorageIssue[] = [];
  const tables = [
    ...modelTables(registry, issues),
    ...strapiTables((uid) => tableOf(registry, uid)),
    ...quoinTables(),
  ];
  issues.push(...doubles(tables));
  if (issues.length > 0) throw incompatible(issues, fileOf);

  const models = new Map(
    [...registry.models()].map((model) => [model.uid, layoutOf(model, registry)]),
  );
  const modelOf = (uid: string): ModelLayout => found(models.get(uid), `model ${uid}`);
  return {
    tables,
    table: (uid) => modelOf(uid).table,
    column: (uid, attribute) =>
      found(modelOf(uid).columns.get(attribute), `column for ${uid} ${attribute}`),
    link: (uid, attribute) =>
      found(modelOf(uid).links.get(attribute), `link for ${uid} ${attribute}`),
  };
}

/** Tables of all models with their relations and components; errors go to `issues`. */
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

function layoutOf(model: Model, registry: Registry): ModelLayout {
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

/** Tables and columns that are used twice. */
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
