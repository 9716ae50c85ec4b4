// Classifies models and attributes.
import { globalStrapi } from './global-strapi.ts';
import { attributeOf, type Model, type ModelAttribute } from './model.ts';
import { isObject, valueAt } from './values.ts';
import { toWords } from './words.ts';

export * from './reserved-names.ts';

type MaybeAttribute = ModelAttribute | null | undefined;

export const constants: Readonly<Record<string, string>> = {
  ID_ATTRIBUTE: 'id',
  DOC_ID_ATTRIBUTE: 'documentId',
  PUBLISHED_AT_ATTRIBUTE: 'publishedAt',
  FIRST_PUBLISHED_AT_ATTRIBUTE: 'firstPublishedAt',
  CREATED_BY_ATTRIBUTE: 'createdBy',
  UPDATED_BY_ATTRIBUTE: 'updatedBy',
  CREATED_AT_ATTRIBUTE: 'createdAt',
  UPDATED_AT_ATTRIBUTE: 'updatedAt',
  SINGLE_TYPE: 'singleType',
  COLLECTION_TYPE: 'collectionType',
};

/** Keys that identify a row or a document. */
export const ID_FIELDS: readonly string[] = ['id', 'documentId'];
export const MORPH_TO_KEYS: readonly string[] = ['__type'];
export const DYNAMIC_ZONE_KEYS: readonly string[] = ['__component'];
export const RELATION_OPERATION_KEYS: readonly string[] = [
  'connect',
  'disconnect',
  'set',
  'options',
];

export function getTimestamps({ attributes }: Model): string[] {
  return ['createdAt', 'updatedAt'].filter((name) => Object.hasOwn(attributes, name));
}

export function getCreatorFields({ attributes }: Model): string[] {
  return ['createdBy', 'updatedBy'].filter((name) => Object.hasOwn(attributes, name));
}

export function getNonWritableAttributes(model: Model | undefined): string[] {
  if (!model) return [];
  return [...new Set([...ID_FIELDS, ...getTimestamps(model), ...marked(model, 'writable')])];
}

export function getWritableAttributes(model: Model | undefined): string[] {
  const closed = getNonWritableAttributes(model);
  return Object.keys(model?.attributes ?? {}).filter((name) => !closed.includes(name));
}

export function isWritableAttribute(model: Model | undefined, name: string): boolean {
  return getWritableAttributes(model).includes(name);
}

export function getNonVisibleAttributes(model: Model): string[] {
  const always = [...ID_FIELDS, 'publishedAt', ...getTimestamps(model)];
  return [...new Set([...always, ...marked(model, 'visible')])];
}

export function getVisibleAttributes(model: Model): string[] {
  const hidden = getNonVisibleAttributes(model);
  return Object.keys(model.attributes).filter((name) => !hidden.includes(name));
}

export function isVisibleAttribute(model: Model, name: string): boolean {
  return getVisibleAttributes(model).includes(name);
}

/** Names of attributes with a property that is `false`. */
function marked({ attributes }: Model, option: 'writable' | 'visible'): string[] {
  return Object.keys(attributes).filter((name) => attributes[name]?.[option] === false);
}

export function getOptions(model: Model): Record<string, unknown> {
  return { draftAndPublish: false, ...model.options };
}

export function hasDraftAndPublish(model: Model | null | undefined): boolean {
  return model?.options?.['draftAndPublish'] === true;
}

/** Quoin does not store the time of the first publication. */
export function hasFirstPublishedAtField(): boolean {
  return false;
}

export function isDraft(entry: unknown, model: Model): boolean {
  return hasDraftAndPublish(model) && valueAt(entry, 'publishedAt') === null;
}

export function isSchema(value: unknown): value is Model {
  return isObject(value) && ['component', 'contentType'].includes(String(value['modelType']));
}

export function isComponentSchema(value: unknown): value is Model {
  return isSchema(value) && value.modelType === 'component';
}

export function isContentTypeSchema(value: unknown): value is Model {
  return isSchema(value) && value.modelType === 'contentType';
}

