// Any request for users and roles gets a response and causes no internal error: random bodies, queries and ids
// (docs/strapi/differences.md, D2).
import { rmSync } from 'node:fs';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../support/app.ts';
import { permissionsOf, sendJson, signIn } from '../support/signed-in.ts';
import { userProject } from '../support/user-project.ts';

let app: TestApp;
beforeAll(async () => {
  const folder = userProject();
  app = await openTestApp({ project: folder });
  rmSync(folder, { recursive: true });
  await signIn(app, 'ada');
});
afterAll(() => app.close());

const odd = fc.oneof(
  fc.jsonValue({ maxDepth: 3 }),
  fc.constantFrom<unknown>(0, 1, 2, -1, 1e300, '', '1', 'ada', '\0', 'x'.repeat(300), null, [], {}),
  fc.constantFrom<unknown>('ada@example.com', true, [1], [[1]], { id: 1 }, { id: null }),
);

const operations = fc.record(
  { connect: odd, disconnect: odd, set: odd, id: odd, documentId: odd },
  { requiredKeys: [] },
);

const user = fc.record(
  {
    username: fc.oneof(odd, fc.constant('some name')),
    email: fc.oneof(odd, fc.constant('some@example.com')),
    password: odd,
    role: fc.oneof(odd, operations),
    favorites: fc.oneof(odd, operations),
    confirmed: odd,
    provider: odd,
    nick: odd,
    id: odd,
    documentId: odd,
    createdBy: odd,
    locale: odd,
  },
  { requiredKeys: [] },
);

const switches = fc.dictionary(fc.string(), fc.oneof(odd, fc.record({ enabled: odd })));

const role = fc.record(
  {
    name: odd,
    description: odd,
    type: odd,
    id: odd,
    permissions: fc.oneof(
      odd,
      fc.dictionary(fc.string(), fc.record({ controllers: fc.dictionary(fc.string(), switches) })),
      fc.constant(permissionsOf(['api::article.article.find'])),
    ),
  },
  { requiredKeys: [] },
);

const id = fc.constantFrom('1', '2', '3', '01', 'me', '%00', '-1', '1e400', 'x'.repeat(50));

async function assertServed(method: 'POST' | 'PUT', url: string, body: unknown): Promise<void> {
  const response = await sendJson(app, { method, url, body });
  expect(
    response.status,
    `${method} ${url} ${JSON.stringify(body)}: ${response.text}`,
  ).toBeLessThan(500);
  if (response.status >= 400) expect(response.json()).toMatchObject({ data: null });
}

test('responds to any user without an internal error', async () => {
  await fc.assert(
    fc.asyncProperty(user, id, async (body, row) => {
      await assertServed('POST', '/api/users', body);
      await assertServed('PUT', `/api/users/${row}`, body);
    }),
    { numRuns: 60 },
  );
  const roles = (await app.request('/api/users?populate=role')).json<readonly object[]>();
  expect(roles.length).toBeGreaterThan(0);
});

test('responds to any role without an internal error', async () => {
  await fc.assert(
    fc.asyncProperty(role, id, async (body, row) => {
      await assertServed('POST', '/api/users-permissions/roles', body);
      await assertServed('PUT', `/api/users-permissions/roles/${row}`, body);
      const roleResponse = await app.request(`/api/users-permissions/roles/${row}`);
      expect([200, 404]).toContain(roleResponse.status);
    }),
    { numRuns: 60 },
  );
});

test('responds to any query without an internal error', async () => {
  const part = fc.constantFrom('limit', 'start', 'filters[documentId]', 'filters', 'kind', '_q');
  const query = fc.array(fc.tuple(part, fc.constantFrom('', '=', '[]=', '[a]='), fc.string()));
  const paths = ['users', 'users/1', 'users/count', 'content-type-builder/content-types'];
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...paths), query, async (path, parts) => {
      const text = parts.map(([name, form, value]) => `${name}${form}${encodeURIComponent(value)}`);
      const response = await app.request(`/api/${path}?${text.join('&')}`);
      expect(response.status, `${path}?${text.join('&')}`).toBeLessThan(500);
    }),
    { numRuns: 150 },
  );
});
