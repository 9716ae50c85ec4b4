// Rules of an element of a request that changes content-types (docs/strapi/model-changes.md, "Requests"). Its first broken
// rule is reported, but none if a key is missing or has the wrong type, or if the element may be of two kinds.
import { stringOf } from '../../base/json.ts';
import { isRecord, toRecord, type RawRecord } from '../../schema/raw.ts';
import { snakeCase } from '../../storage/layout/snake-case.ts';
import { checkAttribute, NAME, type AttributeOwner } from './check-attribute.ts';
import {
  all,
  isBoolean,
  isName,
  isObject,
  isShort,
  isText,
  matching,
  oneOf,
  optional,
  Problems,
  type Check,
  type KeyChecks,
} from './problems.ts';
import { isReserved, RESERVED_ATTRIBUTES, RESERVED_MODELS } from './reserved-names.ts';

/** Default message of a rule. */
const INVALID = 'Invalid input';

/** Message of the first broken rule of an element, or null. @throws ModelChangeError for an invalid regular expression */
export function problemOf(raw: RawRecord, modelType: 'contentType' | 'component'): string | null {
  const { action } = raw;
  if (action === 'delete') return isUid(raw['uid']) === true ? null : INVALID;
  if (action !== 'create' && action !== 'update') return INVALID;
  const possible = ownersOf(raw, modelType)
    .map((owner) => checkElement(raw, owner, action))
    .filter(({ isFatal }) => !isFatal);
  const [first, ...others] = possible;
  if (!first) return INVALID;
  const isValid = possible.some(({ messages }) => messages.length === 0);
  if (!isValid) return others.length > 0 ? INVALID : (first.messages[0] ?? null);
  if (
    action === 'create' &&
    raw['singularName'] === raw['pluralName'] &&
    modelType !== 'component'
  ) {
    return 'Singular and plural names must be different';
  }
  return null;
}

/** The items of a list as records. */
export function toRecords(value: unknown): readonly RawRecord[] {
  return Array.isArray(value) ? value.map((each: unknown) => toRecord(each)) : [];
}

/** An update without a kind may be one of either. */
function ownersOf(
  { kind, action }: RawRecord,
  modelType: 'contentType' | 'component',
): readonly AttributeOwner[] {
  if (modelType === 'component') return ['component'];
  if (kind === 'singleType' || kind === 'collectionType') return [kind];
  return kind === undefined && action === 'update' ? ['singleType', 'collectionType'] : [];
}

const isUid: Check = (value) => typeof value === 'string' && value !== '';
const TABLE = /^[A-Za-z][-_0-9A-Za-z]*$/;

const category: Check = (value) => {
  const named = isName(value);
  return named === true ? matching(TABLE)(value) : named;
};

const modelName: Check = (value) => {
  const named = isName(value);
  if (typeof value !== 'string' || named !== true) return named;
  if (!/^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(value)) return 'Must be kebab case';
  return !isReserved(value, RESERVED_MODELS) || 'Model name is reserved';
};

const record = optional(isObject);

const COMPONENT: KeyChecks = {
  uid: isUid,
  displayName: isName,
  icon: optional(matching(/^[A-Za-z0-9][-A-Za-z0-9]*$/)),
  description: optional(isText),
};

const TYPE: KeyChecks = {
  uid: isUid,
  displayName: isName,
  description: optional(isText),
  draftAndPublish: isBoolean,
  options: record,
  pluginOptions: record,
};

const NEW_TYPE: KeyChecks = {
  ...TYPE,
  plugin: optional(isName),
  collectionName: optional(all(matching(TABLE), isShort)),
  singularName: modelName,
  pluralName: modelName,
  config: record,
};

function keysOf(owner: AttributeOwner, isNew: boolean): KeyChecks {
  if (owner !== 'component') return isNew ? NEW_TYPE : TYPE;
  const pluginOptions = record;
  return isNew
    ? { ...COMPONENT, category, pluginOptions, config: record }
    : { ...COMPONENT, category: optional(category), pluginOptions };
}

function checkElement(
  raw: RawRecord,
  owner: AttributeOwner,
  action: 'create' | 'update',
): Problems {
  const problems = new Problems();
  problems.addKeys(raw, keysOf(owner, action === 'create'));
  const list: unknown = raw['attributes'];
  problems.add(Array.isArray(list));
  const attributes = toRecords(list);
  for (const attribute of attributes)
    checkListed(attribute, { owner, isNew: action === 'create' }, problems);
  if (problems.isFatal) return problems;
  const names = attributes.map(({ name }) => snakeCase(stringOf(name)));
  problems.add(new Set(names).size === names.length || 'Attributes must have unique names');
  if (owner !== 'component') checkTargets(attributes, problems);
  return problems;
}

interface Listed {
  readonly owner: AttributeOwner;
  /** Whether the model is new: it has no attributes that could be deleted. */
  readonly isNew: boolean;
}

function checkListed(attribute: RawRecord, { owner, isNew }: Listed, problems: Problems): void {
  const { action, name, properties } = attribute;
  problems.add(oneOf('create', ...(isNew ? [] : ['update', 'delete']))(action));
  problems.add(isText(name));
  problems.add(isShort(name));
  if (action === 'create') {
    problems.add(matching(NAME)(name));
    const isFree = !isReserved(stringOf(name), RESERVED_ATTRIBUTES);
    problems.add(isFree || 'Attribute name is reserved');
  }
  if (action === 'delete') return;
  problems.add(isRecord(properties));
  const found = checkAttribute(toRecord(properties), owner);
  if (found.isFatal) problems.add(false);
  for (const message of found.messages) problems.add(message);
}

/** The attributes from which uid attributes take their values. */
function checkTargets(attributes: readonly RawRecord[], problems: Problems): void {
  for (const { action, properties } of attributes) {
    const { type, targetField } = toRecord(properties);
    if (type !== 'uid' || typeof targetField !== 'string' || targetField === '') continue;
    const target = attributes.find(({ name }) => name === targetField);
    const { type: kind } = toRecord(target?.['properties']);
    if (target) problems.add(kind === 'string' || kind === 'text' || 'Invalid target type');
    else problems.add(action === 'update' || 'Target does not exist');
  }
}
