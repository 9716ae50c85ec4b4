// Visitors that remove attributes that a caller may not read or write.
import {
  isDynamicZoneAttribute,
  isMorphToRelationalAttribute,
  isPrivateAttribute,
} from '../content-types.ts';
import { assertPaths, isAllowedPath, isRestrictedPath } from '../paths.ts';
import { isRecognizedKey } from '../recognized-keys.ts';
import type { Visitor } from '../traverse/walk.ts';

export { removeRestrictedRelations } from './restricted-relations.ts';

export const removePassword: Visitor = ({ key, attribute }, { remove }) => {
  if (attribute?.type === 'password') remove(key);
};

export const removePrivate: Visitor = ({ schema, key, attribute }, { remove }) => {
  if (attribute && isPrivateAttribute(schema, key)) remove(key);
};

export const removeMorphToRelations: Visitor = ({ key, attribute }, { remove }) => {
  if (isMorphToRelationalAttribute(attribute)) remove(key);
};

export const removeDynamicZones: Visitor = ({ key, attribute }, { remove }) => {
  if (isDynamicZoneAttribute(attribute)) remove(key);
};

/** @param allowed Paths; null for all */
export function removeDisallowedFields(allowed: readonly string[] | null = null): Visitor {
  return ({ key, path: { attribute: path } }, { remove }) => {
    if (allowed === null) return;
    assertPaths(allowed, 'allowedFields');
    if (path !== null && !isAllowedPath(allowed, path)) remove(key);
  };
}

/** @param restricted Paths; null for all */
export function removeRestrictedFields(restricted: readonly string[] | null = null): Visitor {
  return ({ key, path }, { remove }) => {
    if (restricted !== null) assertPaths(restricted, 'restrictedFields');
    if (restricted === null || isRestrictedPath(restricted, path.attribute)) remove(key);
  };
}

export const removeUnrecognizedFields: Visitor = (options, { remove }) => {
  if (!isRecognizedKey(options)) remove(options.key);
};

/** Replaces `*` with all attributes that can be populated. */
export const expandWildcardPopulate: Visitor = ({ schema, key, value }, { set }) => {
  if (key !== '' || value !== '*') return;
  const names = Object.entries(schema?.attributes ?? {})
    .filter(([, { type }]) => ['relation', 'component', 'media', 'dynamiczone'].includes(type))
    .map(([name]) => [name, true]);
  set('', Object.fromEntries(names));
};
