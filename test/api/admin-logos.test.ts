// Logos of the admin panel (docs/strapi/administration.md, "Logos").
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { machineName } from '../../src/media/staging.ts';
import { call, registerAdmin } from '../support/admin.ts';
import { openTestApp, type TestResponse, type TestApp } from '../support/app.ts';
import { multipartBody } from '../support/multipart.ts';
import { storedNames } from '../support/uploads.ts';

const PATH = '/admin/project-settings';

let app: TestApp;
let token: string;

beforeAll(async () => {
  app = await openTestApp();
  token = await registerAdmin(app);
});

afterAll(() => app.close());

interface Logo {
  readonly name: string;
  readonly url: string;
}

type Logos = Readonly<Record<'menuLogo' | 'authLogo', Logo>>;
type Parts = Parameters<typeof multipartBody>[0];

function send(...parts: Parts): Promise<TestResponse> {
  const { body, contentType } = multipartBody(parts);
  return app.request(PATH, {
    method: 'POST',
    authorization: `Bearer ${token}`,
    headers: { 'content-type': contentType },
    body,
  });
}

async function change(...parts: Parts): Promise<Logos> {
  const response = await send(...parts);
  expect(response.status, response.text).toBe(200);
  return response.json<Logos>();
}

function files(): readonly string[] {
  return storedNames(app).toSorted();
}

describe('a logo', () => {
  test('is stored, shown and served, and replaces the previous one', async () => {
    const { menuLogo, authLogo } = await change(['menuLogo', { file: 'small.png' }]);
    expect(menuLogo).toMatchObject({ name: 'small.png', ext: '.png', width: expect.any(Number) });
    expect(menuLogo).not.toHaveProperty('hash');
    expect(authLogo).toEqual({});
    expect((await app.request(menuLogo.url)).status).toBe(200);
    expect((await call(app, PATH, { token })).json()).toEqual({ menuLogo, authLogo });
    const init = await call(app, '/admin/init');
    expect(init.json<{ data: object }>().data).toMatchObject({ menuLogo: menuLogo.url });

    const next = await change(['menuLogo', { file: 'logo.svg' }]);
    expect((await app.request(menuLogo.url)).status).toBe(404);
    expect((await app.request(next.menuLogo.url)).status).toBe(200);

    const both = await change(['authLogo', { file: 'small.png' }]);
    expect(both.menuLogo).toEqual(next.menuLogo);
    expect(await change(['menuLogo', '']), 'a text removes it').toMatchObject({
      menuLogo: null,
      authLogo: both.authLogo,
    });
    expect((await app.request(next.menuLogo.url)).status).toBe(404);
    expect(files()).toEqual([both.authLogo.url.slice('/uploads/'.length)]);
  });

  test('is not removed by the recovery after a crash', async () => {
    const { authLogo } = await change(['authLogo', { file: 'small.png' }]);
    const name = authLogo.url.slice('/uploads/'.length);
    const hash = name.slice(0, -'.png'.length);
    const incoming = path.join(app.folder, 'public', 'uploads', '.incoming');
    const left = path.join(incoming, `${machineName}-999999-abcdefabcdef-1`);
    mkdirSync(left, { recursive: true });
    writeFileSync(path.join(left, 'unsettled.json'), JSON.stringify([{ hash, name }]));
    await using next = await openTestApp({ project: app.folder, beside: app });
    const inNext = path.join(next.folder, 'public', 'uploads');
    await expect.poll(() => readdirSync(path.join(inNext, '.incoming'))).toEqual([]);
    expect(storedNames(next)).toEqual([name]);
  });

  test.each<[string, Parts, RegExp]>([
    ['of another type', [['menuLogo', { file: 'note.txt' }]], /Invalid option/],
    [
      'with too many pixels',
      [['authLogo', { file: 'landscape.jpg' }]],
      /expected number to be <=750/,
    ],
    ['in another field', [['logo', { file: 'small.png' }]], /Unrecognized key: "logo"/],
    [
      'with an unknown field',
      [
        ['menuLogo', ''],
        ['color', 'red'],
      ],
      /Unrecognized key: "color"/,
    ],
  ])('%s is rejected, and nothing changes', async (_, parts, message) => {
    const [before, stored] = [(await call(app, PATH, { token })).text, files()];
    const response = await send(...parts);
    expect(response.status, response.text).toBe(400);
    expect(response.json<{ error: { message: string } }>().error.message).toMatch(message);
    expect((await call(app, PATH, { token })).text).toBe(before);
    expect(files()).toEqual(stored);
  });
});
