// Schema: content types and components as the interface uses them.
import {
  isJsonObject,
  objectsOf,
  stringOr,
  stringsOf,
  type Json,
  type JsonObject,
} from '../base/json.ts';

/** An attribute of a type. Limits are null if there are none. */
export interface Attribute {
  readonly name: string;
  /** Such as `string` or `relation`. */
  readonly type: string;
  readonly isRequired: boolean;
  readonly isUnique: boolean;
  readonly isLocalized: boolean;
  readonly default: Json;
  /** Of a number. */
  readonly min: number | null;
  readonly max: number | null;
  /** In characters. */
  readonly minLength: number | null;
  readonly maxLength: number | null;
  /** Source of a regular expression. */
  readonly regex: string | null;
  /** Values of an enumeration. */
  readonly options: readonly string[];
  /** Attribute that a `uid` is made from. */
  readonly targetField: string | null;
  /** For relations, such as `manyToOne`. */
  readonly relation: string | null;
  /** Type that a relation leads to. */
  readonly target: string | null;
  /** Whether a component repeats, or media holds several files. */
  readonly isMultiple: boolean;
}

/** A content type. */
export interface ContentType {
  readonly uid: string;
  readonly isSingle: boolean;
  readonly isDisplayed: boolean;
  readonly displayName: string;
  readonly hasDrafts: boolean;
  readonly isLocalized: boolean;
  readonly attributes: ReadonlyMap<string, Attribute>;
}

/** The content types of a project, by uid. */
export type Schema = ReadonlyMap<string, ContentType>;

/** Parses the answer of `/content-manager/init`. */
export function parseSchema(data: JsonObject): Schema {
  const types = objectsOf(data['contentTypes']).map(parseType);
  return new Map(types.map((type) => [type.uid, type]));
}

function parseType(raw: JsonObject): ContentType {
  const info = isJsonObject(raw['info']) ? raw['info'] : {};
  const options = isJsonObject(raw['options']) ? raw['options'] : {};
  const attributes = isJsonObject(raw['attributes']) ? raw['attributes'] : {};
  const uid = stringOr(raw['uid'], '');
  return {
    uid,
    isSingle: raw['kind'] === 'singleType',
    isDisplayed: raw['isDisplayed'] === true,
    displayName: stringOr(info['displayName'], uid),
    hasDrafts: options['draftAndPublish'] === true,
    isLocalized: isLocalized(raw),
    attributes: new Map(
      Object.entries(attributes).flatMap(([name, value]) =>
        isJsonObject(value) ? [[name, parseAttribute(name, value)] as const] : [],
      ),
    ),
  };
}

/** Parses one attribute. */
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
    isMultiple:
      raw['repeatable'] === true ||
      raw['multiple'] === true ||
      (relation?.endsWith('Many') ?? false),
  };
}

/** Schemas may hold limits as text, such as those of a big integer. */
function numberOf(value: unknown): number | null {
  const number = typeof value === 'string' && value !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : null;
}

function isLocalized(raw: JsonObject): boolean {
  const options = isJsonObject(raw['pluginOptions']) ? raw['pluginOptions'] : {};
  return isJsonObject(options['i18n']) && options['i18n']['localized'] === true;
}
