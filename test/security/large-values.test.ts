// Values of a megabyte, and values that are not what their key promises: each is rejected with a reason, and the time that a
// request takes is proportional to its size. Most of these requests would otherwise take minutes to days, or fail with 500.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { call, registerAdmin } from '../support/admin.ts';
import { openTestApp, type TestApp, type TestResponse } from '../support/app.ts';
import { multipartBody } from '../support/multipart.ts';
import { NOTE } from '../support/uploads.ts';

const LONG = 'a'.repeat(900_000);
const DEEP_PATH = `title${'.a'.repeat(400_000)}`;
const ARTICLE = 'api::article.article';
const VIEW = `/content-manager/content-types/${ARTICLE}/configuration`;

let app: TestApp;
let token: string;

beforeAll(async () => {
  app = await openTestApp();
  token = await registerAdmin(app);
});
afterAll(() => app.close());

type Method = 'POST' | 'PUT';

function send(method: Method, path: string, body: unknown): Promise<TestResponse> {
  return call(app, path, { method, token, body });
}

/** Sends a body as it is: it may be nested too deeply to be serialized. */
function sendText(method: Method, path: string, body: string): Promise<TestResponse> {
  const headers = { 'content-type': 'application/json' };
  return app.request(path, { method, authorization: `Bearer ${token}`, headers, body });
}

interface Rejection {
  readonly status: number;
  readonly message: string;
  readonly errors: readonly unknown[];
}

function errorOf(response: TestResponse): Rejection {
  const { error } = response.json<{
    error: { status: number; message: string; details: { errors?: readonly unknown[] } };
  }>();
  expect(error.status).toBe(response.status);
  const { status, message, details } = error;
  return { status, message, errors: details.errors ?? [] };
}

async function messageOf(response: Promise<TestResponse>): Promise<string> {
  const { status, message } = errorOf(await response);
  expect(status).toBe(400);
  return message;
}

describe.each([
  ['/api/upload', () => app.token],
  ['/upload', () => token],
])('POST %s', (path, bearer) => {
  const upload = (name: string) => {
    const { body, contentType } = multipartBody([NOTE, ['fileInfo', JSON.stringify({ name })]]);
    const headers = { 'content-type': contentType };
    return app.request(path, {
      method: 'POST',
      headers,
      authorization: `Bearer ${bearer()}`,
      body,
    });
  };

  test.each([LONG, 'a'.repeat(256), `a${'\u0323\u0301'.repeat(450_000)}`])(
    'rejects a long name of a file (%.3s)',
    async (name) => {
      expect(await messageOf(upload(name))).toBe('name must be at most 255 characters');
    },
  );

  test('counts the characters of a normalized name', async () => {
    const response = await upload('a\u0323\u0302'.repeat(255));
    expect(response.status).toBe(201);
    expect(response.json()).toMatchObject([{ name: '\u1EAD'.repeat(255) }]);
  });
});

test('a uid is not generated from a long text', async () => {
  const generate = (title: string) =>
    send('POST', '/content-manager/uid/generate', {
      contentTypeUID: ARTICLE,
      field: 'slug',
      data: { title },
    });
  expect(errorOf(await generate(LONG))).toEqual({
    status: 400,
    message: 'Must be at most 1000 characters',
    errors: [
      {
        path: ['data', 'title'],
        message: 'Must be at most 1000 characters',
        name: 'ValidationError',
      },
    ],
  });
  expect((await generate('a'.repeat(1000))).json()).toEqual({ data: 'a'.repeat(1000) });
});

test('only short values are checked, and only of uid attributes', async () => {
  const check = (field: string, value: string) =>
    send('POST', '/content-manager/uid/check-availability', {
      contentTypeUID: ARTICLE,
      field,
      value,
    });
  expect(await messageOf(check('slug', LONG))).toBe('Must be at most 1000 characters');
  expect(await messageOf(check('title', '!'))).toBe('title must be a valid `uid` attribute');
  expect((await check('slug', 'b'.repeat(1000))).status).toBe(200);
});

