// Property names that every JavaScript object inherits, such as `constructor`.

/** Returns true for a name that an ordinary object answers to without having such a key of its own. */
export function isInherited(name: string): boolean {
  return name in Object.prototype;
}
