// Parses the bodies that create and update roles. As in Strapi, few rules apply, but a value is never stored in a
// different form than intended (docs/strapi/accounts.md, "Roles"; D2).
import { invalidInput, validationError } from '../../base/errors.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../base/json.ts';
import { snakeCase } from '../../storage/layout/snake-case.ts';

/** Values of a role. An undefined string was not sent. */
export interface RoleInput {
  readonly name: string | null | undefined;
  readonly description: string | null | undefined;
  /** Identifies the role; never changes. */
  readonly type: string;
  /** Granted actions, such as `api::author.author.find`. */
  readonly actions: readonly string[];
}

/** Maximum length of names, descriptions, types and actions; the size of their columns. */
const MAX_LENGTH = 255;

/** Parses the body of a role. @throws ValidationError */
export function readRoleForm(body: unknown): RoleInput {
  if (!isJsonObject(body) || Object.keys(body).length === 0) {
    throw validationError('Request body cannot be empty');
  }
  const name = textOf(body, 'name');
  const type = textOf(body, 'type') || snakeCase((name ?? '').toLowerCase());
  return {
    name,
    description: textOf(body, 'description'),
    type: type.slice(0, MAX_LENGTH),
    actions: readGrants(own(body, 'permissions')),
  };
}

function own(body: JsonObject, key: string): JsonValue | undefined {
  return Object.hasOwn(body, key) ? body[key] : undefined;
}

/** Converts numbers and booleans to strings. */
function textOf(body: JsonObject, key: string): string | null | undefined {
  const value = own(body, key);
  if (value === undefined || value === null) return value;
  if (typeof value === 'object') throw invalidInput([key], `${key} must be a string.`);
  const text = String(value);
  assertStorable([key], text);
  return text;
}

/**
 * Actions granted in `{"api::author":{"controllers":{"author":{"find":{"enabled":true}}}}}`, without duplicates.
 * Missing levels grant nothing.
 */
function readGrants(permissions: JsonValue | undefined): readonly string[] {
  const granted = new Set<string>();
  for (const [space, group] of entriesOf(permissions)) {
    if (group === null) throw invalidPart(['permissions', space]);
    const controllers = isJsonObject(group) ? own(group, 'controllers') : undefined;
    for (const [controller, actions] of entriesOf(controllers)) {
      for (const [action, state] of entriesOf(actions)) {
        const path = ['permissions', space, 'controllers', controller, action];
        if (state === null) throw invalidPart(path);
        if (!isJsonObject(state) || !isEnabled(own(state, 'enabled'))) continue;
        const name = `${space}.${controller}.${action}`;
        assertStorable(path, name);
        granted.add(name);
      }
    }
  }
  return [...granted];
}

function entriesOf(value: JsonValue | undefined): readonly (readonly [string, JsonValue])[] {
  return typeof value === 'object' && value !== null ? Object.entries(value) : [];
}

/** A form sends strings, so the string `false` grants nothing. */
function isEnabled(value: JsonValue | undefined): boolean {
  return Boolean(value) && value !== 'false';
}

function assertStorable(path: readonly string[], text: string): void {
  const name = path.at(-1) ?? '';
  if (text.length > MAX_LENGTH) {
    throw invalidInput(path, `${name} must be at most ${MAX_LENGTH} characters`);
  }
  if (text.includes('\0')) throw invalidInput(path, `${name} must not contain NUL characters.`);
}

function invalidPart(path: readonly string[]): Error {
  return invalidInput(path, `${path.at(-1) ?? ''} must be an object.`);
}
