// A user whose role allows only own entries, no publication and not all fields.
import { beforeAll, expect, test } from 'vitest';
import { ARTICLES, save, startBlog, type Values } from './support/blog.ts';
import type { Credentials } from './support/panel.ts';
import { expectAccessible, expectNoFaults } from './support/panel.ts';

const AUTHOR: Credentials = { email: 'rui@example.com', password: 'Quoin2026ink' };
const API = '/content-manager/collection-types/api::article.article';

const blog = startBlog();
let token = '';

/** A request of the author. */
async function send(path: string, options: RequestInit = {}): Promise<Response> {
  return fetch(`${blog.panel.address}${path}`, {
    ...options,
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
  });
}

beforeAll(async () => {
  const roles = (await blog.call('/admin/roles'))['data'] as readonly Values[];
  const role = roles.find(({ code }) => code === 'strapi-author')?.['id'];
  const permissions = `/admin/roles/${String(role)}/permissions`;
  const rows = (await blog.call(permissions))['data'] as readonly Values[];
  const body = {
    permissions: rows.map(({ action, subject, properties, conditions }) => ({
      action,
      subject,
      conditions,
      properties: withoutSummary(properties as Values),
    })),
  };
  await blog.call(permissions, { method: 'PUT', body });
  const invited = await blog.call('/admin/users', {
    method: 'POST',
    body: { email: AUTHOR.email, firstname: 'Rui', lastname: 'Costa', roles: [role] },
  });
  const { registrationToken } = invited['data'] as Values;
  const registered = await send('/admin/register', {
    method: 'POST',
    body: JSON.stringify({
      registrationToken,
      userInfo: { firstname: 'Rui', lastname: 'Costa', password: AUTHOR.password },
    }),
  });
  const response = (await registered.json()) as { data: { token: string } };
  token = response.data.token;
});

function withoutSummary(properties: Values): Values {
  const { fields } = properties;
  if (!Array.isArray(fields)) return properties;
  return { ...properties, fields: fields.filter((name) => name !== 'summary') };
}

test('an author can edit only own entries', async () => {
  const others = await blog.makeDraft('Of the editor', { summary: 'Not for authors' });
  const page = await blog.open(`${ARTICLES}/create`, { as: AUTHOR, ready: '#field-title' });
  await page.getByLabel('Title').fill('Of the author');
  await page.getByRole('textbox', { name: 'Slug' }).fill('of-the-author');
  await save(page);
  expect(await page.getByLabel('Summary').count()).toBe(0);
  expect(await page.getByRole('button', { name: /^Publish/ }).count()).toBe(0);
  await expectAccessible(page);
  const own = new URL(page.url()).pathname.split('/').at(-1) ?? '';

  await page.goto(`${blog.panel.address}${ARTICLES}`);
  await page.getByText('Of the author').waitFor();
  expect(await page.locator('a[data-row]').count()).toBe(1);
  await page.goto(`${blog.panel.address}${ARTICLES}/${others}`);
  await page.getByRole('heading', { name: 'You do not have access' }).waitFor();
  await expectAccessible(page);

  const update = { method: 'PUT', body: '{"title":"Taken over"}' };
  expect((await send(`${API}/${others}`, update)).status).toBe(403);
  expect((await send(`${API}/${own}/actions/publish`, { method: 'POST', body: '{}' })).status).toBe(
    403,
  );
  expect(await (await send(`${API}/${own}`)).json()).not.toHaveProperty('data.summary');
  expect(await blog.article(others)).toMatchObject({ title: 'Of the editor' });
  expectNoFaults(page);
});
