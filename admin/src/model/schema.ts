// Content types and components of the interface.
import {
  isJsonObject,
  objectsOf,
  stringOr,
  stringsOf,
  type Json,
  type JsonObject,
} from '../base/json.ts';

/** An attribute. Limits are null if unset. */
export interface Attribute {
  readonly name: string;
  /** For example `string` or `relation`. */
  readonly type: string;
  readonly isRequired: boolean;
  readonly isUnique: boolean;
  readonly isLocalized: boolean;
  readonly default: Json;
  /** Limits of a number. */
  readonly min: number | null;
  readonly max: number | null;
  /** Limits in characters. */
  readonly minLength: number | null;
  readonly maxLength: number | null;
  /** Source of a regular expression. */
  readonly regex: string | null;
  /** Values of an enumeration. */
  readonly options: readonly string[];
  /** Source attribute of a `uid`. */
  readonly targetField: string | null;
  /** Kind of a relation, such as `manyToOne`. */
  readonly relation: string | null;
  /** Target type of a relation. */
  readonly target: string | null;
  /** Uid of the component; null for other attributes. */
  readonly component: string | null;
  /** Uids of the components of a dynamic zone. */
  readonly components: readonly string[];
  /** File types that media accepts; empty for all. */
  readonly allowedTypes: readonly string[];
  /** True for a repeatable component or multiple media. */
  readonly isMultiple: boolean;
}

export interface ContentType {
  readonly uid: string;
  readonly isSingle: boolean;
  readonly isDisplayed: boolean;
  readonly displayName: string;
  readonly hasDrafts: boolean;
  readonly isLocalized: boolean;
  /** Path of its entries in the REST API, without the prefix; null for types of plugins, which have separate routes. */
  readonly restPath: string | null;
  readonly attributes: ReadonlyMap<string, Attribute>;
}

/** The content types of a project, by uid. */
export type Schema = ReadonlyMap<string, ContentType>;

export interface Component {
  readonly uid: string;
  readonly displayName: string;
  readonly category: string;
  readonly attributes: ReadonlyMap<string, Attribute>;
}

/** Parses the components in the response of `/content-manager/init`. */
export function parseComponents(data: JsonObject): ReadonlyMap<string, Component> {
  const components = objectsOf(data['components']).map((raw): Component => {
    const info = isJsonObject(raw['info']) ? raw['info'] : {};
    const uid = stringOr(raw['uid'], '');
    return {
      uid,
      displayName: stringOr(info['displayName'], uid),
      category: stringOr(raw['category'], ''),
      attributes: parseAttributes(raw['attributes']),
    };
  });
  return new Map(components.map((component) => [component.uid, component]));
}

/** Parses the response of `/content-manager/init`. */
export function parseSchema(data: JsonObject): Schema {
  const types = objectsOf(data['contentTypes']).map(parseType);
  return new Map(types.map((type) => [type.uid, type]));
}

function parseType(raw: JsonObject): ContentType {
  const info = isJsonObject(raw['info']) ? raw['info'] : {};
  const options = isJsonObject(raw['options']) ? raw['options'] : {};
  const uid = stringOr(raw['uid'], '');
  const isSingle = raw['kind'] === 'singleType';
  const restName = stringOr(info[isSingle ? 'singularName' : 'pluralName'], '');
  return {
    uid,
    isSingle,
    isDisplayed: raw['isDisplayed'] === true,
    displayName: stringOr(info['displayName'], uid),
    hasDrafts: options['draftAndPublish'] === true,
    isLocalized: isLocalized(raw),
    restPath: uid.startsWith('api::') && restName !== '' ? `/${restName}` : null,
    attributes: parseAttributes(raw['attributes']),
  };
}

function parseAttributes(raw: Json | undefined): ReadonlyMap<string, Attribute> {
  return new Map(
    Object.entries(isJsonObject(raw) ? raw : {}).flatMap(([name, value]) =>
      isJsonObject(value) ? [[name, parseAttribute(name, value)] as const] : [],
    ),
  );
}

export function parseAttribute(name: string, raw: JsonObject): Attribute {
  const relation = typeof raw['relation'] === 'string' ? raw['relation'] : null;
  return {
    name,
    type: stringOr(raw['type'], ''),
    isRequired: raw['required'] === true,
    isUnique: raw['unique'] === true,
    isLocalized: isLocalized(raw),
    default: raw['default'] ?? null,
    min: numberOf(raw['min']),
    max: numberOf(raw['max']),
    minLength: numberOf(raw['minLength']),
    maxLength: numberOf(raw['maxLength']),
    regex: typeof raw['regex'] === 'string' ? raw['regex'] : null,
    options: stringsOf(raw['enum']),
    targetField: typeof raw['targetField'] === 'string' ? raw['targetField'] : null,
    relation,
    target: stringOr(raw['targetModel'] ?? raw['target'], '') || null,
    component: typeof raw['component'] === 'string' ? raw['component'] : null,
    components: stringsOf(raw['components']),
    allowedTypes: stringsOf(raw['allowedTypes']),
    isMultiple:
      raw['repeatable'] === true ||
      raw['multiple'] === true ||
      (relation?.endsWith('Many') ?? false),
  };
}

/** Parses a limit, which may be a string, for example of a big integer. */
function numberOf(value: unknown): number | null {
  const number = typeof value === 'string' && value !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : null;
}

function isLocalized(raw: JsonObject): boolean {
  const options = isJsonObject(raw['pluginOptions']) ? raw['pluginOptions'] : {};
  return isJsonObject(options['i18n']) && options['i18n']['localized'] === true;
}
