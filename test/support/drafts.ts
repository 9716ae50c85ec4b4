// REST helpers for drafts: create a draft, run an action, read its versions.
import { expect } from 'vitest';
import type { TestAnswer, TestApp, TestRequest } from './app.ts';

/** A document in a response. */
export interface Entry {
  readonly [attribute: string]: unknown;
  readonly id: number;
  readonly documentId: string;
  readonly publishedAt: string | null;
}

export const JSON_TYPE: Readonly<Record<string, string>> = { 'content-type': 'application/json' };

/** The `data` of a response. */
export function dataOf<T = Entry>(answer: TestAnswer): T {
  return answer.json<{ data: T }>().data;
}

/** The `error` of a response. */
export function errorOf(answer: TestAnswer): { readonly [key: string]: unknown } {
  const { data, error } = answer.json<{ data: unknown; error: { [key: string]: unknown } }>();
  expect(data).toBeNull();
  expect(error['status']).toBe(answer.status);
  return error;
}

/** Client for a server of project kitchen. Paths omit `/api`. */
export class Drafts {
  readonly #app: TestApp;
  #count = 0;

  constructor(app: TestApp) {
    this.#app = app;
  }

  write(method: 'POST' | 'PUT' | 'DELETE', path: string, data?: object): Promise<TestAnswer> {
    const body = { headers: JSON_TYPE, body: JSON.stringify({ data }) };
    return this.#app.request(`/api${path}`, { method, ...(data ? body : {}) });
  }

  /** Sends a POST request with an optional body. */
  act(path: string, options: TestRequest = {}): Promise<TestAnswer> {
    return this.#app.request(`/api${path}`, { method: 'POST', ...options });
  }

  /** Creates a draft in the default locale. @returns the path of the document */
  async draft(plural: string, data: object): Promise<string> {
    const answer = await this.write('POST', `/${plural}?status=draft`, data);
    expect(answer.status).toBe(201);
    return `/${plural}/${dataOf(answer).documentId}`;
  }

  /** Creates a draft of a category that can be published. @returns the path of the document */
  category(data: object = {}): Promise<string> {
    this.#count += 1;
    const name = `c${this.#count}`;
    return this.draft('categories', { name, slug: name, ...data });
  }

  /** An attribute of a version, or the status if there is none. */
  async look(path: string, query: string, attribute: string): Promise<unknown> {
    const answer = await this.#app.request(`/api${path}?${query}`);
    return answer.status === 200 ? dataOf(answer)[attribute] : answer.status;
  }
}
