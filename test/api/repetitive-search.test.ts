// Repetitive texts are found like all others, whichever way the database searches for them.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../support/app.ts';

const NAMES = [
  `${'a'.repeat(20)}b`,
  `b${'A'.repeat(20)}`,
  'a'.repeat(30),
  'a'.repeat(19),
  '%'.repeat(20),
  `${'_'.repeat(20)}%`,
  '\\'.repeat(20),
  'é'.repeat(20),
  "'".repeat(20),
  'ab'.repeat(10),
];

const NEEDLES = [
  'a'.repeat(19),
  'A'.repeat(20),
  `${'a'.repeat(19)}b`,
  '%'.repeat(12),
  `${'_'.repeat(12)}%`,
  '\\'.repeat(12),
  'é'.repeat(12),
  "'".repeat(12),
  'ba'.repeat(9),
  'AB'.repeat(10),
  'a'.repeat(40),
];

let app: TestApp;

beforeAll(async () => {
  app = await openTestApp();
  for (const name of NAMES) {
    const body = JSON.stringify({ data: { name } });
    const headers = { 'content-type': 'application/json' };
    expect(await app.request('/api/tags', { method: 'POST', headers, body })).toMatchObject({
      status: 201,
    });
  }
});
afterAll(() => app.close());

async function namesOf(query: string): Promise<readonly unknown[]> {
  const response = await app.request(`/api/tags?sort=id&fields=name&${query}`);
  expect(response.status).toBe(200);
  return response.json<{ data: readonly { name: unknown }[] }>().data.map(({ name }) => name);
}

function having(holds: (name: string) => boolean): readonly string[] {
  return NAMES.filter((name) => holds(name.toLowerCase()));
}

test.each(NEEDLES)('%s', async (needle) => {
  const folded = needle.toLowerCase();
  const value = encodeURIComponent(needle);
  const inside = having((name) => name.includes(folded));
  expect(await namesOf(`filters[name][$containsi]=${value}`)).toEqual(inside);
  expect(await namesOf(`_q=${value}`)).toEqual(inside);
  expect(await namesOf(`filters[name][$notContainsi]=${value}`)).toEqual(
    having((name) => !name.includes(folded)),
  );
  expect(await namesOf(`filters[name][$endsWithi]=${value}`)).toEqual(
    having((name) => name.endsWith(folded)),
  );
  expect(await namesOf(`filters[name][$startsWithi]=${value}`)).toEqual(
    having((name) => name.startsWith(folded)),
  );
});
