// The client address behind proxies, by which rate limits distinguish callers.
import { expect, test } from 'vitest';
import { openProject } from '../../src/app/project.ts';
import { serve } from '../support/app.ts';
import { collectionType, makeProject, schemaOf } from '../support/project-folder.ts';

const LIMIT = 10;

/** Signs in more often than is allowed. @returns the last status */
async function statusAfterMany(
  proxy: object,
  headersOf: (attempt: number) => Readonly<Record<string, string>>,
): Promise<number> {
  const folder = makeProject({
    [schemaOf('post')]: collectionType('post'),
    'config/server.json': { proxy },
  });
  const project = await openProject(folder, { environment: {} });
  await using app = await serve(project, { folder, remove: () => undefined });
  let status = 0;
  for (let attempt = 0; attempt <= LIMIT; attempt += 1) {
    const response = await app.request('/api/auth/local', {
      method: 'POST',
      authorization: null,
      headers: { 'content-type': 'application/json', ...headersOf(attempt) },
      body: '{}',
    });
    status = response.status;
  }
  return status;
}

const invented = (attempt: number): string => `203.0.113.${attempt}`;

test.each([
  ['no proxy is trusted', {}, 'x-forwarded-for', (i: number) => invented(i), 429],
  ['a proxy that overwrites', { koa: true }, 'x-forwarded-for', (i: number) => invented(i), 400],
  [
    'a proxy that appends: earlier entries are not trusted',
    { koa: true, maxIpsCount: 1 },
    'x-forwarded-for',
    (i: number) => `${invented(i)}, 198.51.100.7`,
    429,
  ],
  [
    'a proxy that appends, for several clients',
    { koa: true, maxIpsCount: 1 },
    'x-forwarded-for',
    (i: number) => `10.0.0.1, ${invented(i)}`,
    400,
  ],
  [
    'addresses of one IPv6 network',
    { koa: true },
    'x-forwarded-for',
    (i: number) => `2001:db8:0:1::${i}`,
    429,
  ],
  ['IPv6 networks', { koa: true }, 'x-forwarded-for', (i: number) => `2001:db8:0:${i}::1`, 400],
  [
    'another header',
    { koa: true, ipHeader: 'X-Real-IP' },
    'x-real-ip',
    (i: number) => invented(i),
    400,
  ],
])('%s', async (_, proxy, name, value, status) => {
  expect(await statusAfterMany(proxy, (attempt) => ({ [name]: value(attempt) }))).toBe(status);
});
