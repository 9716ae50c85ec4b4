// Attributes of the user type that accounts need. A project may replace the attributes of the type by an extension.
import { toRecord, valueAt } from '../schema/raw.ts';
import type { RawDefinition } from '../schema/types.ts';
import { USER } from '../schema/built-in/uids.ts';

const NEEDED = [
  'username',
  'email',
  'provider',
  'password',
  'confirmed',
  'blocked',
  'role',
  'resetPasswordToken',
  'confirmationToken',
];

/** Attributes that the user type of a project lacks; without them it has no account routes. */
export function missingAccountAttributes(definitions: readonly RawDefinition[]): readonly string[] {
  const user = definitions.find(({ uid }) => uid === USER);
  if (!user) return [];
  const attributes = toRecord(valueAt(user.json, 'attributes'));
  return NEEDED.filter((name) => attributes[name] === undefined);
}

/** Warns about missing account routes. */
export function accountWarnings(definitions: readonly RawDefinition[]): readonly string[] {
  const missing = missingAccountAttributes(definitions);
  if (missing.length === 0) return [];
  return [
    `There are no routes under /auth: the user type lacks ${missing.join(', ')}. Add them to its schema in src/extensions.`,
  ];
}
