// Looks up the names of a query: ids, visible attributes, their targets, and access to them.
import { invalidKey, type AppError } from '../../base/errors.ts';
import { isCreator } from '../../schema/system-attributes.ts';
import { FILE, ROLE, USER } from '../../schema/built-in/uids.ts';
import type { Attribute, Model, ScalarAttribute } from '../../schema/types.ts';
import type { ReadAccess } from '../access.ts';
import type { ValueType } from '../plan.ts';
import type { ParamName } from './context.ts';
import type { FieldNames } from '../params.ts';

/** A column that can be filtered, sorted by and selected. */
export interface NamedColumn {
  readonly name: string;
  readonly type: ValueType;
}

/** `id`, or `documentId` of a content-type (docs/strapi/differences.md, D1: components have none); otherwise null. */
export function idColumn(model: Model, name: string): NamedColumn | null {
  if (name === 'id') return { name, type: 'id' };
  if (name === 'documentId' && model.modelType === 'contentType') return { name, type: 'string' };
  return null;
}

/** True for an attribute that is never part of a response. */
export function isHidden(attribute: Attribute): boolean {
  return attribute.private || isPassword(attribute);
}

/** True for a scalar attribute that holds a password. */
export function isPassword(attribute: Attribute): boolean {
  return attribute.kind === 'scalar' && attribute.type === 'password';
}

/** The scalar attributes of a response without `fields`, in the order of the columns. */
export function visibleScalars(model: Model): readonly ScalarAttribute[] {
  return [...model.attributes.values()].filter(
    (attribute): attribute is ScalarAttribute =>
      attribute.kind === 'scalar' && !isHidden(attribute),
  );
}

/** The model that an attribute leads to; null if there are several or none. */
export function targetOf(attribute: Attribute): string | null {
  switch (attribute.kind) {
    case 'relation':
    case 'localizations':
      return attribute.target;
    case 'morph':
      return attribute.target ?? null;
    case 'media':
      return FILE;
    case 'component':
      return attribute.component;
    case 'scalar':
    case 'dynamiczone':
      return null;
  }
}

/** True if the target of an attribute is a type that the caller may not find. Creators need no permission. */
export function isForbidden(attribute: Attribute, access: ReadAccess): boolean {
  switch (attribute.kind) {
    case 'relation':
      return !isCreator(attribute) && !access.mayFind(attribute.target);
    case 'localizations':
      return !access.mayFind(attribute.target);
    case 'morph':
      return attribute.target !== undefined && !access.mayFind(attribute.target);
    default:
      return false;
  }
}

/** True for the users of a role, which are part of no response. */
export function isUserListOfRole(model: Model, attribute: Attribute): boolean {
  return model.uid === ROLE && targetOf(attribute) === USER;
}

/** The dotted path of attributes; null at the root. */
export function dotted(path: readonly string[]): string | null {
  return path.length > 0 ? path.join('.') : null;
}

/** An "Invalid key" of a query parameter. */
export function invalidQueryKey(key: string, path: string | null, param: ParamName): AppError {
  return invalidKey({ key, path, source: 'query', param });
}

/**
 * Looks up the names in `fields` (docs/strapi/reading.md, "Selecting fields"). Ids are left out, since every response has
 * them. @throws ValidationError
 */
export function planFields(model: Model, names: FieldNames, param: ParamName): readonly string[] {
  if (names === 'all') return visibleScalars(model).map((attribute) => attribute.name);
  const fields = new Set<string>();
  for (const name of names) {
    if (name === '*' || idColumn(model, name)) continue;
    const attribute = model.attributes.get(name);
    if (!attribute) throw invalidQueryKey(name, null, param);
    if (attribute.kind !== 'scalar' || isHidden(attribute))
      throw invalidQueryKey(name, name, param);
    fields.add(name);
  }
  return names.includes('*') ? planFields(model, 'all', param) : [...fields];
}
