// Renames in a change of the content model.

/** Which parts of a model have a new name. Names on the left are those after the change, unless it says otherwise. */
export interface Renames {
  /** Former uid of a content-type or component. */
  readonly models: ReadonlyMap<string, string>;
  /** Former name of an attribute, by uid. */
  readonly attributes: ReadonlyMap<string, ReadonlyMap<string, string>>;
  /** New value by former value of an enumeration, by uid and attribute. */
  readonly values: ReadonlyMap<string, ReadonlyMap<string, ReadonlyMap<string, string>>>;
}

/** No renames. */
export const NO_RENAMES: Renames = { models: new Map(), attributes: new Map(), values: new Map() };

/** Renames as JSON. */
interface RenamesJson {
  readonly models: readonly (readonly [string, string])[];
  readonly attributes: readonly (readonly [string, readonly (readonly [string, string])[]])[];
  readonly values: readonly (readonly [
    string,
    readonly (readonly [string, readonly (readonly [string, string])[]])[],
  ])[];
}

/** Converts renames to JSON. */
export function renamesToJson({ models, attributes, values }: Renames): RenamesJson {
  return {
    models: [...models],
    attributes: [...attributes].map(([uid, names]) => [uid, [...names]]),
    values: [...values].map(([uid, byName]) => [
      uid,
      [...byName].map(([name, pairs]) => [name, [...pairs]]),
    ]),
  };
}
