// Draft: the content model as it is edited. References are ids, so a rename changes one place.
import type { Json, JsonObject } from '../../base/json.ts';

/** An attribute. */
export interface DraftField {
  /** Stays the same while it is edited. */
  readonly id: string;
  /** Its name on the server; null for a new one. */
  readonly from: string | null;
  readonly name: string;
  /**
   * As in the schema file, but models are named by their ids, the attribute of a `uid` and the other side of a relation by
   * theirs (`side`).
   */
  readonly properties: JsonObject;
  /** Values of an enumeration that have another name on the server: name -> former name. */
  readonly valueNames: Readonly<Record<string, string>>;
  /** Whether values that do not fit a new type are kept aside. */
  readonly keepsMisfits: boolean;
}

/** What differs between types and components. */
export type ModelKind = 'collectionType' | 'singleType' | 'component';

/** A content type or component. */
export interface DraftModel {
  /** The uid on the server; of a new one `new-1`. */
  readonly id: string;
  /** Its uid on the server; null for a new one. */
  readonly from: string | null;
  readonly kind: ModelKind;
  readonly displayName: string;
  /** Names of a type in its API; null in a new one: they follow the display name. */
  readonly singularName: string | null;
  readonly pluralName: string | null;
  /** Null: the schema file has none. */
  readonly description: string | null;
  /** Of a component. */
  readonly category: string;
  readonly icon: string | null;
  readonly hasDrafts: boolean;
  readonly pluginOptions: JsonObject;
  readonly fields: readonly DraftField[];
}

/** All models by id. */
export interface Draft {
  readonly models: Readonly<Record<string, DraftModel>>;
}

/** Another content type that a relation may lead to. */
export interface OutsideType {
  readonly uid: string;
  readonly displayName: string;
}

/** Returns the model of an id, or null. */
export function modelOf(draft: Draft, id: string): DraftModel | null {
  return Object.hasOwn(draft.models, id) ? (draft.models[id] ?? null) : null;
}

/** Returns an attribute, or null. */
export function fieldOf(draft: Draft, modelId: string, fieldId: string): DraftField | null {
  return modelOf(draft, modelId)?.fields.find(({ id }) => id === fieldId) ?? null;
}

/** Models of some kinds, sorted by name. @param tag Language tag */
export function modelsOf(
  { models }: Draft,
  kinds: readonly ModelKind[],
  tag: string,
): readonly DraftModel[] {
  return Object.values(models)
    .filter(({ kind }) => kinds.includes(kind))
    .toSorted((a, b) => a.displayName.localeCompare(b.displayName, tag));
}

/** The type of an attribute. */
export function typeOf({ properties }: Pick<DraftField, 'properties'>): string {
  return String(properties['type']);
}

/** Whether its translations differ by locale. */
export function isLocalized({ pluginOptions }: { readonly pluginOptions?: Json }): boolean {
  const i18n = objectIn(pluginOptions, 'i18n');
  return i18n?.['localized'] === true;
}

/** Plugin options with another value for localization; others stay. */
export function withLocalized(pluginOptions: Json | undefined, isOn: boolean): JsonObject {
  const options = isObject(pluginOptions) ? pluginOptions : {};
  return { ...options, i18n: { ...objectIn(options, 'i18n'), localized: isOn } };
}

function objectIn(value: Json | undefined, key: string): JsonObject | null {
  const found = isObject(value) ? value[key] : null;
  return isObject(found) ? found : null;
}

function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
