// Marks the functions of controllers and services that are Quoin's own.

/** A method of a core controller or service, or of a built-in plugin. `uid` is of the type, or of the controller. */
export interface CoreMethod {
  readonly uid: string;
  readonly name: string;
}

const methods = new WeakMap<object, CoreMethod>();

/** Marks the functions of an object as the core's. @throws Error for a function of another object */
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

/** What a function is of the core; undefined: it is the project's. */
export function coreMethodOf(value: unknown): CoreMethod | undefined {
  return typeof value === 'function' ? methods.get(value) : undefined;
}

/** What a project wrote, laid over the core's: `super` and what is missing come from the base. @throws Error for no object */
export function laidOver(base: object, own: unknown): Record<string, unknown> {
  if (own !== undefined && (typeof own !== 'object' || own === null)) {
    throw new Error('The value passed to the factory is neither an object nor a function.');
  }
  // An object of code, whatever it has.
  const whole = (own ?? {}) as Record<string, unknown>;
  for (const [name, method] of Object.entries(base)) {
    if (whole[name] === undefined) whole[name] = method;
  }
  Object.setPrototypeOf(whole, base);
  return whole;
}
