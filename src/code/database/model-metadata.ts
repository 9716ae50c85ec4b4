// Descriptions of models for code: `strapi.db.metadata`, and `model` of hook events.
import { FILE } from '../../schema/built-in/uids.ts';
import type { Attribute, Model } from '../../schema/types.ts';
import { names } from '../../storage/layout/names.ts';
import type { Table } from '../../storage/layout/table.ts';
import type { Fields } from '../strapi/code-values.ts';
import type { StoredModels } from './column-names.ts';
import { describeLink } from './link-metadata.ts';

/** What the description of a model contains besides its storage. */
interface MetadataOptions {
  /** The lifecycles of a content-type. */
  readonly lifecyclesOf: (uid: string) => Fields;
}

type Identifiers = Readonly<Record<'getTableName' | 'getColumnName', (name: string) => string>>;

/** The metadata of all models by uid. */
export class ModelMetadata extends Map<string, Fields> {
  /** Forms names of tables and columns. */
  readonly identifiers: Identifiers = { getTableName: names.table, getColumnName: names.column };

  constructor({ registry, layout }: StoredModels, { lifecyclesOf }: MetadataOptions) {
    super();
    const tables = new Map(layout.tables.map((table) => [table.name, table]));
    for (const model of registry.models()) {
      const table = layout.table(model.uid);
      const storage = { tableName: table, ...keysOf(tables.get(table)) };
      const described = describeModel({ registry, layout }, model);
      this.set(model.uid, { ...described, ...storage, lifecycles: lifecyclesOf(model.uid) });
    }
  }

  /** @throws Error if there is no such model */
  override get(uid: string): Fields {
    const model = super.get(uid);
    if (!model) throw new Error(`Metadata for "${uid}" not found`);
    return model;
  }
}

function describeModel(models: StoredModels, model: Model): Fields {
  const { uid, singularName, modelType } = model;
  const ids: [string, Fields][] = [['id', { type: 'increments', columnName: 'id' }]];
  if (modelType === 'contentType') {
    ids.push(['documentId', { type: 'string', columnName: 'document_id' }]);
  }
  const own = Array.from(model.attributes.values(), (attribute): [string, Fields] => [
    attribute.name,
    describeAttribute(models, model, attribute),
  ]);
  const attributes = Object.fromEntries([...ids, ...own]);
  const columns = [...ids, ...own].map(([name, { columnName }]): [string, string] => [
    typeof columnName === 'string' ? columnName : name,
    name,
  ]);
  return { uid, singularName, attributes, columnToAttribute: Object.fromEntries(columns) };
}

function describeAttribute(models: StoredModels, model: Model, attribute: Attribute): Fields {
  const { name, raw } = attribute;
  const link = (): Fields => describeLink(models, model, attribute);
  switch (attribute.kind) {
    case 'scalar':
      return { type: attribute.type, ...raw, columnName: models.layout.column(model.uid, name) };
    case 'component': {
      const relation = attribute.repeatable ? 'oneToMany' : 'oneToOne';
      return { type: 'relation', relation, target: attribute.component, ...link() };
    }
    case 'dynamiczone':
      return { type: 'relation', relation: 'morphToMany', ...link() };
    case 'media': {
      const relation = attribute.multiple ? 'morphMany' : 'morphOne';
      return { type: 'relation', relation, target: FILE, morphBy: 'related' };
    }
    default:
      return { ...raw, type: 'relation', ...link() };
  }
}

function keysOf(table: Table | undefined): Fields {
  const indexes = (table?.indexes ?? []).map(({ name, columns }) => ({ name, columns }));
  const foreignKeys = (table?.foreignKeys ?? []).map(({ name, column, references, onDelete }) => ({
    name,
    columns: [column],
    referencedTable: references,
    referencedColumns: ['id'],
    onDelete,
  }));
  return { indexes, foreignKeys };
}
