// REST helpers for drafts: create a draft, run an action, read its versions.
import { expect } from 'vitest';
import type { TestResponse, TestApp, TestRequest } from './app.ts';

/** A document in a response. */
export interface Entry {
  readonly [attribute: string]: unknown;
  readonly id: number;
  readonly documentId: string;
  readonly publishedAt: string | null;
}

export const JSON_TYPE: Readonly<Record<string, string>> = { 'content-type': 'application/json' };

/** The `data` of a response. */
export function dataOf<T = Entry>(response: TestResponse): T {
  return response.json<{ data: T }>().data;
}

/** The `error` of a response. */
export function errorOf(response: TestResponse): { readonly [key: string]: unknown } {
  const { data, error } = response.json<{ data: unknown; error: { [key: string]: unknown } }>();
  expect(data).toBeNull();
  expect(error['status']).toBe(response.status);
  return error;
}

/** Client for a server of project kitchen. Paths omit `/api`. */
export class Drafts {
  readonly #app: TestApp;
  #count = 0;

  constructor(app: TestApp) {
    this.#app = app;
  }

  write(method: 'POST' | 'PUT' | 'DELETE', path: string, data?: object): Promise<TestResponse> {
    const body = { headers: JSON_TYPE, body: JSON.stringify({ data }) };
    return this.#app.request(`/api${path}`, { method, ...(data ? body : {}) });
  }

  /** Sends a POST request with an optional body. */
  act(path: string, options: TestRequest = {}): Promise<TestResponse> {
    return this.#app.request(`/api${path}`, { method: 'POST', ...options });
  }

  /** Creates a draft in the default locale. @returns the path of the document */
  async draft(plural: string, data: object): Promise<string> {
    const response = await this.write('POST', `/${plural}?status=draft`, data);
    expect(response.status).toBe(201);
    return `/${plural}/${dataOf(response).documentId}`;
  }

  /** Creates a draft of a category that can be published. @returns the path of the document */
  category(data: object = {}): Promise<string> {
    this.#count += 1;
    const name = `c${this.#count}`;
    return this.draft('categories', { name, slug: name, ...data });
  }

  /** An attribute of a version, or the status if there is none. */
  async look(path: string, query: string, attribute: string): Promise<unknown> {
    const response = await this.#app.request(`/api${path}?${query}`);
    return response.status === 200 ? dataOf(response)[attribute] : response.status;
  }
}
