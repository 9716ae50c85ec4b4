// In charge of the content model as a program on the server sees it: nothing in it is private. Passwords stay hidden,
// which goes by their type.
import { Registry } from './registry.ts';
import type { Model } from './types.ts';

/** The same models, with attributes that may all be read, filtered and sorted by. */
export function withoutPrivacy(registry: Registry): Registry {
  return new Registry([...registry.models()].map(openModel));
}

function openModel(model: Model): Model {
  const attributes = [...model.attributes].map(
    ([name, attribute]) => [name, { ...attribute, private: false }] as const,
  );
  return { ...model, attributes: new Map(attributes) };
}
