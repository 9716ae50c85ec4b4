// Visitors that reject attributes that a caller may not read or write.
import {
  isDynamicZoneAttribute,
  isMorphToRelationalAttribute,
  isPrivateAttribute,
} from '../content-types.ts';
import { assertPaths, isAllowedPath, isRestrictedPath } from '../paths.ts';
import { isRecognizedKey } from '../recognized-keys.ts';
import type { Visitor, VisitorOptions } from '../traverse/walk.ts';
import { throwInvalidKey } from './invalid-key.ts';

export { throwRestrictedRelations } from './restricted-relations.ts';

export const throwPassword: Visitor = (options) => {
  if (options.attribute?.type === 'password') rejectKey(options);
};

export const throwPrivate: Visitor = (options) => {
  if (options.attribute && isPrivateAttribute(options.schema, options.key)) rejectKey(options);
};

export const throwMorphToRelations: Visitor = (options) => {
  if (isMorphToRelationalAttribute(options.attribute)) rejectKey(options);
};

export const throwDynamicZones: Visitor = (options) => {
  if (isDynamicZoneAttribute(options.attribute)) rejectKey(options);
};

/** @param allowed Paths; null for all */
export function throwDisallowedFields(allowed: readonly string[] | null = null): Visitor {
  return (options) => {
    if (allowed === null) return;
    assertPaths(allowed, 'allowedFields');
    const { attribute: path } = options.path;
    if (path !== null && !isAllowedPath(allowed, path)) rejectKey(options);
  };
}

/** @param restricted Paths; null for all */
export function throwRestrictedFields(restricted: readonly string[] | null = null): Visitor {
  return (options) => {
    if (restricted !== null) assertPaths(restricted, 'restrictedFields');
    if (restricted === null || isRestrictedPath(restricted, options.path.attribute)) {
      rejectKey(options);
    }
  };
}

export const throwUnrecognizedFields: Visitor = (options) => {
  if (!isRecognizedKey(options)) rejectKey(options);
};

/** @throws ValidationError with the name of the attribute */
export function rejectKey({ key, path }: Pick<VisitorOptions, 'key' | 'path'>): never {
  throwInvalidKey({ key, path: path.attribute });
}
