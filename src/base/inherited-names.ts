// Property names that every object inherits, such as `constructor`.

/** Returns true for a property that an ordinary object inherits. */
export function isInherited(name: string): boolean {
  return name in Object.prototype;
}
