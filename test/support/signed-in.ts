// Signed-in users for tests, created over the API, and permissions of roles.
import { createUserTokens } from '../../src/app/accounts/user-tokens.ts';
import type { TestApp } from './app.ts';

/** A user who is signed in. */
export interface SignedIn {
  /** Row id. */
  readonly id: number;
  readonly authorization: string;
}

/** Makes a user. @param role Row id; 1 is the role of everyone with an account */
export async function signIn(app: TestApp, username: string, role: number = 1): Promise<SignedIn> {
  const body = { username, email: `${username}@example.com`, password: 'secret1', role };
  const response = await sendJson(app, {
    method: 'POST',
    url: '/api/users',
    body: { ...body, confirmed: true },
  });
  if (response.status !== 201) throw new Error(response.text);
  const { id } = response.json<{ readonly id: number }>();
  const token = await createUserTokens(app.project.config).sign(id);
  return { id, authorization: `Bearer ${token}` };
}

/** Makes the actions of a role those given, such as `api::author.author.find`. @param role Row id */
export async function setRole(
  app: TestApp,
  role: number,
  actions: readonly string[],
): Promise<void> {
  const response = await sendJson(app, {
    method: 'PUT',
    url: `/api/users-permissions/roles/${role}`,
    body: {
      permissions: permissionsOf(actions),
    },
  });
  if (response.status !== 200) throw new Error(response.text);
}

/** Actions as bodies have them. */
export function permissionsOf(actions: readonly string[]): object {
  const spaces: Record<string, { controllers: Record<string, Record<string, object>> }> = {};
  for (const name of actions) {
    const [space = '', controller = '', action = ''] = name.split('.');
    const { controllers } = (spaces[space] ??= { controllers: {} });
    (controllers[controller] ??= {})[action] = { enabled: true };
  }
  return spaces;
}

/** A request with a JSON body. */
export interface JsonRequest {
  readonly method: 'POST' | 'PUT' | 'DELETE';
  readonly url: string;
  readonly body?: unknown;
  /** Where it is not given, that of the full-access token. */
  readonly authorization?: string | null;
}

/** Sends a request with a JSON body. */
export function sendJson(
  app: TestApp,
  { url, method, body, ...given }: JsonRequest,
): ReturnType<TestApp['request']> {
  return app.request(url, {
    ...given,
    method,
    ...(body === undefined
      ? {}
      : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
  });
}
