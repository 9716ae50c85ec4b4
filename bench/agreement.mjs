// Checks that servers give equal responses, since numbers of different responses cannot be compared.
import { isDeepStrictEqual } from 'node:util';

/**
 * How many answers are the same, and where the first difference is.
 * @typedef {{ asked: number, same: number, difference: string | null }} Agreement
 */

/**
 * @param {readonly import('./servers/bare.mjs').Answer[]} answers
 * @param {import('./servers/server.mjs').Server} other
 * @param {Record<string, string>} headers
 * @returns {Promise<Agreement>}
 */
export async function agreement(answers, other, headers) {
  let [same, difference] = [0, /** @type {string | null} */ (null)];
  for (const { path, status, body } of answers) {
    const answer = await other.answer(path, headers);
    if (answer.status !== status) {
      difference ??= `${path}: ${status} and ${answer.status} ${answer.body.slice(0, 200)}`;
      continue;
    }
    const found = differenceOf(JSON.parse(body), JSON.parse(answer.body), '');
    if (found === null) same += 1;
    else difference ??= `${path}: ${found}`;
  }
  return { asked: answers.length, same, difference };
}

/**
 * @param {unknown} one
 * @param {unknown} other
 * @param {string} place
 * @returns {string | null}
 */
function differenceOf(one, other, place) {
  if (isDeepStrictEqual(one, other)) return null;
  if (!isObject(one) || !isObject(other)) return `${place} ${text(one)} and ${text(other)}`;
  const keys = new Set([...Object.keys(one), ...Object.keys(other)]);
  for (const key of keys) {
    // The documentId of a component is Quoin's own: Strapi gives none.
    if (key === 'documentId' && (one[key] === undefined || other[key] === undefined)) continue;
    const found = differenceOf(one[key], other[key], `${place}.${key}`);
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
