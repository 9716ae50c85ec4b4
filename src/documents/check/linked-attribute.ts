// Differences between the attributes that have links: relations, media and polymorphic relations.
import type { JsonValue } from '../../base/json.ts';
import { FILE } from '../../schema/built-in/uids.ts';
import type { Registry } from '../../schema/registry.ts';
import type {
  Attribute,
  MediaAttribute,
  MorphAttribute,
  RelationAttribute,
} from '../../schema/types.ts';
import { relationEcho, type FoundDocuments } from './relation-echo.ts';

/** An attribute that has links. */
export type LinkedAttribute = RelationAttribute | MediaAttribute | MorphAttribute;

/** True for relations of every kind and media. */
export function isLinked(attribute: Attribute): attribute is LinkedAttribute {
  const { kind } = attribute;
  return kind === 'relation' || kind === 'media' || kind === 'morph';
}

/** True if the attribute links to one target at most. */
export function isToOne(attribute: LinkedAttribute): boolean {
  if (attribute.kind === 'media') return false;
  return attribute.relation === 'oneToOne' || attribute.relation === 'manyToOne';
}

/** True if a response contains one target, or null if there is none. */
export function showsOne(attribute: LinkedAttribute): boolean {
  return attribute.kind === 'media' ? !attribute.multiple : !attribute.relation.endsWith('Many');
}

/** Converts a value to the form that error responses contain. */
export function echoRelation(
  attribute: LinkedAttribute,
  value: JsonValue,
  found: FoundDocuments,
): unknown {
  const target = attribute.kind === 'media' ? FILE : (attribute.target ?? null);
  return relationEcho(value, { found, uid: target, toOne: isToOne(attribute) });
}

/** Which targets of a list are linked. */
export type TargetSelection = 'all' | 'first' | 'last';

/** Selects the targets to be linked: the first if links have an order, otherwise the last. */
export function targetSelection(registry: Registry, attribute: LinkedAttribute): TargetSelection {
  if (attribute.kind !== 'morph') return isToOne(attribute) ? 'last' : 'all';
  if (attribute.relation === 'morphToOne') return 'last';
  if (attribute.relation !== 'morphOne') return 'all';
  // Links in a table have an order, and the first is shown; a column contains only one.
  const { target = '', morphBy = '' } = attribute;
  const owner = registry.attribute(target, morphBy);
  return owner?.kind === 'morph' && owner.relation === 'morphToOne' ? 'first' : 'all';
}
