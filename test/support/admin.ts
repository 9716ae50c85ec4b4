// Registers the first administrator and sends requests with their token.
import { expect } from 'vitest';
import type { TestResponse, TestApp, TestRequest } from './app.ts';

export const ADA = { email: 'ada@example.com', firstname: 'Ada', password: 'Passw0rd!' };

/** A request of an administrator. */
export interface AdminCall {
  readonly method?: NonNullable<TestRequest['method']>;
  readonly body?: unknown;
  /** Null sends no credentials. */
  readonly token?: string | null;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Sends a request with a JSON body, by default without credentials. */
export function call(app: TestApp, url: string, options: AdminCall = {}): Promise<TestResponse> {
  const { method = 'GET', body, token = null, headers = {} } = options;
  const json = body === undefined ? {} : { 'content-type': 'application/json' };
  return app.request(url, {
    method,
    authorization: token === null ? null : `Bearer ${token}`,
    headers: { ...json, ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
}

/** Registers the first administrator. @returns the session token */
export async function registerAdmin(app: TestApp): Promise<string> {
  const response = await call(app, '/admin/register-admin', { method: 'POST', body: ADA });
  expect(response.status, response.text).toBe(200);
  return response.json<{ data: { token: string } }>().data.token;
}

/** The cookie of a response, as a browser sends it back, and its attributes. */
export function cookieIn({ headers }: TestResponse): {
  readonly pair: string;
  readonly flags: string;
} {
  const [pair = '', ...flags] = String(headers['set-cookie'] ?? '').split('; ');
  return { pair, flags: flags.join('; ') };
}

/** The `error` of a response. */
export function errorOf(response: TestResponse): object {
  return response.json<{ error: object }>().error;
}

/** The claims of a token. */
export function meOf(app: TestApp, token: string | null): Promise<TestResponse> {
  return call(app, '/admin/users/me', { token });
}

/** Signs an administrator in. */
export function signIn(
  app: TestApp,
  body: { readonly email: string; readonly password: string },
): Promise<TestResponse> {
  return call(app, '/admin/login', { method: 'POST', body });
}

/** Invites and registers an administrator. @returns the row id and the session token */
export async function invite(
  app: TestApp,
  token: string,
  invitation: { readonly email: string; readonly roles: readonly number[] },
): Promise<{ readonly id: number; readonly token: string }> {
  const [firstname = ''] = invitation.email.split('@');
  const body = { firstname, ...invitation };
  const invited = await call(app, '/admin/users', { method: 'POST', token, body });
  expect(invited.status, invited.text).toBe(201);
  const { registrationToken, id } = invited.json<{
    data: { registrationToken: string; id: number };
  }>().data;
  const userInfo = { firstname, password: ADA.password };
  const sent = { registrationToken, userInfo };
  const response = await call(app, '/admin/register', { method: 'POST', body: sent });
  expect(response.status, response.text).toBe(200);
  return { id, token: response.json<{ data: { token: string } }>().data.token };
}
