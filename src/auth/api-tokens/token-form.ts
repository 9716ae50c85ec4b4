// Forms of requests that create and update API tokens (docs/strapi/administration.md, "API tokens"). Imported on
// demand.
import * as yup from 'yup';
import { checkForm } from '../../forms/check-form.ts';
import { plainText } from '../../forms/plain-text.ts';
import { isJsonObject, type JsonObject } from '../../base/json.ts';
import type { TokenUpdate, NewTokenInput } from './api-tokens.ts';

const DAY = 24 * 60 * 60 * 1000;
/** In milliseconds. */
export const LIFESPANS: (number | null)[] = [null, 7 * DAY, 30 * DAY, 90 * DAY];
const TYPES = ['read-only', 'full-access', 'custom'];

const newToken = yup
  .object()
  .shape({
    name: plainText().min(1).required(),
    description: plainText().optional(),
    type: yup.string().oneOf(TYPES).optional(),
    permissions: yup.array().of(yup.string()).nullable(),
    lifespan: yup.number().min(1).oneOf(LIFESPANS).nullable(),
  })
  .noUnknown();

const changedToken = yup
  .object()
  .shape({
    name: plainText().min(1),
    description: plainText(),
    type: yup.string().oneOf(TYPES).optional(),
    permissions: yup.array().of(yup.string()).nullable(),
  })
  .noUnknown();

/** Returns the values of a new token; unknown keys are ignored. @throws ValidationError */
export async function checkNewToken(body: unknown): Promise<NewTokenInput> {
  const { type, permissions, lifespan, ...sent }: JsonObject = isJsonObject(body) ? body : {};
  const input = {
    name: trimmed(sent['name']),
    description: trimmed(sent['description']),
    ...(type === undefined ? {} : { type }),
    ...(permissions === undefined ? {} : { permissions }),
    ...(lifespan === undefined ? {} : { lifespan }),
  };
  return (await checkForm(newToken, input)) as NewTokenInput;
}

/** Returns the values that change. @throws ValidationError */
export async function checkTokenUpdate(body: unknown = {}): Promise<TokenUpdate> {
  if (!isJsonObject(body)) return (await checkForm(changedToken, body)) as TokenUpdate;
  const { name, description } = body;
  const update = {
    ...body,
    ...(name === undefined ? {} : { name: trimmed(name) }),
    ...(description === undefined ? {} : { description: trimmed(description) }),
  };
  return (await checkForm(changedToken, update)) as TokenUpdate;
}

/** Trims strings and converts numbers to strings. Other values are unchanged and fail validation. */
export function trimmed(value: unknown): unknown {
  if (value === undefined || value === null) return '';
  return typeof value === 'string' || typeof value === 'number' ? String(value).trim() : value;
}
