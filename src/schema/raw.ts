// In charge of the first look at data that nobody has checked yet: is it an object, does it hold text.
// Schema files, configuration and routers all come through here before they get a type.

/** An object whose values are still unknown. */
export type RawRecord = Readonly<Record<string, unknown>>;

/** True for objects that are no lists. */
export function isRecord(value: unknown): value is RawRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The value itself where it is an object, else an empty one. */
export function toRecord(value: unknown): RawRecord {
  return isRecord(value) ? value : {};
}

/** The value itself where it is text that is not empty. */
export function toText(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** The texts of a list; none where the value is no list. */
export function toTexts(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
}

/** The value at a dotted path, or undefined where a step is missing. */
export function valueAt(value: unknown, path: string): unknown {
  let current = value;
  for (const key of path === '' ? [] : path.split('.')) {
    if (!isRecord(current) || !Object.hasOwn(current, key)) return undefined;
    current = current[key];
  }
  return current;
}
