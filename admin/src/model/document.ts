// Document: an immutable tree of JSON values, addressed by paths.
import { isJsonObject, type Json, type JsonObject } from '../base/json.ts';

/** Values of a document by field. */
export type Document = JsonObject;

/** Path from the document to a value. */
export type Path = readonly (string | number)[];

/** Returns the value at a path, or undefined. */
export function valueAt(document: Json, path: Path): Json | undefined {
  let value: Json | undefined = document;
  for (const step of path) {
    if (Array.isArray(value)) value = (value as readonly Json[])[Number(step)];
    else if (isJsonObject(value)) value = value[String(step)];
    else return undefined;
  }
  return value;
}

/** Returns a copy with another value at a path, sharing all unchanged parts. Undefined removes a property. */
export function withValueAt(document: Json, path: Path, value: Json | undefined): Json {
  const [step, ...rest] = path;
  if (step === undefined) return value ?? null;
  if (Array.isArray(document)) {
    const list = document as readonly Json[];
    return list.map((each, index) =>
      index === Number(step) ? withValueAt(each, rest, value) : each,
    );
  }
  const object = isJsonObject(document) ? document : {};
  const name = String(step);
  if (rest.length === 0 && value === undefined) {
    const { [name]: _, ...others } = object;
    return others;
  }
  return { ...object, [name]: withValueAt(object[name] ?? null, rest, value) };
}

/** Returns true if one path is a prefix of the other. */
export function isRelated(a: Path, b: Path): boolean {
  const length = Math.min(a.length, b.length);
  return a.slice(0, length).every((step, index) => String(step) === String(b[index]));
}

/**
 * Maps the path of a value to another document: list items are matched by id.
 * Returns null if the other document does not contain the item.
 */
export function correspondingPath(path: Path, from: Json, to: Json): Path | null {
  const [step, ...rest] = path;
  if (step === undefined) return [];
  let target: string | number = step;
  if (Array.isArray(from) && Array.isArray(to)) {
    const item = (from as readonly Json[])[Number(step)];
    const id = isJsonObject(item) ? item['id'] : undefined;
    target = (to as readonly Json[]).findIndex((each) => isJsonObject(each) && each['id'] === id);
    if (target === -1 || id === undefined) return null;
  }
  const tail = correspondingPath(
    rest,
    valueAt(from, [step]) ?? null,
    valueAt(to, [target]) ?? null,
  );
  return tail && [target, ...tail];
}
