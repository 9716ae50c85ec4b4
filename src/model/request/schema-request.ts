// A request that changes several content-types and components: body -> typed elements, or the message of the first
// broken rule (docs/strapi/model-changes.md, "Requests").
import { isRecord, toRecord, toText, type RawRecord } from '../../schema/raw.ts';
import { ModelChangeError } from '../errors.ts';
import { checkAttribute, checkAttributeNames } from './check-attribute.ts';
import { isReserved, RESERVED_MODELS } from './reserved-names.ts';

/** An attribute of an element. The list of attributes is complete: others are removed. */
export interface RequestedAttribute {
  readonly name: string;
  readonly properties: RawRecord;
  /** Former name, or null. */
  readonly renamedFrom: string | null;
  /** True if values that do not fit a new type are kept. */
  readonly keepsMisfits: boolean;
}

/** A content-type or component to create or update. */
export interface ModelElement {
  readonly action: 'create' | 'update';
  readonly modelType: 'contentType' | 'component';
  readonly uid: string;
  /** Former uid, or null. */
  readonly renamedFrom: string | null;
  /** All keys that were sent. */
  readonly raw: RawRecord;
  readonly attributes: readonly RequestedAttribute[];
}

/** A content-type or component to remove. */
export interface RemoveElement {
  readonly action: 'delete';
  readonly modelType: 'contentType' | 'component';
  readonly uid: string;
}

/** Changes that are made together. */
export interface SchemaRequest {
  readonly elements: readonly (ModelElement | RemoveElement)[];
  /** True: values that do not fit a new type are kept, for all attributes. */
  readonly keepsMisfits: boolean;
}

/** Parses the body of `update-schema`. @throws ModelChangeError with the message of the first broken rule */
export function parseSchemaRequest(body: unknown): SchemaRequest {
  if (body === undefined || body === null || body === '') {
    throw new ModelChangeError('Schema is required');
  }
  if (!isRecord(body)) {
    throw new ModelChangeError('Invalid schema, expected an object with a data property');
  }
  const { data } = body;
  if (!isRecord(data)) throw expected('object', data);
  const contentTypes = listOf(data['contentTypes']).map(parseContentType);
  const components = listOf(data['components']).map(parseComponent);
  return {
    elements: [...components, ...contentTypes],
    keepsMisfits: data['onMisfit'] === 'keepAside',
  };
}

function listOf(value: unknown): readonly unknown[] {
  if (value === undefined) return [];
  if (!Array.isArray(value)) throw expected('array', value);
  return value;
}

function expected(wanted: string, value: unknown): ModelChangeError {
  const type = value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value;
  return new ModelChangeError(`Invalid input: expected ${wanted}, received ${type}`);
}

/** The error of a rule without a message of its own. */
export function invalidInput(): ModelChangeError {
  return new ModelChangeError('Invalid input');
}

function parseContentType(value: unknown): ModelElement | RemoveElement {
  const raw = toRecord(value);
  switch (raw['action']) {
    case 'create':
      checkNewType(raw);
      return toElement(raw, 'contentType', 'create');
    case 'update':
      return generic(() => {
        checkType(raw);
        return toElement(raw, 'contentType', 'update');
      });
    case 'delete':
      return { action: 'delete', modelType: 'contentType', uid: textOf(raw['uid']) };
    default:
      throw invalidInput();
  }
}

/** Rules broken in an updated content-type have one message. */
function generic<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw error instanceof ModelChangeError ? invalidInput() : error;
  }
}

const KEBAB = /^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/;
const TABLE = /^[A-Za-z][-_0-9A-Za-z]*$/;
const ICON = /^[A-Za-z0-9][-A-Za-z0-9]*$/;