export function isSingleType({ kind = 'collectionType' }: Pick<Model, 'kind'>): boolean {
  return kind === 'singleType';
}

export function isCollectionType({ kind = 'collectionType' }: Pick<Model, 'kind'>): boolean {
  return kind === 'collectionType';
}

export function isKind(kind: string): (model: Pick<Model, 'kind'>) => boolean {
  return (model) => model.kind === kind;
}

/** Names of attributes that no caller can read. */
export function getPrivateAttributes(model: Model): string[] {
  const own = Object.keys(model.attributes).filter((name) => model.attributes[name]?.private);
  return [...new Set([...configuredPrivate(model), ...own])];
}

export function isPrivateAttribute(model: Model | undefined, name: string): boolean {
  if (attributeOf(model, name)?.private === true) return true;
  return configuredPrivate(model).has(name);
}

const configured = new WeakMap<Model, ReadonlySet<string>>();

/** Names that the configuration or the options of a model make private. They do not change at run time. */
function configuredPrivate(model: Model | undefined): ReadonlySet<string> {
  const cached = model && configured.get(model);
  if (cached) return cached;
  const config = globalStrapi()?.config;
  const everywhere = config?.get('api.responses.privateAttributes', []);
  const here = model?.options?.['privateAttributes'];
  const names = new Set([everywhere, here].flatMap((list) => (Array.isArray(list) ? list : [])));
  const found: ReadonlySet<string> = new Set([...names].map(String));
  if (model && config) configured.set(model, found);
  return found;
}

export function isScalarAttribute(attribute: MaybeAttribute): boolean {
  if (!attribute) return false;
  return !['media', 'component', 'relation', 'dynamiczone'].includes(attribute.type);
}

export function getDoesAttributeRequireValidation(attribute: ModelAttribute): boolean {
  const limits = ['max', 'min', 'maxLength', 'minLength'];
  const isLimited = limits.some((name) => Object.hasOwn(attribute, name));
  return Boolean(attribute.required || attribute.unique || isLimited);
}

export function isMediaAttribute(attribute: MaybeAttribute): boolean {
  return attribute?.type === 'media';
}

export function isRelationalAttribute(attribute: MaybeAttribute): boolean {
  return attribute?.type === 'relation';
}

export function hasRelationReordering(attribute: MaybeAttribute): boolean {
  const kinds = ['manyToMany', 'manyToOne', 'oneToMany'];
  return isRelationalAttribute(attribute) && kinds.includes(attribute?.relation ?? '');
}

/** Returns true for components and dynamic zones. */
export function isComponentAttribute(attribute: MaybeAttribute): boolean {
  return attribute?.type === 'component' || isDynamicZoneAttribute(attribute);
}

export function isDynamicZoneAttribute(attribute: MaybeAttribute): boolean {
  return attribute?.type === 'dynamiczone';
}

export function isMorphToRelationalAttribute(attribute: MaybeAttribute): boolean {
  return isRelationalAttribute(attribute) && (attribute?.relation ?? '').startsWith('morphTo');
}

export function getComponentAttributes(model: Model): string[] {
  return namesWhere(model, isComponentAttribute);
}

export function getMediaAttributes(model: Model): string[] {
  return namesWhere(model, isMediaAttribute);
}

export function getScalarAttributes(model: Model): string[] {
  return namesWhere(model, isScalarAttribute);
}

export function getRelationalAttributes(model: Model): string[] {
  return namesWhere(model, isRelationalAttribute);
}

function namesWhere(
  { attributes }: Model,
  holds: (attribute: MaybeAttribute) => boolean,
): string[] {
  return Object.keys(attributes).filter((name) => holds(attributes[name]));
}

export function isTypedAttribute(attribute: MaybeAttribute, type: string): boolean {
  return attribute?.type === type;
}

/** The first path segment of a type's routes. */
export function getContentTypeRoutePrefix(model: Model): string {
  const name = model.info?.[isSingleType(model) ? 'singularName' : 'pluralName'];
  return toWords(String(name))
    .map((word) => word.toLowerCase())
    .join('-');
}
