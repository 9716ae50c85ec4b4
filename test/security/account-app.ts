// Servers with accounts: permissions, registrations and their requests.
import type { TestResponse, TestApp } from '../support/app.ts';
import { openConfigured } from './configured-app.ts';

const USERS = 'plugin::users-permissions';

/** Default permissions of the public role and of users, plus `user.me`. */
export const ACCOUNT_ACTIONS: readonly string[] = [
  'auth.callback auth.connect auth.forgotPassword auth.resetPassword auth.register auth.refresh',
  'auth.emailConfirmation auth.sendEmailConfirmation auth.logout auth.changePassword user.me',
].flatMap((line) => line.split(' ').map((action) => `${USERS}.${action}`));

/** Opens a server with these account settings; the caller closes it. */
export function openAccounts(users: object = {}): Promise<TestApp> {
  return openConfigured({ users, actions: ACCOUNT_ACTIONS });
}

export interface Account {
  readonly username: string;
  readonly email: string;
  readonly password: string;
}

let nextUser = 0;

/** A new user. */
export function newAccount(): Account {
  const username = `account${++nextUser}`;
  return { username, email: `${username}@example.com`, password: 'first-password' };
}

/** Sends JSON without credentials. */
export function post(app: TestApp, url: string, body: unknown): Promise<TestResponse> {
  return postAs(app, null, { url, body });
}

/** Sends JSON. @param authorization Null: none */
export function postAs(
  app: TestApp,
  authorization: string | null,
  { url, body }: { readonly url: string; readonly body: unknown },
): Promise<TestResponse> {
  const headers = { 'content-type': 'application/json' };
  return app.request(url, { method: 'POST', headers, authorization, body: JSON.stringify(body) });
}

/** Requests the signed-in user. */
export function me(app: TestApp, jwt: string): Promise<TestResponse> {
  return app.request('/api/users/me', { authorization: `Bearer ${jwt}` });
}
