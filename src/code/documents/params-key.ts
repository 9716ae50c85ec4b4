// Cache keys of planned reads: equal parameters have equal keys.

/**
 * Serializes parameters as a key. JSON would not do: it converts `undefined`, `NaN` and dates to other values.
 * @returns null for values other than strings, numbers, booleans, null, arrays and plain objects
 */
export function paramsKey(value: unknown): string | null {
  if (value === null || typeof value === 'boolean') return String(value);
  if (typeof value === 'string') return JSON.stringify(value);
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : null;
  if (typeof value !== 'object') return null;
  return Array.isArray(value) ? listKey(value) : objectKey(value);
}

function listKey(list: readonly unknown[]): string | null {
  let key = '[';
  for (const item of list) {
    const inner = paramsKey(item);
    if (inner === null) return null;
    key += `${inner},`;
  }
  return `${key}]`;
}

function objectKey(value: object): string | null {
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) return null;
  let key = '{';
  for (const [name, item] of Object.entries(value)) {
    const inner = paramsKey(item);
    if (inner === null) return null;
    key += `${JSON.stringify(name)}:${inner},`;
  }
  return `${key}}`;
}
