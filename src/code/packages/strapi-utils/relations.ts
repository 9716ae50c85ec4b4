// Relations of a model by cardinality.
import type { Model, ModelAttribute } from './model.ts';

export const constants: { readonly MANY_RELATIONS: readonly string[] } = {
  MANY_RELATIONS: ['oneToMany', 'manyToMany'],
};

/** Options of a position, and their types. */
export const VALID_RELATION_ORDERING_KEYS: Readonly<Record<string, (value: unknown) => boolean>> = {
  strict: (value) => typeof value === 'boolean',
};

export function getRelationalFields({ attributes }: Model): string[] {
  return Object.keys(attributes).filter((name) => attributes[name]?.type === 'relation');
}

export function isOneToAny(attribute: ModelAttribute): boolean {
  return isRelationOf(attribute, ['oneToOne', 'oneToMany']);
}

export function isManyToAny(attribute: ModelAttribute): boolean {
  return isRelationOf(attribute, ['manyToMany', 'manyToOne']);
}

export function isAnyToOne(attribute: ModelAttribute): boolean {
  return isRelationOf(attribute, ['oneToOne', 'manyToOne']);
}

export function isAnyToMany(attribute: ModelAttribute): boolean {
  return isRelationOf(attribute, ['oneToMany', 'manyToMany']);
}

export function isPolymorphic({ relation = '' }: ModelAttribute): boolean {
  return ['morphOne', 'morphMany', 'morphToOne', 'morphToMany'].includes(relation);
}

function isRelationOf(attribute: ModelAttribute, kinds: readonly string[]): boolean {
  return attribute.type === 'relation' && kinds.includes(attribute.relation ?? '');
}
