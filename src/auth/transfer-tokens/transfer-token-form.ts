// Forms of requests that create and update transfer tokens (docs/strapi/administration.md, "Transfer tokens").
// Imported on demand.
import * as yup from 'yup';
import { isJsonObject, type JsonObject } from '../../base/json.ts';
import { checkForm } from '../../forms/check-form.ts';
import { plainText } from '../../forms/fields.ts';
import { changedTexts, LIFESPANS, newTexts } from '../token-fields.ts';

/** Values of a new token, as a client sends them. */
export interface TransferTokenInput {
  readonly name: string;
  readonly description: string;
  readonly permissions: readonly string[];
  /** In milliseconds; null: the token does not expire. */
  readonly lifespan: number | null;
}

/** Values that change. */
export type TransferTokenUpdate = Partial<Omit<TransferTokenInput, 'lifespan'>>;

/** `push` writes into this server, `pull` reads from it. */
const ACTIONS = ['push', 'pull'];

const action = yup.string().oneOf(ACTIONS).required();

const newToken = yup.object().shape({
  name: plainText().min(1).required(),
  description: plainText().optional(),
  permissions: yup.array().min(1).of(action).required(),
  lifespan: yup.number().min(1).oneOf(LIFESPANS).nullable(),
});

const changedToken = yup
  .object()
  .shape({
    name: plainText().min(1),
    description: plainText(),
    permissions: yup.array().min(1).of(action).nullable(),
  })
  .noUnknown();

/** Returns the values of a new token; unknown keys are ignored. @throws ValidationError with all errors */
export async function checkNewTransferToken(body: unknown): Promise<TransferTokenInput> {
  const sent: JsonObject = isJsonObject(body) ? body : {};
  const form = { ...sent, ...newTexts(sent) };
  const { name, description = '', permissions, lifespan } = await checkForm(newToken, form);
  return { name, description, permissions, lifespan: lifespan ?? null };
}

/** Returns the values that change. @throws ValidationError with all errors */
export async function checkTransferTokenUpdate(body: unknown): Promise<TransferTokenUpdate> {
  const sent: JsonObject = isJsonObject(body) ? body : {};
  const form = { ...sent, ...changedTexts(sent) };
  const { name, description, permissions } = await checkForm(changedToken, form);
  return {
    ...(name === undefined ? {} : { name }),
    ...(description === undefined ? {} : { description }),
    ...(permissions ? { permissions } : {}),
  };
}
