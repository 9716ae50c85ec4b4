// A request that changes several content-types and components: body -> typed elements, or the message of the first
// broken rule (docs/strapi/model-changes.md, "Requests").
import { isTooDeep, stringOf } from '../../base/json.ts';
import { MAX_ATTRIBUTES, MAX_MODEL_DEPTH } from '../../base/limits.ts';
import { isRecord, toRecord, toText, type RawRecord } from '../../schema/raw.ts';
import { ModelChangeError } from '../errors.ts';
import { problemOf, toRecords } from './check-element.ts';

/** An attribute of an element. The list of attributes is complete: others are removed. */
export interface RequestedAttribute {
  readonly action: 'create' | 'update';
  readonly name: string;
  readonly properties: RawRecord;
  /** Former name, or null. */
  readonly renamedFrom: string | null;
  /** True if values that do not fit a new type are set aside. */
  readonly setsAsideValues: boolean;
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
  /** True: values that do not fit a new type are set aside, for all attributes. */
  readonly setsAsideValues: boolean;
}

/** Parses the body of `update-schema`. @throws ModelChangeError with the message of the first broken rule */
export function parseSchemaRequest(body: unknown): SchemaRequest {
  if (body === undefined || body === null || body === '') {
    throw new ModelChangeError('Schema is required');
  }
  if (!isRecord(body)) {
    throw new ModelChangeError('Invalid schema, expected an object with a data property');
  }
  if (isTooDeep(body, MAX_MODEL_DEPTH)) {
    throw new ModelChangeError(`Invalid input: nested more than ${MAX_MODEL_DEPTH} levels deep`);
  }
  const { data } = body;
  if (!isRecord(data)) throw expected('object', data);
  const components = elementsOf(data['components'], 'component');
  const contentTypes = elementsOf(data['contentTypes'], 'contentType');
  return {
    elements: [...components, ...contentTypes],
    setsAsideValues: data['incompatibleValues'] === 'setAside',
  };
}

function elementsOf(
  value: unknown,
  modelType: ModelElement['modelType'],
): readonly (ModelElement | RemoveElement)[] {
  return listOf(value).map((each) => {
    const raw = toRecord(each);
    assertFewAttributes(raw);
    const message = problemOf(raw, modelType);
    if (message !== null) throw new ModelChangeError(message);
    return toElement(raw, modelType);
  });
}

/** Checked first, since names are compared. @throws ModelChangeError */
function assertFewAttributes({ uid, attributes }: RawRecord): void {
  const remaining = toRecords(attributes).filter(({ action }) => action !== 'delete');
  if (remaining.length <= MAX_ATTRIBUTES) return;
  throw new ModelChangeError(`${stringOf(uid)} has more than ${MAX_ATTRIBUTES} attributes.`);
}

function listOf(value: unknown): readonly unknown[] {
  if (value === undefined) return [];
  if (!Array.isArray(value)) throw expected('array', value);
  return value;
}

function expected(requested: string, value: unknown): ModelChangeError {
  const type = value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value;
  return new ModelChangeError(`Invalid input: expected ${requested}, received ${type}`);
}

function toElement(
  raw: RawRecord,
  modelType: ModelElement['modelType'],
): ModelElement | RemoveElement {
  const uid = stringOf(raw['uid']);
  const { action } = raw;
  if (action === 'delete') return { action, modelType, uid };
  const listed = toRecords(raw['attributes']);
  const remaining = listed.filter((attribute) => attribute['action'] !== 'delete');
  return {
    action: action === 'create' ? 'create' : 'update',
    modelType,
    uid,
    renamedFrom: toText(raw['renamedFrom']) ?? null,
    raw,
    attributes: remaining.map((attribute) => ({
      action: attribute['action'] === 'create' ? 'create' : 'update',
      name: stringOf(attribute['name']),
      properties: propertiesOf(attribute),
      renamedFrom: toText(attribute['renamedFrom']) ?? null,
      setsAsideValues: setsAside(attribute),
    })),
  };
}

function setsAside(attribute: RawRecord): boolean {
  const inProperties = toRecord(attribute['properties'])['incompatibleValues'];
  return (attribute['incompatibleValues'] ?? inProperties) === 'setAside';
}

/** An empty default of an updated attribute is removed. */
function propertiesOf(attribute: RawRecord): RawRecord {
  const properties = toRecord(attribute['properties']);
  if (attribute['action'] !== 'update' || properties['default'] !== '') return properties;
  return { ...properties, default: undefined };
}
