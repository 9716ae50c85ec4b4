// The error of a key that a caller may not use.
import { ValidationError } from '../errors.ts';

interface Place {
  readonly key: string;
  readonly path?: string | null;
}

/** @throws ValidationError that names the key and where it is */
export function throwInvalidKey({ key, path }: Place): never {
  const place = path && path !== key ? ` at ${path}` : '';
  throw new ValidationError(`Invalid key ${key}${place}`, { key, path });
}
