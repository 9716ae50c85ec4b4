// Column names in row queries: Strapi treats a name that is not an attribute, such as `published_at`, as a column.
import type { Registry } from '../../schema/registry.ts';
import type { Model } from '../../schema/types.ts';
import type { Layout } from '../../storage/layout/layout.ts';
import { isPlainObject } from '../packages/strapi-utils/values.ts';
import { modelsOf } from './selection.ts';

/** Models with their storage. */
export interface StoredModels {
  readonly registry: Registry;
  readonly layout: Layout;
}

/** Replaces column names in conditions by the names of their attributes, at all levels. */
export function withAttributeNames(models: StoredModels, model: Model, where: unknown): unknown {
  if (Array.isArray(where)) return where.map((item) => withAttributeNames(models, model, item));
  if (!isPlainObject(where)) return where;
  const named: [string, unknown][] = [];
  const renamed: Readonly<Record<string, unknown>>[] = [];
  for (const [key, value] of Object.entries(where)) {
    const attribute = model.attributes.get(key);
    if (key.startsWith('$')) named.push([key, withAttributeNames(models, model, value)]);
    else if (attribute === undefined) {
      const condition = columnCondition(models, model, [key, value]);
      if (condition) renamed.push(condition);
      else named.push([key, value]);
    } else {
      const [target, ...others] = modelsOf(models.registry, attribute);
      const isOne = target !== undefined && others.length === 0;
      named.push([key, isOne ? withAttributeNames(models, target, value) : value]);
    }
  }
  const conditions = Object.fromEntries(named);
  // The attribute may have conditions of its own.
  return renamed.length === 0 ? conditions : { $and: [conditions, ...renamed] };
}

/** Replaces column names in a list of columns. */
export function attributeNames(
  models: StoredModels,
  model: Model,
  names: readonly string[],
): readonly string[] {
  return names.map((name) =>
    model.attributes.has(name) ? name : (scalarOf(models, model, name) ?? name),
  );
}

function columnCondition(
  models: StoredModels,
  model: Model,
  [column, value]: readonly [string, unknown],
): Readonly<Record<string, unknown>> | null {
  const scalar = scalarOf(models, model, column);
  if (scalar !== undefined) return { [scalar]: value };
  for (const { name, kind } of model.attributes.values()) {
    if (kind !== 'relation') continue;
    const link = models.layout.link(model.uid, name);
    if (link.kind === 'column' && link.column === column) return { [name]: { id: value } };
  }
  return null;
}

/** The name of the attribute that a column stores. */
function scalarOf(
  { layout }: StoredModels,
  { uid, modelType, attributes }: Model,
  column: string,
): string | undefined {
  if (column === 'document_id' && modelType === 'contentType') return 'documentId';
  for (const { name, kind } of attributes.values()) {
    if (kind === 'scalar' && name !== column && layout.column(uid, name) === column) return name;
  }
  return undefined;
}
