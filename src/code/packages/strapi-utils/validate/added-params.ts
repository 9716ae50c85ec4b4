// Validates the parameters that a route adds, by their own schemas.
import { ValidationError } from '../errors.ts';
import { parseParam, type ParamSchema } from '../route-params.ts';
import { isRecord } from '../values.ts';

interface AddedParams {
  readonly source: 'query' | 'body';
  readonly shape: Readonly<Record<string, ParamSchema>>;
}

/** Validates parameters that a route adds. @throws ValidationError */
export function checkParams(
  values: unknown,
  keys: readonly string[],
  { source, shape }: AddedParams,
): void {
  if (!isRecord(values)) return;
  for (const key of keys) {
    if (!Object.hasOwn(values, key)) continue;
    const parsed = parseParam(shape[key], values[key]);
    if (parsed.success) continue;
    const message = parsed.error?.message ?? 'Validation failed';
    throw new ValidationError(message, { key, path: null, source, param: key });
  }
}
