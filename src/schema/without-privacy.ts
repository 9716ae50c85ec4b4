// Content model for programs on the server, without private attributes. Passwords stay hidden, which depends on their
// type.
import { Registry } from './registry.ts';
import type { Model } from './types.ts';

/** Returns the same models with all attributes readable, filterable and sortable. */
export function withoutPrivacy(registry: Registry): Registry {
  return new Registry([...registry.models()].map(openModel));
}

function openModel(model: Model): Model {
  const attributes = [...model.attributes].map(
    ([name, attribute]) => [name, { ...attribute, private: false }] as const,
  );
  return { ...model, attributes: new Map(attributes) };
}
