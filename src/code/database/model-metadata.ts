// Descriptions of models for code: `strapi.db.metadata`, and `model` of hook events.
import type { Attribute } from '../../schema/types.ts';
import type { Fields } from '../strapi/strapi.ts';
import type { StoredModels } from './column-names.ts';

/**
 * Creates the metadata of a project; each model is described once. @returns a function of the uid, which throws if there is
 * no such model
 */
export function modelMetadata(models: StoredModels): (uid: string) => Fields {
  const cache = new Map<string, Fields>();
  return (uid) => {
    const model = cache.get(uid) ?? describeModel(models, uid);
    cache.set(uid, model);
    return model;
  };
}

/** Describes a model. @throws Error if there is none with this uid */
function describeModel({ registry, layout }: StoredModels, uid: string): Fields {
  if (!registry.has(uid)) throw new Error(`Metadata for "${uid}" not found`);
  const { singularName, attributes } = registry.model(uid);
  const described = Array.from(attributes.values(), (attribute) => {
    const column = attribute.kind === 'scalar' ? layout.column(uid, attribute.name) : null;
    return [attribute.name, describeAttribute(attribute, column)] as const;
  });
  return {
    uid,
    singularName,
    tableName: layout.table(uid),
    attributes: { id: { type: 'increments', columnName: 'id' }, ...Object.fromEntries(described) },
  };
}

function describeAttribute(attribute: Attribute, columnName: string | null): Fields {
  const type = attribute.kind === 'scalar' ? attribute.type : attribute.kind;
  return { type, ...attribute.raw, ...(columnName === null ? {} : { columnName }) };
}
