// Type checks for functions that project code calls with arbitrary values.

/** Returns true for objects and lists, but not for functions. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

/** Returns true for objects that are not lists. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return isObject(value) && !Array.isArray(value);
}

/**
 * Returns true for object literals and objects without a prototype, but not for `Date` and other instances of classes.
 */
export function isPlainObject(value: unknown): value is Record<string, unknown> {
  if (!isRecord(value)) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || prototype === Object.prototype;
}

export function isNil(value: unknown): value is null | undefined {
  return value === null || value === undefined;
}

/** Returns true for values without items, keys or characters, including numbers and booleans. */
export function isEmpty(value: unknown): boolean {
  if (typeof value === 'string' || Array.isArray(value)) return value.length === 0;
  if (value instanceof Map || value instanceof Set) return value.size === 0;
  return !isObject(value) || Object.keys(value).length === 0;
}

export function isStringList(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}

/** The own value of a key that a client may have named; undefined for inherited ones such as `constructor`. */
export function ownValue<T>(
  object: Readonly<Record<string, T>> | null | undefined,
  key: string,
): T | undefined {
  return object && Object.hasOwn(object, key) ? object[key] : undefined;
}

/** Sets an own value. An assignment to `__proto__` would change the prototype. */
export function setOwnValue<T>(object: Record<string, T>, key: string, value: NoInfer<T>): void {
  if (key !== '__proto__') object[key] = value;
  else {
    Object.defineProperty(object, key, {
      value,
      writable: true,
      enumerable: true,
      configurable: true,
    });
  }
}

/** Copies plain objects and lists at all levels; other values, such as dates and functions, are shared. */
export function cloneDeep<T>(value: T): T {
  return cloned(value, new Map()) as T;
}

function cloned(value: unknown, seen: Map<unknown, unknown>): unknown {
  if (value instanceof Date) return new Date(value);
  if (!Array.isArray(value) && !isPlainObject(value)) return value;
  if (seen.has(value)) return seen.get(value);
  if (Array.isArray(value)) {
    const list: unknown[] = [];
    seen.set(value, list);
    for (const item of value) list.push(cloned(item, seen));
    return list;
  }
  const copy: Record<string, unknown> = {};
  seen.set(value, copy);
  for (const [key, item] of Object.entries(value)) setOwnValue(copy, key, cloned(item, seen));
  return copy;
}

/** The segments of a path such as `a.b[0].c`. */
export function toPath(path: unknown): string[] {
  if (Array.isArray(path)) return path.map(String);
  return isNil(path)
    ? []
    : String(path)
        .split(/[.[\]]+/)
        .filter((part) => part !== '');
}

/** The value at a path; undefined if there is none. */
export function valueAt(value: unknown, path: string): unknown {
  return toPath(path).reduce<unknown>(
    (inner, key) => (isObject(inner) ? ownValue(inner, key) : undefined),
    value,
  );
}

/** Omits keys from an object. */
export function omit(
  value: Readonly<Record<string, unknown>>,
  keys: readonly string[],
): Record<string, unknown> {
  return Object.fromEntries(Object.entries(value).filter(([key]) => !keys.includes(key)));
}
