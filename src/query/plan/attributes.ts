// Properties of attributes that the planner needs: whether they are lists, polymorphic or countable.
import type { Registry } from '../../schema/registry.ts';
import type { Attribute, RelationAttribute } from '../../schema/types.ts';

/** True for an attribute whose value is a list. */
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

/** True for morphToOne and morphToMany, which may lead to rows of several types. */
export function isMorphOwner(attribute: Attribute): boolean {
  return attribute.kind === 'morph' && attribute.target === undefined;
}

/** True for morphOne and morphMany, which name their target type. */
export function isMorphInverse(attribute: Attribute): boolean {
  return attribute.kind === 'morph' && attribute.target !== undefined;
}

/**
 * True if `count` applies to the attribute: its links are in a table, and it is not media, morphOne or morphMany
 * (docs/strapi/reading.md, "Polymorphic relations").
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

/** The side of a relation that defines how its links are stored. */
function ownerOf(registry: Registry, attribute: RelationAttribute): RelationAttribute {
  const { target, mappedBy } = attribute;
  const owner = mappedBy === undefined ? attribute : registry.attribute(target, mappedBy);
  return owner?.kind === 'relation' ? owner : attribute;
}
