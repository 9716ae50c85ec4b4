// New and restored models and attributes of a draft.
import { stringOr, type JsonObject } from '../../base/json.ts';
import {
  isLocalized,
  withLocalized,
  type Draft,
  type DraftField,
  type DraftModel,
  type ModelKind,
} from './draft.ts';
import { addField, addModel } from './edit-draft.ts';
import { withIds } from './parse-draft.ts';
import type { RetainedPart } from './plan.ts';

/** A template for a new model. */
export interface Example {
  readonly id: 'article' | 'product' | 'event';
  readonly fields: readonly (readonly [name: string, properties: JsonObject])[];
}

/** Templates for a project without types. */
export const EXAMPLES: readonly Example[] = [
  {
    id: 'article',
    fields: [
      ['title', { type: 'string', required: true }],
      ['slug', { type: 'uid', targetField: 'title' }],
      ['summary', { type: 'text', maxLength: 240 }],
      ['cover', { type: 'media', multiple: false, allowedTypes: ['images'] }],
      ['body', { type: 'blocks' }],
    ],
  },
  {
    id: 'product',
    fields: [
      ['name', { type: 'string', required: true }],
      ['price', { type: 'decimal', min: 0 }],
      ['pictures', { type: 'media', multiple: true, allowedTypes: ['images'] }],
      ['description', { type: 'richtext' }],
      ['available', { type: 'boolean', default: true }],
    ],
  },
  {
    id: 'event',
    fields: [
      ['title', { type: 'string', required: true }],
      ['begin', { type: 'datetime', required: true }],
      ['place', { type: 'string' }],
      ['kind', { type: 'enumeration', enum: ['talk', 'workshop', 'meeting'] }],
      ['description', { type: 'text' }],
    ],
  },
];

/** Returns a new model without attributes. @param category Category of a component */
export function newModel(id: string, kind: ModelKind, category = ''): DraftModel {
  return {
    id,
    from: null,
    kind,
    displayName: '',
    singularName: null,
    pluralName: null,
    description: null,
    category,
    icon: null,
    hasDrafts: kind !== 'component',
    pluginOptions: {},
    fields: [],
  };
}

/** Returns a new model with the attributes of a template. */
export function exampleModel(id: string, { fields }: Example, displayName: string): DraftModel {
  const all = fields.map(([name, properties]) => ({
    ...newField(`${id}/${name}`, properties),
    name,
    properties: withIds(id, properties),
  }));
  return { ...newModel(id, 'collectionType'), displayName, fields: all };
}

/** Returns a new attribute without a name. */
export function newField(id: string, properties: JsonObject): DraftField {
  return { id, from: null, name: '', properties, valueNames: {}, setsAsideValues: false };
}

/** New attributes of localized types are localized by default. */
export function initialProperties(
  model: DraftModel,
  type: string,
  initial: JsonObject,
): JsonObject {
  const properties = { type, ...initial };
  if (!isLocalized(model) || type === 'relation') return properties;
  return { ...properties, pluginOptions: withLocalized(undefined, true) };
}

/** Adds a removed part with its previous settings; the server restores its values. */
export function restorePart(
  draft: Draft,
  { uid, attribute, properties, attributes }: RetainedPart,
  id: string,
): Draft {
  if (attribute !== null) {
    const field = { ...newField(id, withIds(uid, properties)), name: attribute };
    return addField(draft, uid, { field });
  }
  const info = objectOf(properties['info']);
  const isComponent = !uid.includes('::');
  const kind = isComponent
    ? 'component'
    : properties['kind'] === 'singleType'
      ? 'singleType'
      : 'collectionType';
  const fields = attributes.map(({ name, properties: raw }) => ({
    ...newField(`${id}/${name}`, withIds(id, raw)),
    name,
  }));
  return addModel(draft, {
    ...newModel(id, kind, isComponent ? uid.slice(0, uid.indexOf('.')) : ''),
    displayName: stringOr(info['displayName'], uid),
    singularName: isComponent ? null : stringOr(info['singularName'], ''),
    pluralName: isComponent ? null : stringOr(info['pluralName'], ''),
    description: typeof info['description'] === 'string' ? info['description'] : null,
    icon: typeof info['icon'] === 'string' ? info['icon'] : null,
    hasDrafts: objectOf(properties['options'])['draftAndPublish'] === true,
    pluginOptions: objectOf(properties['pluginOptions']),
    fields: fields.filter(
      ({ properties: raw }) => raw['side'] === undefined || raw['side'] === null,
    ),
  });
}

function objectOf(value: unknown): JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as JsonObject)
    : {};
}
