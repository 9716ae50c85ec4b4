// In charge of the bodies that make and change roles: little is checked, as in Strapi, but nothing is stored that is
// not what was meant (docs/strapi/accounts.md, "Roles"; D2).
import { validationError } from '../../base/errors.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../base/json.ts';
import { snakeCase } from '../../storage/snake-case.ts';

/** What a body says of a role. A text that is undefined was not given. */
export interface RoleInput {
  readonly name: string | null | undefined;
  readonly description: string | null | undefined;
  /** The word that names the role; of one that is there it never changes. */
  readonly type: string;
  /** All that the role may do, such as `api::author.author.find`. */
  readonly actions: readonly string[];
}

/** Characters of a name, a description, a type and an action: their columns have no room for more. */
const MAX_LENGTH = 255;

/** Reads the body of a role. @throws ValidationError */
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

/** Numbers and booleans become texts. */
function textOf(body: JsonObject, key: string): string | null | undefined {
  const value = own(body, key);
  if (value === undefined || value === null) return value;
  if (typeof value === 'object') throw refused([key], `${key} must be a text.`);
  const text = String(value);
  assertStorable([key], text);
  return text;
}

/**
 * The actions that are granted in `{"api::author":{"controllers":{"author":{"find":{"enabled":true}}}}}`, each once.
 * Levels that are missing grant nothing.
 */
function readGrants(permissions: JsonValue | undefined): readonly string[] {
  const granted = new Set<string>();
  for (const [space, group] of entriesOf(permissions)) {
    if (group === null) throw badPart(['permissions', space]);
    const controllers = isJsonObject(group) ? own(group, 'controllers') : undefined;
    for (const [controller, actions] of entriesOf(controllers)) {
      for (const [action, state] of entriesOf(actions)) {
        const path = ['permissions', space, 'controllers', controller, action];
        if (state === null) throw badPart(path);
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

/** A form sends texts: one that says `false` grants nothing. */
function isEnabled(value: JsonValue | undefined): boolean {
  return Boolean(value) && value !== 'false';
}

function assertStorable(path: readonly string[], text: string): void {
  const name = path.at(-1) ?? '';
  if (text.length > MAX_LENGTH) {
    throw refused(path, `${name} must be at most ${MAX_LENGTH} characters`);
  }
  if (text.includes('\0')) throw refused(path, `${name} must not contain NUL characters.`);
}

function badPart(path: readonly string[]): Error {
  return refused(path, `${path.at(-1) ?? ''} must be an object.`);
}

function refused(path: readonly string[], message: string): Error {
  return validationError(message, { errors: [{ path, message, name: 'ValidationError' }] });
}
