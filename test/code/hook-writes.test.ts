// Responses to writes whose hooks write to the same row (docs/strapi/code-data.md, "Lifecycle hooks").
import { expect, test } from 'vitest';
import { openTestApp, type TestApp, type TestResponse } from '../support/app.ts';
import { call } from '../support/admin.ts';
import { collectionType, makeProject, schemaOf } from '../support/project-folder.ts';

function write(app: TestApp, method: 'POST' | 'PUT', path: string): Promise<TestResponse> {
  return call(app, `/api/pages${path}`, {
    method,
    body: { data: { title: 'sent' } },
    token: app.token,
  });
}

test('a response has the values from before a hook wrote to its row, and the hook’s changes of the result', async () => {
  const hook = `async ({ result }) => {
    await strapi.db.connection('pages').where({ id: result.id }).update({ title: 'of the hook', note: 'late' });
    result.extra = 'added';
  }`;
  const files = {
    [schemaOf('page')]: collectionType('page', {
      title: { type: 'string' },
      note: { type: 'text' },
    }),
    'src/api/page/content-types/page/lifecycles.js': `module.exports = { afterCreate: ${hook}, afterUpdate: ${hook} };`,
  };
  await using app = await openTestApp({ project: makeProject(files) });
  const created = await write(app, 'POST', '?status=draft');
  expect(created.json()).toMatchObject({ data: { title: 'sent', note: null, extra: 'added' } });
  const { documentId } = created.json<{ data: { documentId: string } }>().data;
  const read = (): Promise<TestResponse> =>
    call(app, `/api/pages/${documentId}?status=draft`, { token: app.token });
  expect((await read()).json()).toMatchObject({ data: { title: 'of the hook', note: 'late' } });
  const updated = await write(app, 'PUT', `/${documentId}?status=draft`);
  expect(updated.json()).toMatchObject({ data: { title: 'sent', note: 'late', extra: 'added' } });
  expect((await read()).json()).toMatchObject({ data: { title: 'of the hook' } });
});
