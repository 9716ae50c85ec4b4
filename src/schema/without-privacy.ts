// Content models with private attributes opened: for programs on the server, and for administrators. Passwords stay
// hidden, which depends on their type.
import { Registry } from './registry.ts';
import type { Attribute, Model } from './types.ts';

/** Returns the same models with all attributes readable, filterable and sortable. */
export function withoutPrivacy(registry: Registry): Registry {
  return new Registry([...registry.models()].map((model) => opened(model, () => true)));
}

/** Returns the same models as administrators see them: secrets of built-in types, such as reset tokens, stay hidden. */
export function forAdministrators(registry: Registry): Registry {
  return new Registry(
    [...registry.models()].map((model) => {
      const isBuiltIn = model.modelType === 'contentType' && model.origin !== 'api';
      return opened(model, ({ searchable }) => !isBuiltIn || searchable);
    }),
  );
}

/** @param isOpened Of a private attribute */
function opened(model: Model, isOpened: (attribute: Attribute) => boolean): Model {
  const attributes = [...model.attributes].map(
    ([name, attribute]) =>
      [name, isOpened(attribute) ? { ...attribute, private: false } : attribute] as const,
  );
  return { ...model, attributes: new Map(attributes) };
}
