// Checks that all servers return the same responses: rates of different responses cannot be compared.
import { isDeepStrictEqual } from 'node:util';

/**
 * Number of compared and of identical responses, and the first difference.
 * @typedef {{ compared: number, same: number, difference: string | null }} Agreement
 */

/**
 * @param {readonly import('./servers/bare.mjs').Reply[]} responses
 * @param {import('./servers/server.mjs').Server} other
 * @param {Record<string, string>} headers
 * @returns {Promise<Agreement>}
 */
export async function agreement(responses, other, headers) {
  let [same, difference] = [0, /** @type {string | null} */ (null)];
  for (const { path, status, body } of responses) {
    const response = await other.get(path, headers);
    if (response.status !== status) {
      difference ??= `${path}: ${status} and ${response.status} ${response.body.slice(0, 200)}`;
      continue;
    }
    const found = differenceOf(JSON.parse(body), JSON.parse(response.body), '');
    if (found === null) same += 1;
    else difference ??= `${path}: ${found}`;
  }
  return { compared: responses.length, same, difference };
}

/**
 * @param {unknown} one
 * @param {unknown} other
 * @param {string} location
 * @returns {string | null}
 */
function differenceOf(one, other, location) {
  if (isDeepStrictEqual(one, other)) return null;
  if (!isObject(one) || !isObject(other)) return `${location} ${text(one)} and ${text(other)}`;
  const keys = new Set([...Object.keys(one), ...Object.keys(other)]);
  for (const key of keys) {
    // Only Quoin returns a documentId for components.
    if (key === 'documentId' && (one[key] === undefined || other[key] === undefined)) continue;
    const found = differenceOf(one[key], other[key], `${location}.${key}`);
    if (found !== null) return found;
  }
  return null;
}

/**
 * @param {unknown} value
 * @returns {value is Record<string, unknown>}
 */
function isObject(value) {
  return typeof value === 'object' && value !== null;
}

/** @param {unknown} value */
function text(value) {
  return (JSON.stringify(value) ?? 'nothing').slice(0, 60);
}
