// In charge of what a write finds in its body: the object under `data` (docs/strapi/server.md, "Request bodies").
import { validationError } from '../../base/errors.ts';
import { isJsonObject, type JsonObject } from '../../base/json.ts';
import { failuresError } from '../../documents/finding.ts';
import { typeError } from '../../documents/values/type-error.ts';

/** The data of a body. @throws ValidationError where it has none, or a list */
export function dataOf(body: unknown): JsonObject {
  const data: unknown = isJsonObject(body) ? body['data'] : undefined;
  if (isJsonObject(data)) return data;
  if (!Array.isArray(data)) throw validationError('Missing "data" payload in the request body');
  throw failuresError([
    { path: [], message: typeError('this', 'object', null, data), value: null },
  ]);
}
