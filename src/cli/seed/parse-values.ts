// Parses the values of an entry or a component: names must be attributes, relations use `$ref` and media `$file`.
// Other values are unchanged.
import { isJsonObject, type JsonObject, type JsonValue } from '../../base/json.ts';
import type { Registry } from '../../schema/registry.ts';
import type {
  Attribute,
  DynamicZoneAttribute,
  Model,
  RelationAttribute,
} from '../../schema/types.ts';
import type { MediaFiles } from './media-files.ts';
import {
  Reference,
  within,
  type SeedLocation,
  type SeedValue,
  type SeedValues,
} from './seed-data.ts';

/** Context of a parsed version. */
export interface SeedValueContext {
  readonly registry: Registry;
  readonly media: MediaFiles;
  /** Locale of the version; null for the default locale or a type without locales. */
  readonly locale: string | null;
  readonly note: (location: SeedLocation, message: string) => void;
  readonly refer: (reference: Reference) => void;
}

interface Values {
  readonly model: Model;
  readonly json: JsonObject;
  readonly location: SeedLocation;
}

/** Returns values by attribute. Invalid ones are reported and dropped. */
export function parseValues(
  parsing: SeedValueContext,
  { model, json, location }: Values,
): SeedValues {
  const values: [string, SeedValue][] = [];
  for (const [name, value] of Object.entries(json)) {
    const at = within(location, name);
    const attribute = model.attributes.get(name);
    if (!attribute) parsing.note(at, describeUnknown(model));
    else if (!attribute.writable) parsing.note(at, 'Quoin sets this value: remove it.');
    else values.push([name, parseValue(parsing, attribute, { value, location: at })]);
  }
  return Object.fromEntries(values);
}

function describeUnknown({ attributes }: Model): string {
  const names = [...attributes.values()].filter(({ writable }) => writable);
  return `Unknown attribute. Known attributes are: ${names.map(({ name }) => name).join(', ')}.`;
}

interface LocatedValue {
  readonly value: JsonValue;
  readonly location: SeedLocation;
}

function parseValue(
  parsing: SeedValueContext,
  attribute: Attribute,
  given: LocatedValue,
): SeedValue {
  const { value, location } = given;
  if (value === null) return null;
  switch (attribute.kind) {
    case 'scalar':
      return value;
    case 'relation':
      return parseList(parsing, given, {
        isList: attribute.relation.endsWith('ToMany'),
        parse: (item) => parseReference(parsing, attribute, item),
      });
    case 'media':
      return parseList(parsing, given, {
        isList: attribute.multiple,
        parse: (item) => parsing.media.use(item.value),
      });
    case 'component':
      return eachOf(given, (item) => parseComponent(parsing, attribute.component, item));
    case 'dynamiczone':
      return eachOf(given, (item) => parseSection(parsing, attribute, item));
    case 'morph':
    case 'localizations':
      parsing.note(location, 'Relations of this kind cannot be seeded.');
      return null;
  }
}

interface ListParsing {
  /** False for a single value. */
  readonly isList: boolean;
  /** Returns the parsed value, or an error message. */
  readonly parse: (item: LocatedValue) => Exclude<SeedValue, JsonValue> | string;
}

function parseList(
  { note, refer }: SeedValueContext,
  given: LocatedValue,
  { isList, parse }: ListParsing,
): SeedValue {
  if (isList !== Array.isArray(given.value)) {
    note(
      given.location,
      isList ? 'This must be a list.' : 'This must be a single value, not a list.',
    );
    return null;
  }
  return eachOf(given, (item) => {
    const parsed = parse(item);
    if (parsed instanceof Reference) refer(parsed);
    if (typeof parsed !== 'string') return parsed;
    note(item.location, parsed);
    return null;
  });
}

/**
 * References to types with locales from a type without locales use the default locale (docs/strapi/publishing.md,
 * "Links between versions and locales").
 */
function parseReference(
  { registry, locale }: SeedValueContext,
  { target }: RelationAttribute,
  { value, location }: LocatedValue,
): Reference | string {
  const isReference = isJsonObject(value) && Object.keys(value).join() === '$ref';
  const key = isReference ? value['$ref'] : undefined;
  const isLocalized = registry.contentTypes.get(target)?.localized === true;
  if (typeof key === 'string') {
    return new Reference({ uid: target, key, locale: isLocalized ? locale : null }, location);
  }
  return `Refer to an entry of ${target} by its $key: { "$ref": "…" }.`;
}

function parseSection(
  parsing: SeedValueContext,
  { components }: DynamicZoneAttribute,
  { value, location }: LocatedValue,
): SeedValue {
  const { __component: uid, ...json } = isJsonObject(value) ? value : {};
  if (typeof uid !== 'string' || !components.includes(uid)) {
    parsing.note(location, `"__component" must be one of ${components.join(', ')}.`);
    return null;
  }
  const model = parsing.registry.model(uid);
  return { __component: uid, ...parseValues(parsing, { model, json, location }) };
}

function parseComponent(
  parsing: SeedValueContext,
  uid: string,
  { value, location }: LocatedValue,
): SeedValue {
  if (!isJsonObject(value)) return value;
  return parseValues(parsing, { model: parsing.registry.model(uid), json: value, location });
}

function eachOf(
  { value, location }: LocatedValue,
  parse: (item: LocatedValue) => SeedValue,
): SeedValue {
  if (!Array.isArray(value)) return parse({ value, location });
  return value.map((item: JsonValue, i) => parse({ value: item, location: within(location, i) }));
}