describe('permissions', () => {
  const READ = 'plugin::content-manager.explorer.read';
  const replace = (permissions: readonly unknown[]) =>
    send('PUT', '/admin/roles/2/permissions', { permissions });
  const withField = (field: string) => ({
    action: READ,
    subject: ARTICLE,
    properties: { fields: [field] },
  });

  test('name fields of a bounded depth', async () => {
    const tooMany = 'Fields format are incorrect (more than 50 names).';
    expect(await messageOf(replace([withField(DEEP_PATH)]))).toBe(tooMany);
    const tokens = send('POST', '/admin/admin-tokens', {
      name: 'a',
      description: '',
      adminPermissions: [withField(DEEP_PATH)],
    });
    expect(await messageOf(tokens)).toBe(tooMany);
    expect((await replace([withField(`title${'.a'.repeat(49)}`)])).status).toBe(200);
  });

  test.each([DEEP_PATH, `localizations${'.localizations'.repeat(60_000)}`])(
    'are checked for fields of a bounded depth (%.40s)',
    async (field) => {
      const check = (name: string) =>
        send('POST', '/admin/permissions/check', {
          permissions: [{ action: READ, subject: ARTICLE, field: name }],
        });
      expect(await messageOf(check(field))).toBe(
        'permissions[0].field must not have more than 50 names',
      );
      expect((await check('title')).json()).toEqual({ data: [true] });
    },
  );

  test('report only the first errors', async () => {
    const { status, message, errors } = errorOf(await replace(Array<number>(400_000).fill(1)));
    expect([status, message, errors.length]).toEqual([400, '1000 errors occurred', 1000]);
    expect(errors[999]).toMatchObject({ path: ['permissions', '999'] });
  });

  test('show invalid values only up to a limit', async () => {
    const nested = `${'['.repeat(400)}${'[],'.repeat(100_000)}[]${']'.repeat(400)}`;
    const body = `{"permissions":[${nested}]}`;
    const message = await messageOf(sendText('PUT', '/admin/roles/2/permissions', body));
    expect(message).toMatch(/^permissions\[0\] must be a `object` type/);
    expect(message.length).toBeLessThan(11_000);
  });
});

describe('a webhook', () => {
  const create = (names: number) =>
    send('POST', '/admin/webhooks', {
      name: 'a',
      url: 'http://127.0.0.1:1000/',
      events: [],
      headers: Object.fromEntries(Array.from({ length: names }, (_, i) => [`x-${i}`, 'a'])),
    });

  test('has a limited number of headers', async () => {
    expect(await messageOf(create(60_000))).toBe(
      'An object in the body must not have more than 1000 keys.',
    );
    expect((await create(1000)).status).toBe(201);
  });

  test('is not deleted by invalid ids, or by too many', async () => {
    const remove = (ids: unknown) => send('POST', '/admin/webhooks/batch-delete', { ids });
    const strange = [{ toString: 1 }, [{ valueOf: 1 }], null];
    expect((await remove(strange)).json()).toEqual({ data: strange });
    expect(await messageOf(remove(Array<number>(3001).fill(1)))).toBe(
      'Lists in the body must not have more than 3000 items.',
    );
  });
});

describe('the configuration of a view', () => {
  test('reports only the first errors', async () => {
    const { status, errors } = errorOf(
      await send('PUT', VIEW, { layouts: { list: Array<number>(300_000).fill(1), edit: [] } }),
    );
    expect([status, errors.length]).toEqual([400, 1000]);
    const rows = Array.from({ length: 100 }, () => Array<object>(1000).fill({}));
    const edit = errorOf(await send('PUT', VIEW, { layouts: { list: [], edit: rows } }));
    expect([edit.status, edit.errors.length]).toEqual([400, 1000]);
  });

  test('may be nested as deeply as a body', async () => {
    const nested = `${'['.repeat(990)}${']'.repeat(990)}`;
    expect((await sendText('PUT', VIEW, `{"settings":${nested}}`)).status).toBe(400);
    const stored = await sendText('PUT', VIEW, `{"metadatas":{"unknown":${nested}}}`);
    expect(stored.status).toBe(200);
    expect((await call(app, VIEW, { token })).status).toBe(200);
    expect((await send('PUT', VIEW, { metadatas: {} })).status).toBe(200);
  });
});

