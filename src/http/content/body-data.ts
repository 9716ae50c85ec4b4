// Reads `data` from the body of a write (docs/strapi/server.md, "Request bodies").
import { validationError } from '../../base/errors.ts';
import { isJsonObject, type JsonObject } from '../../base/json.ts';
import { failuresError } from '../../documents/check/finding.ts';
import { typeError } from '../../base/type-error.ts';

/** The data of a body. @throws ValidationError unless it is an object */
export function dataOf(body: unknown): JsonObject {
  const data: unknown = isJsonObject(body) ? body['data'] : undefined;
  if (isJsonObject(data)) return data;
  if (!Array.isArray(data)) throw validationError('Missing "data" payload in the request body');
  throw failuresError([
    {
      path: [],
      message: typeError('this', 'object', { value: null, original: data }),
      value: null,
    },
  ]);
}
