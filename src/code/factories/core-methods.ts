// Marks core functions of controllers and services.

/** A method of a core controller or service, or of a built-in plugin. `uid` is that of the type, or of the controller. */
export interface CoreMethod {
  readonly uid: string;
  readonly name: string;
}

const methods = new WeakMap<object, CoreMethod>();

/** Marks the functions of an object as core methods. @throws Error for a function that is marked for another object */
export function markCore<T extends object>(uid: string, base: T): T {
  for (const [name, value] of Object.entries(base)) {
    if (typeof value !== 'function') continue;
    const registered = methods.get(value);
    if (registered && registered.uid !== uid)
      throw new Error(`${uid} shares ${name} with ${registered.uid}.`);
    methods.set(value, { uid, name });
  }
  return base;
}

/** The core method that a function is; undefined for functions of the project. */
export function coreMethodOf(value: unknown): CoreMethod | undefined {
  return typeof value === 'function' ? methods.get(value) : undefined;
}

/**
 * Adds what a project wrote to a core object: `super` and missing methods come from the core. @throws Error if it is not an
 * object
 */
export function withOverrides(base: object, own: unknown): Record<string, unknown> {
  if (own !== undefined && (typeof own !== 'object' || own === null)) {
    throw new Error('The value passed to the factory is neither an object nor a function.');
  }
  // An object of code with any properties.
  const whole = (own ?? {}) as Record<string, unknown>;
  for (const [name, method] of Object.entries(base)) {
    if (whole[name] === undefined) whole[name] = method;
  }
  Object.setPrototypeOf(whole, base);
  return whole;
}
