// Uids with a default, options and a pattern (docs/strapi/content-manager.md, "Uids").
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { call, errorOf, registerAdmin } from '../support/admin.ts';
import { openTestApp, type TestApp, type TestResponse } from '../support/app.ts';
import { vendored } from '../support/vendored-projects.ts';

let app: TestApp;
let token: string;
const folder = mkdtempSync(path.join(tmpdir(), 'quoin-uids-'));
const FIELD = { contentTypeUID: 'api::category.category', field: 'slug' };

beforeAll(async () => {
  cpSync(path.resolve(vendored('conformance', 'projects'), 'kitchen'), folder, { recursive: true });
  const file = path.join(folder, 'src/api/category/content-types/category/schema.json');
  const schema = JSON.parse(readFileSync(file, 'utf8')) as {
    attributes: Record<string, object>;
  };
  schema.attributes['slug'] = {
    type: 'uid',
    targetField: 'name',
    default: 'Some Default',
    regex: '^[a-z_]+$',
    options: { separator: '_', lowercase: false, customReplacements: [['&', ' plus '], 5] },
  };
  writeFileSync(file, JSON.stringify(schema));
  app = await openTestApp({ project: folder });
  token = await registerAdmin(app);
});

afterAll(async () => {
  await app.close();
  rmSync(folder, { recursive: true });
});

function post(action: string, body: object): Promise<TestResponse> {
  return call(app, `/content-manager/uid/${action}`, { method: 'POST', token, body });
}

test.each([
  [{ name: 'Fish & Chips' }, 'Fish_plus_Chips'],
  [{}, 'Some_Default'],
])('a uid is generated from %o with the options of the attribute', async (data, expected) => {
  expect((await post('generate', { ...FIELD, data })).json()).toEqual({ data: expected });
});

test('the pattern of the attribute determines whether a value is valid', async () => {
  const check = (value: string) => post('check-availability', { ...FIELD, value });
  expect((await check('good_one')).json()).toEqual({ isAvailable: true, suggestion: null });
  expect(errorOf(await check('not-this'))).toMatchObject({ status: 400 });
  expect((await check('')).status).toBe(200);
});
