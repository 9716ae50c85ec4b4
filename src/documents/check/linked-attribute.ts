// In charge of what the attributes that hold links differ in: how many targets they keep, and how a value of theirs is
// shown.
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

/** An attribute that holds links. */
export type LinkedAttribute = RelationAttribute | MediaAttribute | MorphAttribute;

/** True for relations of every kind and media. */
export function isLinked(attribute: Attribute): attribute is LinkedAttribute {
  const { kind } = attribute;
  return kind === 'relation' || kind === 'media' || kind === 'morph';
}

/** True where at most one target is linked. */
export function isToOne(attribute: LinkedAttribute): boolean {
  if (attribute.kind === 'media') return false;
  return attribute.relation === 'oneToOne' || attribute.relation === 'manyToOne';
}

/** True where one target at most is shown: null then stands for none. */
export function showsOne(attribute: LinkedAttribute): boolean {
  return attribute.kind === 'media' ? !attribute.multiple : !attribute.relation.endsWith('Many');
}

/** How a value is shown in an answer. */
export function echoRelation(
  attribute: LinkedAttribute,
  value: JsonValue,
  found: FoundDocuments,
): unknown {
  const target = attribute.kind === 'media' ? FILE : (attribute.target ?? null);
  return relationEcho(value, { found, uid: target, toOne: isToOne(attribute) });
}

/** Which of several targets that are set are linked. */
export type Kept = 'all' | 'first' | 'last';

/** Of those that are shown by their place in a list the first counts, else the last. */
export function keptTargets(registry: Registry, attribute: LinkedAttribute): Kept {
  if (attribute.kind !== 'morph') return isToOne(attribute) ? 'last' : 'all';
  if (attribute.relation === 'morphToOne') return 'last';
  if (attribute.relation !== 'morphOne') return 'all';
  // Of those in a table the first is shown, as of media; of those in columns there is one.
  const { target = '', morphBy = '' } = attribute;
  const owner = registry.attribute(target, morphBy);
  return owner?.kind === 'morph' && owner.relation === 'morphToOne' ? 'first' : 'all';
}
