// Content models with private attributes opened: for programs on the server, and for administrators. Passwords stay
// hidden, which depends on their type.
import { FILE, USER } from './built-in/uids.ts';
import { Registry } from './registry.ts';
import type { Attribute, Model } from './types.ts';

/** Returns the same models with all attributes readable, filterable and sortable. */
export function withoutPrivacy(registry: Registry): Registry {
  return new Registry([...registry.models()].map((model) => opened(model, () => true)));
}

/**
 * Returns the same models as administrators see them: secrets of built-in types, such as reset tokens, stay hidden, and
 * so does what end users sign in with.
 */
export function forAdministrators(registry: Registry): Registry {
  return new Registry(
    [...registry.models()].map((model) => {
      const isBuiltIn = model.modelType === 'contentType' && model.origin !== 'api';
      // Files have no secrets.
      const isOpen = !isBuiltIn || model.uid === FILE;
      const seen = opened(model, ({ searchable }) => isOpen || searchable);
      return model.uid === USER ? hidden(seen, 'provider') : seen;
    }),
  );
}

function hidden(model: Model, name: string): Model {
  const attribute = model.attributes.get(name);
  if (!attribute) return model;
  const attributes = new Map(model.attributes).set(name, { ...attribute, private: true });
  return { ...model, attributes };
}

/** @param isOpened Of a private attribute */
function opened(model: Model, isOpened: (attribute: Attribute) => boolean): Model {
  const attributes = [...model.attributes].map(
    ([name, attribute]) =>
      [name, isOpened(attribute) ? { ...attribute, private: false } : attribute] as const,
  );
  return { ...model, attributes: new Map(attributes) };
}
