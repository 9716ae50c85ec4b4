// Forms of requests that create and update API tokens (docs/strapi/administration.md, "API tokens"). Imported on
// demand.
import * as yup from 'yup';
import { checkForm } from '../../forms/check-form.ts';
import { plainText } from '../../forms/fields.ts';
import { isJsonObject, type JsonObject } from '../../base/json.ts';
import { changedTexts, LIFESPANS, newTexts } from '../token-fields.ts';
import type { TokenType } from '../principal.ts';
import type { TokenUpdate, NewTokenInput } from './api-tokens.ts';

const TYPES: TokenType[] = ['read-only', 'full-access', 'custom'];

const permissions = yup.array().of(yup.string().defined()).nullable();

const newToken = yup
  .object()
  .shape({
    name: plainText().min(1).required(),
    description: plainText().optional(),
    type: yup.string().oneOf(TYPES).optional(),
    permissions,
    lifespan: yup.number().min(1).oneOf(LIFESPANS).nullable(),
  })
  .noUnknown();

const changedToken = yup
  .object()
  .shape({
    name: plainText().min(1),
    description: plainText(),
    type: yup.string().oneOf(TYPES).optional(),
    permissions,
  })
  .noUnknown();

/** Returns the values of a new token; unknown keys are ignored. @throws ValidationError */
export async function checkNewToken(body: unknown): Promise<NewTokenInput> {
  const sent: JsonObject = isJsonObject(body) ? body : {};
  const others = ['type', 'permissions', 'lifespan'].filter((key) => sent[key] !== undefined);
  const form = {
    ...newTexts(sent),
    ...Object.fromEntries(others.map((key) => [key, sent[key]])),
  };
  const checked = await checkForm(newToken, form);
  const { name, description, lifespan } = checked;
  return {
    name,
    ...(description === undefined ? {} : { description }),
    ...accessOf(checked),
    ...(lifespan === undefined ? {} : { lifespan }),
  };
}

/** Returns the values that change. @throws ValidationError */
export async function checkTokenUpdate(body: unknown = {}): Promise<TokenUpdate> {
  const form = isJsonObject(body) ? { ...body, ...changedTexts(body) } : body;
  const checked = await checkForm(changedToken, form);
  const { name, description } = checked;
  return {
    ...(name === undefined ? {} : { name }),
    ...(description === undefined ? {} : { description }),
    ...accessOf(checked),
  };
}

/** The type and the permissions that a client has sent. */
function accessOf({
  type: sent,
  permissions: actions,
}: Pick<yup.InferType<typeof newToken>, 'type' | 'permissions'>): Pick<
  NewTokenInput,
  'type' | 'permissions'
> {
  const type = TYPES.find((each) => each === sent);
  return {
    ...(type === undefined ? {} : { type }),
    ...(actions === undefined ? {} : { permissions: actions }),
  };
}