function checkNewType(raw: RawRecord): void {
  checkType(raw);
  const { kind, singularName, pluralName, collectionName } = raw;
  if (kind !== 'collectionType' && kind !== 'singleType') throw invalidInput();
  for (const name of [singularName, pluralName]) {
    const given = textOf(name);
    if (!KEBAB.test(given)) throw new ModelChangeError('Must be kebab case');
    if (isReserved(given, RESERVED_MODELS)) throw new ModelChangeError('Model name is reserved');
  }
  if (singularName === pluralName) {
    throw new ModelChangeError('Singular and plural names must be different');
  }
  if (collectionName !== undefined && collectionName !== '') matches(collectionName, TABLE);
}

function checkType(raw: RawRecord): void {
  textOf(raw['uid']);
  checkDisplayName(raw['displayName']);
  if (typeof raw['draftAndPublish'] !== 'boolean') throw invalidInput();
  const kind = raw['kind'];
  if (kind !== undefined && kind !== 'collectionType' && kind !== 'singleType') {
    throw invalidInput();
  }
}

function parseComponent(value: unknown): ModelElement | RemoveElement {
  const raw = toRecord(value);
  switch (raw['action']) {
    case 'create':
    case 'update': {
      textOf(raw['uid']);
      const { category, icon } = raw;
      if (category === undefined && raw['action'] === 'update') {
        throw new ModelChangeError('Expected a string, got `undefined`');
      }
      matches(category, TABLE);
      checkDisplayName(raw['displayName']);
      if (icon !== undefined && icon !== null && icon !== '') matches(icon, ICON);
      return toElement(raw, 'component', raw['action']);
    }
    case 'delete':
      return { action: 'delete', modelType: 'component', uid: textOf(raw['uid']) };
    default:
      throw invalidInput();
  }
}

function checkDisplayName(value: unknown): void {
  if (typeof value !== 'string') throw invalidInput();
  if (value === '') {
    throw new ModelChangeError('Too small: expected string to have >=1 characters');
  }
}

function matches(value: unknown, pattern: RegExp): void {
  if (typeof value !== 'string') throw invalidInput();
  if (!pattern.test(value)) {
    throw new ModelChangeError(`Invalid string: must match pattern ${String(pattern)}`);
  }
}

function textOf(value: unknown): string {
  const text = toText(value);
  if (text === undefined) throw invalidInput();
  return text;
}

function toElement(
  raw: RawRecord,
  modelType: ModelElement['modelType'],
  action: ModelElement['action'],
): ModelElement {
  if (!Array.isArray(raw['attributes'])) throw invalidInput();
  const listed = raw['attributes'].map((value: unknown) => toRecord(value));
  const kept = listed.filter((attribute) => attribute['action'] !== 'delete');
  const attributes = kept.map((attribute) => ({
    name: textOf(attribute['name']),
    properties: propertiesOf(attribute),
    renamedFrom: toText(attribute['renamedFrom']) ?? null,
    keepsMisfits: isKeepAside(attribute),
  }));
  checkAttributeNames(attributes.map(({ name }) => name));
  const siblings = new Map(attributes.map(({ name, properties }) => [name, properties]));
  const kind = raw['kind'] === 'singleType' ? 'singleType' : 'collectionType';
  for (const { properties } of attributes) {
    checkAttribute(properties, {
      siblings,
      owner: modelType === 'component' ? 'component' : kind,
      action,
    });
  }
  return {
    action,
    modelType,
    uid: textOf(raw['uid']),
    renamedFrom: toText(raw['renamedFrom']) ?? null,
    raw,
    attributes,
  };
}

function isKeepAside(attribute: RawRecord): boolean {
  const inProperties = toRecord(attribute['properties'])['onMisfit'];
  return (attribute['onMisfit'] ?? inProperties) === 'keepAside';
}

function propertiesOf(attribute: RawRecord): RawRecord {
  if (attribute['action'] !== 'create' && attribute['action'] !== 'update') throw invalidInput();
  if (!isRecord(attribute['properties'])) throw invalidInput();
  return attribute['properties'];
}
