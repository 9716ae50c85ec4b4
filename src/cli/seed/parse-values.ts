// In charge of the values of an entry or a component: names must be attributes, and relations and media are named by
// `$ref` and `$file`. Other values are taken as they are.
import { isJsonObject, type JsonObject, type JsonValue } from '../../base/json.ts';
import type { Registry } from '../../schema/registry.ts';
import type {
  Attribute,
  DynamicZoneAttribute,
  Model,
  RelationAttribute,
} from '../../schema/types.ts';
import type { MediaFiles } from './media-files.ts';
import { Reference, within, type Place, type SeedValue, type SeedValues } from './seed-data.ts';

/** What values are parsed with. */
export interface ValueParsing {
  readonly registry: Registry;
  readonly media: MediaFiles;
  /** That of the version whose values they are; null: the default one, or none. */
  readonly locale: string | null;
  readonly note: (place: Place, message: string) => void;
  readonly refer: (reference: Reference) => void;
}

interface Values {
  readonly model: Model;
  readonly json: JsonObject;
  readonly place: Place;
}

/** The values of an object, by attribute. What is wrong is noted and left out. */
export function parseValues(parsing: ValueParsing, { model, json, place }: Values): SeedValues {
  const values: [string, SeedValue][] = [];
  for (const [name, value] of Object.entries(json)) {
    const at = within(place, name);
    const attribute = model.attributes.get(name);
    if (!attribute) parsing.note(at, describeUnknown(model));
    else if (!attribute.writable) parsing.note(at, 'Quoin sets this value: remove it.');
    else values.push([name, parseValue(parsing, attribute, { value, place: at })]);
  }
  return Object.fromEntries(values);
}

function describeUnknown({ attributes }: Model): string {
  const names = [...attributes.values()].filter(({ writable }) => writable);
  return `Unknown attribute. Known attributes are: ${names.map(({ name }) => name).join(', ')}.`;
}

interface Given {
  readonly value: JsonValue;
  readonly place: Place;
}

function parseValue(parsing: ValueParsing, attribute: Attribute, given: Given): SeedValue {
  const { value, place } = given;
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
      parsing.note(place, 'Relations of this kind cannot be seeded.');
      return null;
  }
}

interface ListParsing {
  /** False: one value. */
  readonly isList: boolean;
  /** The value, or what is wrong with it. */
  readonly parse: (item: Given) => Exclude<SeedValue, JsonValue> | string;
}

function parseList(
  { note, refer }: ValueParsing,
  given: Given,
  { isList, parse }: ListParsing,
): SeedValue {
  if (isList !== Array.isArray(given.value)) {
    note(given.place, isList ? 'This must be a list.' : 'This must be a single value, not a list.');
    return null;
  }
  return eachOf(given, (item) => {
    const parsed = parse(item);
    if (parsed instanceof Reference) refer(parsed);
    if (typeof parsed !== 'string') return parsed;
    note(item.place, parsed);
    return null;
  });
}

/**
 * A type without locales is linked with the default locale (docs/strapi/publishing.md,
 * "Links between versions and locales").
 */
function parseReference(
  { registry, locale }: ValueParsing,
  { target }: RelationAttribute,
  { value, place }: Given,
): Reference | string {
  const isReference = isJsonObject(value) && Object.keys(value).join() === '$ref';
  const key = isReference ? value['$ref'] : undefined;
  const isLocalized = registry.contentTypes.get(target)?.localized === true;
  if (typeof key === 'string') {
    return new Reference({ uid: target, key, locale: isLocalized ? locale : null }, place);
  }
  return `Refer to an entry of ${target} by its $key: { "$ref": "…" }.`;
}

function parseSection(
  parsing: ValueParsing,
  { components }: DynamicZoneAttribute,
  { value, place }: Given,
): SeedValue {
  const { __component: uid, ...json } = isJsonObject(value) ? value : {};
  if (typeof uid !== 'string' || !components.includes(uid)) {
    parsing.note(place, `"__component" must be one of ${components.join(', ')}.`);
    return null;
  }
  const model = parsing.registry.model(uid);
  return { __component: uid, ...parseValues(parsing, { model, json, place }) };
}

function parseComponent(parsing: ValueParsing, uid: string, { value, place }: Given): SeedValue {
  if (!isJsonObject(value)) return value;
  return parseValues(parsing, { model: parsing.registry.model(uid), json: value, place });
}

function eachOf({ value, place }: Given, parse: (item: Given) => SeedValue): SeedValue {
  if (!Array.isArray(value)) return parse({ value, place });
  return value.map((item: JsonValue, i) => parse({ value: item, place: within(place, i) }));
}
