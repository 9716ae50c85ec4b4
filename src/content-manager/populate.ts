// Population of entries in the content manager (docs/strapi/content-manager.md, "Entries").
import { CREATOR_FIELDS } from '../auth/admin/field-paths.ts';
import { isCloned } from '../documents/operations/clone-data.ts';
import {
  populateOptions,
  type FieldNames,
  type Populate,
  type PopulateEntry,
  type PopulateValue,
} from '../query/params.ts';
import { isMany } from '../query/plan/attributes.ts';
import type { Registry } from '../schema/registry.ts';
import { isCreator } from '../schema/system-attributes.ts';
import type { Attribute, Model } from '../schema/types.ts';

/** Fields of the other locales of an entry. */
const LOCALIZATION_FIELDS: FieldNames = ['documentId', 'locale', 'publishedAt', 'updatedAt'];

/** For lists: to-one relations in full, to-many relations as counts, components with their own values only. */
export function listPopulate(type: Model): Populate {
  return withSystem(type, (attribute) => {
    if (attribute.kind === 'relation') return isMany(attribute) ? COUNT : WHOLE;
    if (attribute.kind === 'media') return FILE;
    return attribute.kind === 'morph' ? COUNT : WHOLE;
  });
}

/** For an entry: relations as counts, components in full. */
export function entryPopulate(registry: Registry, type: Model): Populate {
  const inside = insideOf(registry, numbers);
  return withSystem(type, (attribute) => inside(attribute, type));
}

/** For single types: relations and components in full, relations of components as counts. */
export function singlePopulate(registry: Registry, type: Model): Populate {
  const inside = insideOf(registry, numbers);
  return withSystem(type, (attribute) =>
    attribute.kind === 'relation' ? WHOLE : inside(attribute, type),
  );
}

/** Creators and other locales only. */
export function systemPopulate(type: Model): Populate {
  return withSystem(type, () => null);
}

/** Creators, and some attributes in full. */
export function metaPopulate(
  registry: Registry,
  type: Model,
  names: ReadonlySet<string>,
): Populate {
  const inside = insideOf(registry, numbers);
  return populateOf(type, (attribute) => {
    if (attribute.kind === 'localizations') return null;
    return systemValue(attribute) ?? (names.has(attribute.name) ? inside(attribute, type) : null);
  });
}

/** Components with their required attributes. */
export function requiredPopulate(registry: Registry, type: Model): Populate {
  const inside = insideOf(registry, () => null, {
    fields: requiredFields,
    isShown: (model) => [...model.attributes.values()].some(isRequired),
  });
  return populateOf(type, (attribute) => inside(attribute, type));
}

/** The documentIds of some relations, also in components. */
export function linkPopulate(
  registry: Registry,
  type: Model,
  isIncluded: (model: Model, attribute: Attribute) => boolean,
): Populate {
  const inside = insideOf(
    registry,
    (attribute, model) => (isIncluded(model, attribute) ? withFields(['locale']) : null),
    { fields: () => [], isShown: () => true },
  );
  return populateOf(type, (attribute) => inside(attribute, type));
}

/** For forms: relations, files and components in full. */
export function formPopulate(registry: Registry, type: Model): Populate {
  const inside = insideOf(registry, (attribute) => {
    if (attribute.kind === 'media') return FILE;
    if (attribute.kind === 'morph') return COUNT;
    const isLink = attribute.kind === 'relation' && !isCreator(attribute);
    return isLink ? withFields(['locale']) : null;
  });
  return populateOf(type, (attribute) => inside(attribute, type));
}

/** All values that a clone copies. */
export function clonePopulate(registry: Registry, type: Model): Populate {
  const inside = insideOf(registry, (attribute) => (isCloned(attribute) ? WHOLE : null));
  return populateOf(type, (attribute) => inside(attribute, type));
}

/** Returns the population of an attribute, or null for none. */
type ValueOf = (attribute: Attribute, model: Model) => PopulateValue | null;

/** Population of components. */
interface ComponentView {
  /** Undefined for all values. */
  readonly fields?: (model: Model) => FieldNames;
  /** Returns false to omit a component from dynamic zones. */
  readonly isShown: (model: Model) => boolean;
}

const FULL: ComponentView = { isShown: () => true };

/** Populates components on all levels, and other attributes with a function. */
function insideOf(
  registry: Registry,
  valueOf: ValueOf,
  { fields, isShown }: ComponentView = FULL,
): ValueOf {
  const component = (uid: string, above: readonly string[]): PopulateValue => {
    const model = registry.model(uid);
    const inside = [...above, uid];
    // Stops at components that contain themselves.
    const populate = above.includes(uid)
      ? NOTHING
      : populateOf(model, (attribute) => value(attribute, model, inside));
    return populateOptions([
      ...(fields ? [{ option: 'fields' as const, fields: { value: fields(model) } }] : []),
      { option: 'populate', populate: { value: populate } },
    ]);
  };
  const value = (
    attribute: Attribute,
    model: Model,
    above: readonly string[],
  ): PopulateValue | null => {
    if (attribute.kind === 'component') return component(attribute.component, above);
    if (attribute.kind !== 'dynamiczone') return valueOf(attribute, model);
    const kinds = attribute.components
      .filter((uid) => isShown(registry.model(uid)))
      .map((uid) => ({ name: uid, value: component(uid, above) }));
    return populateOptions([{ option: 'on', on: { form: 'kinds', kinds, isList: false } }]);
  };
  return (attribute, model) => value(attribute, model, []);
}

/** Files in full, relations as counts. */
function numbers({ kind }: Attribute): PopulateValue {
  return kind === 'media' ? FILE : COUNT;
}

function requiredFields(model: Model): FieldNames {
  return [...model.attributes.values()]
    .filter((attribute) => attribute.kind === 'scalar' && isRequired(attribute))
    .map(({ name }) => name);
}

function isRequired({ raw }: Attribute): boolean {
  return raw['required'] === true;
}

const WHOLE: PopulateValue = { form: 'flag', flag: true };
const COUNT: PopulateValue = populateOptions([{ option: 'count', flag: true }]);
const NOTHING: Populate = { form: 'none' };
/** A file with its folder. */
const FILE: PopulateValue = populateOptions([
  {
    option: 'populate',
    populate: { value: { form: 'object', entries: [{ name: 'folder', value: WHOLE }], paths: [] } },
  },
]);

/** Populates creators and other locales as in all views, and other attributes with a function. */
function withSystem(
  model: Model,
  valueOf: (attribute: Attribute) => PopulateValue | null,
): Populate {
  return populateOf(model, (attribute) => systemValue(attribute) ?? valueOf(attribute));
}

function systemValue(attribute: Attribute): PopulateValue | null {
  if (attribute.kind === 'localizations') return withFields(LOCALIZATION_FIELDS);
  const isOfCreator = attribute.kind === 'relation' && isCreator(attribute);
  return isOfCreator ? withFields(CREATOR_FIELDS) : null;
}

function populateOf(
  model: Model,
  valueOf: (attribute: Attribute) => PopulateValue | null,
): Populate {
  const entries = [...model.attributes.values()].flatMap((attribute): readonly PopulateEntry[] => {
    const value = attribute.kind === 'scalar' ? null : valueOf(attribute);
    return value ? [{ name: attribute.name, value }] : [];
  });
  return { form: 'object', entries, paths: [] };
}

function withFields(names: FieldNames): PopulateValue {
  return populateOptions([{ option: 'fields', fields: { value: names } }]);
}
