// Draft of the content model. References are ids, so that a rename changes one place.
import type { Json, JsonObject } from '../../base/json.ts';

/** An attribute. */
export interface DraftField {
  /** Does not change while editing. */
  readonly id: string;
  /** Name on the server; null for a new attribute. */
  readonly from: string | null;
  readonly name: string;
  /**
   * As in the schema file, but models are identified by id, as are the attribute of a `uid` and the other side of a
   * relation (`side`).
   */
  readonly properties: JsonObject;
  /** Renamed values of an enumeration: name -> previous name. */
  readonly valueNames: Readonly<Record<string, string>>;
  /** True if values that do not fit a new type are set aside. */
  readonly setsAsideValues: boolean;
}

/** Properties that differ between types and components. */
export type ModelKind = 'collectionType' | 'singleType' | 'component';

/** A content type or component. */
export interface DraftModel {
  /** Uid on the server, or `new-1` for a new model. */
  readonly id: string;
  /** Uid on the server; null for a new model. */
  readonly from: string | null;
  readonly kind: ModelKind;
  readonly displayName: string;
  /** API names of a type; null for a new type, whose names follow the display name. */
  readonly singularName: string | null;
  readonly pluralName: string | null;
  /** Null if the schema file has none. */
  readonly description: string | null;
  /** Category of a component. */
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

/** Another content type that can be the target of a relation. */
export interface OutsideType {
  readonly uid: string;
  readonly displayName: string;
}

/** Returns a model by id, or null. */
export function modelOf(draft: Draft, id: string): DraftModel | null {
  return Object.hasOwn(draft.models, id) ? (draft.models[id] ?? null) : null;
}

/** Returns an attribute, or null. */
export function fieldOf(draft: Draft, modelId: string, fieldId: string): DraftField | null {
  return modelOf(draft, modelId)?.fields.find(({ id }) => id === fieldId) ?? null;
}

/** Returns models of some kinds, sorted by name. @param tag Language tag */
export function modelsOf(
  { models }: Draft,
  kinds: readonly ModelKind[],
  tag: string,
): readonly DraftModel[] {
  return Object.values(models)
    .filter(({ kind }) => kinds.includes(kind))
    .toSorted((a, b) => a.displayName.localeCompare(b.displayName, tag));
}

/** Returns the type of an attribute. */
export function typeOf({ properties }: Pick<DraftField, 'properties'>): string {
  return String(properties['type']);
}

/** Returns true if the attribute is localized. */
export function isLocalized({ pluginOptions }: { readonly pluginOptions?: Json }): boolean {
  const i18n = objectIn(pluginOptions, 'i18n');
  return i18n?.['localized'] === true;
}

/** Returns plugin options with another localization setting. */
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