test.each([
  ['PUT', '/i18n/settings', '{"aiLocalizations":@}'],
  ['PUT', VIEW, '{"settings":@}'],
  ['PUT', VIEW, '{"metadatas":{"unknown":@}}'],
  ['POST', '/admin/webhooks/batch-delete', '{"ids":[@]}'],
  ['POST', '/content-type-builder/content-types', '{"contentType":{"description":@}}'],
] as const)('%s %s rejects deep JSON', async (method, path, body) => {
  const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
  expect(await messageOf(sendText(method, path, body.replace('@', deep)))).toBe(
    'The body must not be nested more than 1000 levels deep.',
  );
});

test('the model in a request for shared values must be a string', async () => {
  const path = '/i18n/content-manager/actions/get-non-localized-fields';
  const body = { model: { toString: 1 }, id: 1, locale: 'en' };
  expect(await messageOf(send('POST', path, body))).toMatch(/^model must be a `string` type/);
});

describe('host names with many non-ASCII characters', () => {
  const host = String.fromCodePoint(...Array.from({ length: 20_000 }, (_, i) => 0x4e00 + i));
  const url = `http://${host.repeat(14)}/`;

  test('in blocks', async () => {
    const text = { type: 'text', text: 'a' };
    const content = [{ type: 'paragraph', children: [{ type: 'link', url, children: [text] }] }];
    const response = app.request('/api/samples', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ data: { aBlocks: content } }),
    });
    expect(await messageOf(response)).toBe('Please specify a valid link.');
  });

  test('in webhooks', async () => {
    const webhook = { name: 'a', url, headers: {}, events: [] };
    expect(await messageOf(send('POST', '/admin/webhooks', webhook))).toBe(
      'url must be a valid URL',
    );
  });

  const part = `${host.slice(0, 300)},`;
  test.each([
    ['to', { to: `a@b.co, a@${host}.com` }],
    ['to', { to: `<a@${part.repeat(1000)}>` }],
    ['to', { to: ['"a', ...Array<string>(200).fill('b'), '"@c.co'] }],
    ['from', { to: 'a@b.co', from: `a@b${` .${part.slice(0, -1)}`.repeat(1000)}` }],
  ])('in email addresses (%s)', async (name, addresses) => {
    const response = app.request('/api/email', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...addresses, subject: 'a', text: 'a' }),
    });
    expect(await messageOf(response)).toBe(
      `${name} must not contain an address with more than 320 characters`,
    );
  });

  test('do not limit the number of short email addresses', async () => {
    const response = app.request('/api/email', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        to: '"A, B" <a@b.co>, '.repeat(100),
        cc: [1],
        subject: 'a',
        text: 'a',
      }),
    });
    expect(await messageOf(response)).toMatch(/^cc\[0\] must be a `string` type/);
  });
});

test('a role has a name of at most 255 characters', async () => {
  const create = (name: string) => send('POST', '/admin/roles', { name });
  expect(await messageOf(create(LONG))).toBe('name must be at most 255 characters');
  const created = await create('aA'.repeat(127));
  expect(created.status).toBe(201);
  expect(created.json<{ data: { code: string } }>().data.code.length).toBeLessThan(256);
});

test('a file name cannot contain many combining marks', async () => {
  const as = `a${'\u0323\u0301'.repeat(15_000)}.txt`;
  const { body, contentType } = multipartBody([['files', { file: 'note.txt', as }]]);
  const headers = { 'content-type': contentType };
  const response = app.request('/api/upload', { method: 'POST', headers, body });
  expect(await messageOf(response)).toBe('File name contains invalid characters');
});
