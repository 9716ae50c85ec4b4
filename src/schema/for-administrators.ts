// Content model for the administration: private attributes are ordinary there. Secrets of built-in types, such as reset
// tokens, stay hidden; so do passwords, which depends on their type.
import { Registry } from './registry.ts';
import type { Attribute, Model } from './types.ts';

/** Returns the same models as administrators see them. */
export function forAdministrators(registry: Registry): Registry {
  return new Registry([...registry.models()].map(openModel));
}

function openModel(model: Model): Model {
  const isBuiltIn = model.modelType === 'contentType' && model.origin !== 'api';
  const attributes = [...model.attributes].map(
    ([name, attribute]) =>
      [
        name,
        isBuiltIn && isSecret(attribute) ? attribute : { ...attribute, private: false },
      ] as const,
  );
  return { ...model, attributes: new Map(attributes) };
}

function isSecret({ private: hidden, searchable }: Attribute): boolean {
  return hidden && !searchable;
}
