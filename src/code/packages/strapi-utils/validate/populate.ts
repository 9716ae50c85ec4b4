// Validates a populate: attributes that cannot be populated, and unknown keywords.
import { isDynamicZoneAttribute, isMorphToRelationalAttribute } from '../content-types.ts';
import { attributeOf, type Model, type ModelAttribute } from '../model.ts';
import { isBooleanLike } from '../parse-type.ts';
import { targetOf, type Visitor, type WalkOptions } from '../traverse/walk.ts';
import { isNil, isObject, isRecord, isStringList } from '../values.ts';
import { throwInvalidKey } from './invalid-key.ts';

/** Keywords of a populate whose values are validated by other rules. */
type Keyword = 'sort' | 'filters' | 'fields';

type CheckKeyword = (name: Keyword, inside: WalkOptions, value: unknown) => Promise<void>;

/** @param isStrict True rejects unknown keywords */
export function populateVisitor(check: CheckKeyword, isStrict: boolean): Visitor {
  return (options) => {
    const { key, path, value, schema, attribute, getModel, parent } = options;
    // Inside a populated attribute, keywords take precedence over attributes of the same name.
    if (!parent?.attribute && attribute) {
      checkAttribute(attribute, { key, path: path.raw, value });
      return undefined;
    }
    const inside = { schema, getModel };
    if (key === 'sort' || key === 'filters' || key === 'fields') return check(key, inside, value);
    if (key === 'on') checkFragments(options);
    else if (key === 'populate') {
      if (isPathPopulate(value)) checkPopulatePaths(inside, value);
    } else if (key === 'count') {
      if (!isBooleanLike(value)) throwInvalidKey({ key, path: path.attribute });
    } else if (!(key === '' && value === '*') && !isBooleanLike(key) && isStrict) {
      throwInvalidKey({ key, path: path.attribute });
    }
    return undefined;
  };
}

interface PopulateValue {
  readonly key: string;
  readonly path: string | null;
  readonly value: unknown;
}

function checkAttribute(attribute: ModelAttribute, { key, path, value }: PopulateValue): void {
  if (leadsToSeveral(attribute) && isRecord(value) && 'populate' in value) {
    const { populate } = value;
    if (!isNil(populate) && populate !== '*') throwInvalidKey({ key: 'populate', path });
  }
  if (!isPopulatable(attribute)) throwInvalidKey({ key, path });
}

function checkFragments({
  key,
  value,
  path,
  getModel,
}: Pick<Parameters<Visitor>[0], 'key' | 'value' | 'path' | 'getModel'>): void {
  if (!isObject(value)) throwInvalidKey({ key, path: path.raw });
  for (const uid of Object.keys(value)) {
    if (!getModel(uid)) throwInvalidKey({ key: uid, path: `${path.raw}.${uid}` });
  }
}

/** Returns true for dotted paths in a string or a list. */
export function isPathPopulate(populate: unknown): populate is string | readonly string[] {
  if (typeof populate === 'string') return populate !== '*';
  return isStringList(populate) && populate.length > 0;
}

/** @throws ValidationError for an invalid path */
export function checkPopulatePaths(
  { schema, getModel }: WalkOptions,
  populate: string | readonly string[],
): void {
  const paths = typeof populate === 'string' ? [populate] : populate;
  for (const path of paths.flatMap((each) => each.split(','))) {
    const names = path.split('.').map((name) => name.trim());
    checkPath({ schema, getModel }, names.filter(Boolean), '');
  }
}

function checkPath(
  { schema, getModel }: WalkOptions,
  [name, ...others]: readonly string[],
  before: string,
): void {
  if (name === undefined) return;
  const path = before ? `${before}.${name}` : name;
  const attribute = attributeOf(schema, name);
  if (!isPopulatable(attribute)) throwInvalidKey({ key: name, path });
  if (others.length === 0) return;
  if (isDynamicZoneAttribute(attribute)) {
    checkZonePath({ schema, getModel }, attribute, { names: others, path });
    return;
  }
  const model = targetOf(attribute, getModel);
  if (!model || attribute?.type === 'media') throwInvalidKey({ key: name, path });
  checkPath({ schema: model, getModel }, others, path);
}

/** A path is valid in a dynamic zone if it is valid in one of its components. */
function checkZonePath(
  { getModel }: WalkOptions,
  attribute: ModelAttribute | undefined,
  { names, path }: { readonly names: readonly string[]; readonly path: string },
): void {
  const [name = '', ...others] = names;
  const at = `${path}.${name}`;
  const isThere = (attribute?.components ?? []).some((uid) => {
    const inner: Model | undefined = getModel(uid);
    const next = attributeOf(inner, name);
    if (!next) return false;
    if (others.length === 0) return true;
    const model = next.type === 'media' ? undefined : targetOf(next, getModel);
    return model !== undefined && leads({ schema: model, getModel }, others, at);
  });
  if (!isThere) throwInvalidKey({ key: name, path: at });
}

function leads(options: WalkOptions, names: readonly string[], path: string): boolean {
  try {
    checkPath(options, names, path);
    return true;
  } catch {
    return false;
  }
}

function isPopulatable(attribute: ModelAttribute | undefined): boolean {
  return ['relation', 'dynamiczone', 'component', 'media'].includes(attribute?.type ?? '');
}

function leadsToSeveral(attribute: ModelAttribute): boolean {
  return isDynamicZoneAttribute(attribute) || isMorphToRelationalAttribute(attribute);
}
