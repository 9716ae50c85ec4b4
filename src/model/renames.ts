// Renames in a change of the content model.
import { toRecord } from '../schema/raw.ts';

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

/** Returns a function that maps a uid before the change to that after it. */
export function uidMapOf({ models }: Renames): (uid: string) => string {
  const newUids = new Map([...models].map(([uid, from]) => [from, uid]));
  return (uid) => newUids.get(uid) ?? uid;
}

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

/** Reads renames from their JSON. */
export function renamesFromJson(json: unknown): Renames {
  const { models, attributes, values } = toRecord(json);
  return {
    models: toMap(models, String),
    attributes: toMap(attributes, (names) => toMap(names, String)),
    values: toMap(values, (byName) => toMap(byName, (pairs) => toMap(pairs, String))),
  };
}

function toMap<T>(pairs: unknown, toValue: (value: unknown) => T): ReadonlyMap<string, T> {
  const list: readonly unknown[] = Array.isArray(pairs) ? pairs : [];
  return new Map(
    list.flatMap((pair): readonly [string, T][] =>
      Array.isArray(pair) ? [[String(pair[0]), toValue(pair[1])]] : [],
    ),
  );
}
