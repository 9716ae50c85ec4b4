// The error for a key that a caller may not use.
import { ValidationError } from '../errors.ts';

interface InvalidKey {
  readonly key: string;
  readonly path?: string | null;
}

/** @throws ValidationError with the key and its path */
export function throwInvalidKey({ key, path }: InvalidKey): never {
  const location = path && path !== key ? ` at ${path}` : '';
  throw new ValidationError(`Invalid key ${key}${location}`, { key, path });
}
