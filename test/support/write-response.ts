// Checks that every write response satisfies (docs/strapi/writing.md, "Requests and responses"; docs/strapi/server.md,
// "Request bodies").
import { isJsonObject, type JsonValue } from '../../src/base/json.ts';
import type { TestResponse } from './app.ts';

/** Errors that are reported before details are known. */
const WITHOUT_DETAILS: ReadonlySet<unknown> = new Set([
  'SyntaxError',
  'PayloadTooLargeError',
  'UnsupportedMediaTypeError',
  'Error',
]);

/** What is wrong with the form of a response, or null. */
export function malformed({ status, headers, text }: TestResponse): string | null {
  if (status >= 500) return 'it is a failure of the server';
  if (status === 204) return text === '' ? null : 'a body with 204';
  if (status === 405) return text === 'Method Not Allowed' ? null : 'a different text for 405';
  if (!String(headers['content-type']).startsWith('application/json')) return 'no JSON';
  const body = JSON.parse(text) as JsonValue;
  if (!isJsonObject(body)) return 'no object';
  return status >= 400 ? malformedError(status, body) : malformedEntry(body);
}

function malformedEntry({
  data,
  meta,
  ...rest
}: Readonly<Record<string, JsonValue>>): string | null {
  if (!isJsonObject(data) || typeof data['documentId'] !== 'string') return 'no entry';
  if (!isJsonObject(meta) || Object.keys(meta).length > 0) return 'no empty meta';
  return Object.keys(rest).length === 0 ? null : 'more than data and meta';
}

function malformedError(
  expected: number,
  { data, error, ...rest }: Readonly<Record<string, JsonValue>>,
): string | null {
  if (data !== null || Object.keys(rest).length > 0) return 'more than an error';
  if (!isJsonObject(error)) return 'no error';
  const { status, name, message, details, ...others } = error;
  if (status !== expected || typeof name !== 'string' || typeof message !== 'string')
    return 'a poor error';
  if (Object.keys(others).length > 0) return 'more in the error than there may be';
  if (details === undefined) return WITHOUT_DETAILS.has(name) ? null : 'no details';
  return isJsonObject(details) ? null : 'odd details';
}
