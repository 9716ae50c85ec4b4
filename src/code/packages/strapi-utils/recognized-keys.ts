// Keys of written data that are not attributes but are recognized.
import {
  DYNAMIC_ZONE_KEYS,
  ID_FIELDS,
  isComponentAttribute,
  isComponentSchema,
  isDynamicZoneAttribute,
  isMediaAttribute,
  isMorphToRelationalAttribute,
  isRelationalAttribute,
  MORPH_TO_KEYS,
  RELATION_OPERATION_KEYS,
} from './content-types.ts';
import type { VisitorOptions } from './traverse/walk.ts';

/** Returns true for attributes, and for keys that are recognized at their position. */
export function isRecognizedKey(options: VisitorOptions): boolean {
  const { key, attribute, path, schema, parent, allowedExtraRootKeys } = options;
  if (attribute) return true;
  if (path.attribute === null) {
    return ID_FIELDS.includes(key) || (allowedExtraRootKeys?.includes(key) ?? false);
  }
  const from = parent?.attribute;
  if (isMorphToRelationalAttribute(from) && MORPH_TO_KEYS.includes(key)) return true;
  const isZoneItem = isComponentSchema(schema) && isDynamicZoneAttribute(from);
  if (isZoneItem && DYNAMIC_ZONE_KEYS.includes(key)) return true;
  const isLinked = isRelationalAttribute(from) || isMediaAttribute(from);
  if (isLinked && RELATION_OPERATION_KEYS.includes(key)) return true;
  return (isLinked || isComponentAttribute(from)) && ID_FIELDS.includes(key);
}
