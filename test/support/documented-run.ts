// Runs the requests of a document in order and compares the responses.
import { expect } from 'vitest';
import type { TestApp } from './app.ts';
import { normalize } from './documented.ts';
import { requestsIn, type DocumentedRequest } from './documented-requests.ts';

const STATUS = { GET: 200, POST: 201, PUT: 200, DELETE: 204 } as const;

/**
 * Runs all requests of a text. documentIds are those of the run, and times are ignored.
 * @param rowIds False ignores row ids as well @returns the number of requests
 */
export async function runDocumented(
  app: TestApp,
  text: string,
  { rowIds }: { readonly rowIds: boolean },
): Promise<number> {
  const [shown, given] = [new Map<string, string>(), new Map<string, string>()];
  /** Replaces documentIds of the text by those of this run. */
  const translated = (part: string): string =>
    part.replaceAll(/\b[a-z][a-z0-9]{23}\b/g, (id) => {
      const name = shown.get(id);
      return [...given].find(([, each]) => each === name)?.[0] ?? id;
    });
  const compared = (response: unknown, known: Map<string, string>): unknown =>
    normalize(rowIds ? response : withoutRowIds(response), known);
  const requests = requestsIn(text);
  for (const { method, url, body, response } of requests) {
    // A document that was created earlier and occurs here for the first time.
    normalize([...`${url} ${body}`.matchAll(/\b[a-z][a-z0-9]{23}\b/g)].map(String), shown);
    const received = await app.request(encodeURI(translated(url)), {
      method,
      ...(body ? { body: translated(body), headers: JSON_TYPE } : {}),
    });
    const json: unknown = received.text === '' ? null : received.json();
    const printed = compared(json, given);
    const at = `${method} ${url} ${body}`;
    if (response === null) {
      expect(received.status, at).toBe(statusOf({ method, url }));
      continue;
    }
    const expected = JSON.parse(response) as { readonly error?: { readonly status: number } };
    expect(printed, at).toEqual(compared(expected, shown));
    expect(received.status, at).toBe(expected.error?.status ?? statusOf({ method, url }));
  }
  return requests.length;
}

const JSON_TYPE = { 'content-type': 'application/json' };

function statusOf({ method, url }: Pick<DocumentedRequest, 'method' | 'url'>): number {
  return url.includes('/actions/') ? 200 : STATUS[method];
}

function withoutRowIds(response: unknown): unknown {
  return JSON.parse(JSON.stringify(response), (key, value: unknown) =>
    key === 'id' && typeof value === 'number' ? 'a row' : value,
  ) as unknown;
}
