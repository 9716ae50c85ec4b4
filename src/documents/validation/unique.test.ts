// Which values of one request must differ from each other.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../../test/support/app.ts';
import { collectionType, schemaOf, writeFiles } from '../../../test/support/project-folder.ts';

const component = (name: string, attributes: object): object => ({
  collectionName: `components_parts_${name}s`,
  info: { displayName: name },
  attributes,
});

const FILES = {
  [schemaOf('page')]: {
    ...collectionType('page', {
      block: { type: 'component', component: 'parts.block' },
      blocks: { type: 'component', repeatable: true, component: 'parts.block' },
      zone: { type: 'dynamiczone', components: ['parts.block'] },
    }),
    options: { draftAndPublish: false },
  },
  'src/components/parts/block.json': component('block', {
    slug: { type: 'string', unique: true },
    line: { type: 'component', component: 'parts.line' },
    lines: { type: 'component', repeatable: true, component: 'parts.line' },
  }),
  'src/components/parts/line.json': component('line', { label: { type: 'string', unique: true } }),
};

let folder: string;
let app: TestApp;

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'quoin-unique-'));
  writeFiles(folder, FILES);
  app = await openTestApp({ project: folder });
});

afterAll(async () => {
  await app.close();
  rmSync(folder, { recursive: true, force: true });
});

async function send(data: object): Promise<readonly [number, number]> {
  const response = await app.request('/api/pages', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ data }),
  });
  const { error } = response.json<{ error?: { details: { errors: readonly unknown[] } } }>();
  return [response.status, error?.details.errors.length ?? 0];
}

const list = (part: object): readonly object[] => [part, part];
const zone = (part: object): readonly object[] => list({ __component: 'parts.block', ...part });
const lines = (label: string): object => ({ lines: list({ label }) });
const line = (label: string): object => ({ line: { label } });

test.each([
  ['in a list of the entry', { blocks: list({ slug: 'a' }) }],
  ['below a list of the entry', { blocks: list(line('b')) }],
  ['in a dynamic zone', { zone: zone({ slug: 'c' }) }],
])('values %s must differ', async (_where, data) => {
  expect(await send(data)).toEqual([400, 2]);
});

test.each([
  ['in a list of a component', { block: lines('d') }],
  ['in lists of the components of a list', { blocks: list(lines('e')) }],
  ['in lists of the components of a dynamic zone', { zone: zone(lines('f')) }],
  ['below the components of a dynamic zone', { zone: zone(line('g')) }],
])('values %s may be equal, but not in another document', async (_where, data) => {
  expect(await send(data)).toEqual([201, 0]);
  expect((await send(data))[0]).toBe(400);
});
