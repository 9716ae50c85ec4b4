// What the planner needs to know of an attribute by itself: how many rows stand behind it and how
// they are kept, as far as answers show it.
import type { Registry } from '../../schema/registry.ts';
import type { Attribute, RelationAttribute } from '../../schema/types.ts';

/** True where a list stands behind the attribute. */
export function isMany(attribute: Attribute): boolean {
  switch (attribute.kind) {
    case 'relation':
      return attribute.relation === 'oneToMany' || attribute.relation === 'manyToMany';
    case 'morph':
      return attribute.relation === 'morphMany' || attribute.relation === 'morphToMany';
    case 'media':
      return attribute.multiple;
    case 'component':
      return attribute.repeatable;
    case 'localizations':
    case 'dynamiczone':
      return true;
    case 'scalar':
      return false;
  }
}

/** True for a morphToOne or morphToMany: rows of several types may stand behind it. */
export function isMorphOwner(attribute: Attribute): boolean {
  return attribute.kind === 'morph' && attribute.target === undefined;
}

/** True for a morphOne or morphMany: the side that names the type it leads to. */
export function isMorphInverse(attribute: Attribute): boolean {
  return attribute.kind === 'morph' && attribute.target !== undefined;
}

/**
 * True where `count` counts: what links tables hold, media and morphOne and morphMany left out (docs/strapi/reading.md,
 * "Polymorphic relations").
 */
export function isCountable(registry: Registry, attribute: Attribute): boolean {
  switch (attribute.kind) {
    case 'relation':
      return ownerOf(registry, attribute).useJoinTable;
    case 'component':
      return true;
    default:
      return isMorphOwner(attribute);
  }
}

/** The side of a relation that says how links are kept. */
function ownerOf(registry: Registry, attribute: RelationAttribute): RelationAttribute {
  const { target, mappedBy } = attribute;
  const owner = mappedBy === undefined ? attribute : registry.attribute(target, mappedBy);
  return owner?.kind === 'relation' ? owner : attribute;
}
