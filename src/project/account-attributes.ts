// Attributes of the user type that accounts need. A project may replace the attributes of the type by an extension.
import { toRecord, valueAt } from '../schema/raw.ts';
import type { RawDefinition } from '../schema/types.ts';
import { USER } from '../schema/built-in/uids.ts';

const NEEDED = ['username', 'email', 'provider', 'password', 'confirmed', 'blocked', 'role'];

/** Attributes that only some actions need. */
const NEEDED_BY: Readonly<Record<string, readonly string[]>> = {
  resetPasswordToken: ['forgotPassword', 'resetPassword'],
  confirmationToken: ['emailConfirmation', 'sendEmailConfirmation'],
};

/** Attributes that the user type of a project lacks; without them it has no account routes. */
export function missingAccountAttributes(definitions: readonly RawDefinition[]): readonly string[] {
  return missing(definitions, NEEDED);
}

/** Actions of `auth` that have no route because the user type lacks their attribute. */
export function missingAccountActions(definitions: readonly RawDefinition[]): readonly string[] {
  return missing(definitions, Object.keys(NEEDED_BY)).flatMap((name) => NEEDED_BY[name] ?? []);
}

function missing(
  definitions: readonly RawDefinition[],
  names: readonly string[],
): readonly string[] {
  const user = definitions.find(({ uid }) => uid === USER);
  if (!user) return [];
  const attributes = toRecord(valueAt(user.json, 'attributes'));
  return names.filter((name) => attributes[name] === undefined);
}

/** Warns about missing account routes. */
export function accountWarnings(definitions: readonly RawDefinition[]): readonly string[] {
  const needed = missingAccountAttributes(definitions);
  if (needed.length > 0) return [warning('There are no routes under /auth', needed)];
  const tokens = missing(definitions, Object.keys(NEEDED_BY));
  if (tokens.length === 0) return [];
  const actions = missingAccountActions(definitions).join(', ');
  return [warning(`There are no routes under /auth for ${actions}`, tokens)];
}

function warning(effect: string, names: readonly string[]): string {
  return `${effect}: the user type lacks ${names.join(', ')}. Add them to its schema in src/extensions.`;
}
