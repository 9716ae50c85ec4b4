// Accessors for unvalidated data: schema files, configuration and routers.

/** An object with unknown values. */
export type RawRecord = Readonly<Record<string, unknown>>;

/** Returns true for an object that is not an array. */
export function isRecord(value: unknown): value is RawRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns the value if it is an object, otherwise an empty object. */
export function toRecord(value: unknown): RawRecord {
  return isRecord(value) ? value : {};
}

/** Returns the value if it is a non-empty string. */
export function toText(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** Returns the strings of an array; empty if the value is not an array. */
export function toTexts(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
}

/** Value at a dotted path, or undefined. */
export function valueAt(value: unknown, path: string): unknown {
  let current = value;
  for (const key of path === '' ? [] : path.split('.')) {
    if (!isRecord(current) || !Object.hasOwn(current, key)) return undefined;
    current = current[key];
  }
  return current;
}
