// Rules of the attributes in a request that changes content-types (docs/strapi/model-changes.md, "Requests").
import { isScalarType } from '../../schema/check-attribute.ts';
import { toText, toTexts, type RawRecord } from '../../schema/raw.ts';
import { snakeCase } from '../../storage/snake-case.ts';
import { ModelChangeError } from '../errors.ts';
import { isReserved, RESERVED_ATTRIBUTES } from './reserved-names.ts';

/** Where an attribute is. */
export interface AttributePlace {
  /** All attributes of the model by name. */
  readonly siblings: ReadonlyMap<string, RawRecord>;
  readonly owner: 'collectionType' | 'singleType' | 'component';
  readonly action: 'create' | 'update';
}

const NAME = /^[A-Za-z][_0-9A-Za-z]*$/;
const MEDIA = ['images', 'videos', 'files', 'audios'];
const RELATIONS = ['oneToOne', 'oneToMany', 'manyToOne', 'manyToMany'];
const MORPHS = ['morphOne', 'morphMany', 'morphToOne', 'morphToMany'];

/** Checks the names of a model's attributes. @throws ModelChangeError */
export function checkAttributeNames(names: readonly string[]): void {
  for (const name of names) {
    if (!NAME.test(name)) {
      throw new ModelChangeError(`Invalid string: must match pattern ${String(NAME)}`);
    }
    if (isReserved(name, RESERVED_ATTRIBUTES)) {
      throw new ModelChangeError('Attribute name is reserved');
    }
  }
  if (new Set(names.map(snakeCase)).size < names.length) {
    throw new ModelChangeError('Attributes must have unique names');
  }
}

/** Checks the properties of an attribute. @throws ModelChangeError */
export function checkAttribute(properties: RawRecord, place: AttributePlace): void {
  switch (properties['type']) {
    case 'relation':
      return checkRelation(properties, place);
    case 'component':
      return require(toText(properties['component']) !== undefined);
    case 'dynamiczone':
      require(place.owner !== 'component' && Array.isArray(properties['components']));
      return checkNotEmpty(properties['components']);
    case 'media':
      return checkMedia(properties['allowedTypes']);
    case 'customField':
      return require(toText(properties['customField']) !== undefined);
    case 'enumeration':
      return checkEnumeration(properties);
    case 'uid':
      require(place.owner !== 'component');
      return checkUid(properties, place);
    default:
      require(isScalarType(properties['type']));
      return checkScalar(properties);
  }
}

function require(holds: boolean): void {
  if (!holds) throw new ModelChangeError('Invalid input');
}

function checkNotEmpty(list: unknown): void {
  if (toTexts(list).length === 0) {
    throw new ModelChangeError('Too small: expected array to have >=1 items');
  }
}

function checkMedia(allowed: unknown): void {
  if (allowed === undefined || allowed === null) return;
  require(Array.isArray(allowed) && allowed.every((type: unknown) => MEDIA.includes(String(type))));
}

function checkEnumeration({ enum: values, default: byDefault }: RawRecord): void {
  require(Array.isArray(values));
  checkNotEmpty(values);
  const list = toTexts(values);
  require(list.every((value) => !/^\d/.test(value)) && new Set(list).size === list.length);
  if (isGiven(byDefault) && !list.includes(String(byDefault))) {
    throw new ModelChangeError('Default value must be one of the enum values');
  }
}

function checkUid(properties: RawRecord, { siblings, action }: AttributePlace): void {
  checkLengths(properties);
  const target = toText(properties['targetField']);
  if (target === undefined) return;
  const sibling = siblings.get(target);
  if (!sibling && action === 'create') throw new ModelChangeError('Target does not exist');
  if (sibling && sibling['type'] !== 'string' && sibling['type'] !== 'text') {
    throw new ModelChangeError('Invalid target type');
  }
  if (isGiven(properties['default'])) {
    throw new ModelChangeError('Cannot define a default UID if the targetField is set');
  }
}

const NUMBERS = ['integer', 'float', 'decimal'];

function checkScalar(properties: RawRecord): void {
  const { type, default: byDefault, regex } = properties;
  if (isGiven(byDefault)) {
    if (NUMBERS.includes(String(type))) require(typeof byDefault === 'number');
    if (type === 'boolean') require(typeof byDefault === 'boolean');
    if (type === 'string' || type === 'text') require(typeof byDefault === 'string');
  }
  checkLengths(properties);
  const { min, max } = properties;
  if (isGiven(min) && isGiven(max) && Number(max) < Number(min)) {
    throw new ModelChangeError('max must be greater or equal to min');
  }
  if (isGiven(regex)) {
    try {
      new RegExp(String(regex));
    } catch (error) {
      throw new ModelChangeError(error instanceof Error ? error.message : String(error));
    }
  }
}

function checkLengths({ minLength, maxLength }: RawRecord): void {
  if (isGiven(minLength) && isGiven(maxLength) && Number(maxLength) < Number(minLength)) {
    throw new ModelChangeError('maxLength must be greater or equal to minLength');
  }
}

function checkRelation(properties: RawRecord, { owner }: AttributePlace): void {
  const relation = String(properties['relation']);
  if (MORPHS.includes(relation)) return;
  require(RELATIONS.includes(relation) && toText(properties['target']) !== undefined);
  if (owner === 'singleType') require(relation === 'oneToOne' || relation === 'oneToMany');
  const isTwoWay = toText(properties['targetAttribute']) !== undefined;
  if (owner === 'component') require(!isTwoWay);
  const toAdmin = properties['target'] === 'admin::user';
  if (toAdmin && (isTwoWay || (relation !== 'oneToOne' && relation !== 'oneToMany'))) {
    throw new ModelChangeError(
      'Relations to admin::user must be one of the following values: oneToOne, oneToMany without targetAttribute',
    );
  }
}

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null;
}
