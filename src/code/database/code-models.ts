// Content models for project code: no attribute is hidden, and rows are plain rows.
import { Registry } from '../../schema/registry.ts';
import type { Attribute, Model } from '../../schema/types.ts';

/** Models in which all attributes can be read, including password hashes. */
export function openModels(registry: Registry): Registry {
  return new Registry(Array.from(registry.models(), openModel));
}

/** Models without versions: rows are read regardless of their status and locale. */
export function rowModels(registry: Registry): Registry {
  return new Registry(
    Array.from(registry.models(), (model) => {
      const open = openModel(model);
      if (open.modelType === 'component') return open;
      return { ...open, draftAndPublish: false, localized: false };
    }),
  );
}

function openModel(model: Model): Model {
  const attributes = new Map(
    Array.from(model.attributes, ([name, attribute]) => [name, openAttribute(attribute)] as const),
  );
  return { ...model, attributes };
}

function openAttribute(attribute: Attribute): Attribute {
  const open = { ...attribute, private: false };
  if (open.kind !== 'scalar' || open.type !== 'password') return open;
  return { ...open, type: 'string', searchable: false };
}
