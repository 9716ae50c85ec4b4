// Fields of the forms of all kinds of tokens (docs/strapi/administration.md, "API tokens").
import type { JsonObject } from '../base/json.ts';

const DAY = 24 * 60 * 60 * 1000;

/** Lifespans of a new token in milliseconds; null for a token that does not expire. */
export const LIFESPANS: (number | null)[] = [null, 7 * DAY, 30 * DAY, 90 * DAY];

/** Returns the name and description of a new token, trimmed. */
export function newTexts({
  name,
  description,
}: JsonObject): Record<'name' | 'description', unknown> {
  return { name: trimmed(name), description: trimmed(description) };
}

/** Returns the name and description that change, trimmed. */
export function changedTexts({
  name,
  description,
}: JsonObject): Partial<Record<'name' | 'description', unknown>> {
  return {
    ...(name === undefined ? {} : { name: trimmed(name) }),
    ...(description === undefined ? {} : { description: trimmed(description) }),
  };
}

/** Trims strings and converts numbers to strings. Other values are unchanged and fail validation. */
function trimmed(value: unknown): unknown {
  if (value === undefined || value === null) return '';
  return typeof value === 'string' || typeof value === 'number' ? String(value).trim() : value;
}
