// Content models as project code reads them: nothing is hidden, and rows are plain rows.
import { Registry } from '../../schema/registry.ts';
import type { Attribute, Model } from '../../schema/types.ts';

/** The models with attributes that may all be read, password hashes included. */
export function openModels(registry: Registry): Registry {
  return new Registry(Array.from(registry.models(), openModel));
}

/** The same models without versions: each row is read as it is, whatever its status and locale. */
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
