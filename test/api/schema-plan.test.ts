// Plans of changes of the content model, which describe a change without applying it (docs/model-changes.md).
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { PlanReport } from '../../src/model/plan/plan-report.ts';
import { connect } from '../support/test-database.ts';
import { openLiveServer, type LiveServer } from '../support/live-server.ts';
import { changedNote, newNote } from '../support/note-elements.ts';

const string = { type: 'string' };
const SCHEMA = 'src/api/note/content-types/note/schema.json';

let server: LiveServer;

beforeAll(async () => {
  server = await openLiveServer();
  const state = { type: 'enumeration', enum: ['new', 'old'] };
  const made = { size: string, state, body: string, tags: string };
  await server.update({ contentTypes: [newNote(made)] });
  for (const size of ['1', 'big', 'huge', '2', 'x', 'y']) {
    await server.content('POST', '/api/notes', { size, body: 'text', state: 'old' });
  }
});
afterAll(() => server[Symbol.asyncDispose]());

async function plan(contentTypes: readonly unknown[]): Promise<PlanReport> {
  const response = await server.admin('POST', '/admin/quoin/types/plan', {
    data: { contentTypes },
  });
  expect(response.status, JSON.stringify(response.body)).toBe(200);
  return (response.body as { data: PlanReport }).data;
}

const texts = ({ steps }: PlanReport): readonly string[] => steps.map(({ text }) => text);

test('lists every step with counts, examples and locks, and changes nothing', async () => {
  const before = server.file(SCHEMA);
  const planned = await plan([
    changedNote({ size: { type: 'integer' }, body: string, more: string }),
  ]);
  expect(texts(planned)).toEqual([
    'api::note.note state: removed. 6 values are no longer served. Its values stay in column state of table notes and can be restored.',
    'api::note.note tags: removed. Its values stay in column tags of table notes and can be restored.',
    expect.stringMatching(
      /^api::note\.note size: string becomes integer\. 4 values do not fit \(such as "(big|huge|x|y)"\), so the change is rejected\.$/,
    ),
    'api::note.note more: added, stored in column more of table notes.',
  ]);
  expect(planned.steps.map(({ lock }) => lock)).toEqual([
    'instant',
    'instant',
    'rewrite',
    'instant',
  ]);
  expect(planned.lock).toBe('rewrite');
  expect(planned.rejection).toContain('4 values do not fit');
  const [, , size] = planned.steps;
  expect(size).toMatchObject({
    count: 4,
    step: { kind: 'convert', from: 'string', to: 'integer' },
  });
  expect(size?.examples).toHaveLength(3);
  expect(size?.examples[0]?.documentId).toMatch(/^[a-z0-9]{24}$/);
  expect(planned.files).toEqual([
    { path: SCHEMA, action: 'update', before, after: expect.stringContaining('"more"') },
  ]);
  expect(server.file(SCHEMA)).toBe(before);
  expect(await server.content('GET', '/api/notes')).toMatchObject({
    body: { data: [{ size: '1', state: 'old' }, {}, {}, {}, {}, {}] },
  });
});

test('counts values under their name before a rename', async () => {
  const amount = { type: 'integer', renamedFrom: 'size' };
  const planned = await plan([changedNote({ amount })]);
  expect(planned.rejection).toContain('4 values do not fit');
  expect(planned.steps).toContainEqual(
    expect.objectContaining({ count: 6, step: expect.objectContaining({ kind: 'move' }) }),
  );
});

test('lists what can be restored', async () => {
  const state = { type: 'enumeration', enum: ['new', 'old'] };
  const rest = { body: string, tags: string };
  await server.update({ contentTypes: [changedNote({ ...rest, state })] });
  const response = await server.admin('GET', '/admin/quoin/types/removed');
  expect(response.body).toEqual({
    data: [{ uid: 'api::note.note', attribute: 'size', properties: string, attributes: [] }],
  });
  await server.update({ contentTypes: [changedNote({ size: string, state, ...rest })] });
  expect((await server.admin('GET', '/admin/quoin/types/removed')).body).toEqual({ data: [] });
});

test('counts values of a conversion to JSON', async () => {
  const planned = await plan([changedNote({ size: { type: 'json' } })]);
  expect(planned.rejection).toContain('4 values do not fit');
});

test('offers a removed and an added attribute of the same type as a rename', async () => {
  const state = { type: 'enumeration', enum: ['new', 'former'] };
  const planned = await plan([changedNote({ state, size: string, words: string })]);
  const uid = 'api::note.note';
  expect(planned.offeredRenames).toEqual([
    { uid, attribute: null, kind: 'attribute', from: 'body', to: 'words' },
    { uid, attribute: null, kind: 'attribute', from: 'tags', to: 'words' },
    { uid, attribute: 'state', kind: 'value', from: 'old', to: 'former' },
  ]);
  const removal = { action: 'delete', uid };
  const copy = newNote(
    {
      size: string,
      state: { type: 'enumeration', enum: ['new', 'old'] },
      body: string,
      tags: string,
    },
    { uid: 'api::memo.memo', singularName: 'memo', pluralName: 'memos' },
  );
  expect((await plan([copy, removal])).offeredRenames).toEqual([
    { uid: 'api::memo.memo', attribute: null, kind: 'model', from: uid, to: 'api::memo.memo' },
  ]);
});

test('lists where a removed attribute is used: routes, roles, views, hooks and code', async () => {
  const folder = path.join(server.folder, 'src/api/note');
  writeFileSync(
    path.join(folder, 'content-types/note/lifecycles.js'),
    "module.exports = {\n  beforeCreate({ params }) {\n    params.data.body ??= '';\n  },\n};\n",
  );
  mkdirSync(path.join(server.folder, 'src/extra'), { recursive: true });
  writeFileSync(path.join(server.folder, 'src/extra/other.js'), 'exports.body = 1;\n');
  const other = await connect(server.config.database);
  await other.sql(
    `INSERT INTO admin_permissions (id, document_id, action, subject, properties, conditions)
     VALUES (9001, 'p', 'plugin::content-manager.explorer.read', 'api::note.note', '{"fields":["body","size"]}', '[]')`,
  );
  await other.sql(
    'INSERT INTO admin_permissions_role_lnk (permission_id, role_id) VALUES (9001, 2)',
  );
  await other.sql(
    `INSERT INTO strapi_core_store_settings (key, value, type)
     VALUES ('plugin_content_manager_configuration_content_types::api::note.note', '{"settings":{"mainField":"body"}}', 'object')`,
  );
  await other.close();
  const { impact } = await plan([changedNote({ size: string })]);
  expect(impact.routes).toContainEqual({
    method: 'GET',
    path: '/api/notes',
    uid: 'api::note.note',
  });
  expect(impact.roles).toContainEqual({
    of: 'administrators',
    name: 'Editor',
    uid: 'api::note.note',
    actions: ['plugin::content-manager.explorer.read'],
    attributes: ['body'],
  });
  expect(impact.views).toEqual([{ uid: 'api::note.note', attributes: ['body'] }]);
  const hook = 'src/api/note/content-types/note/lifecycles.js';
  expect(impact.hooks).toEqual([{ file: hook, uid: 'api::note.note' }]);
  expect(impact.code).toEqual([
    { file: hook, line: 3, text: "params.data.body ??= '';", names: ['body'] },
  ]);
});

test('rejects an invalid request', async () => {
  const response = await server.admin('POST', '/admin/quoin/types/plan', {
    data: {
      contentTypes: [
        changedNote({ far: { type: 'relation', relation: 'oneToOne', target: 'api::nope.nope' } }),
      ],
    },
  });
  expect(response).toEqual({
    status: 400,
    body: { error: 'Content type api::nope.nope not found' },
  });
});

test('counts drafts that would be lost, also in production', async () => {
  await using production = await openLiveServer(false);
  for (const title of ['one', 'two']) {
    await production.content('POST', '/api/articles?status=draft', { title });
  }
  const other = await connect(production.config.database);
  const [row] = await other.sql('SELECT count(*) AS n FROM articles WHERE published_at IS NULL');
  await other.close();
  const { contentTypes } = (
    (await production.admin('GET', '/content-type-builder/schema')).body as {
      data: { contentTypes: Record<string, { attributes: { name: string }[] }> };
    }
  ).data;
  const attributes = (contentTypes['api::article.article']?.attributes ?? []).map(
    ({ name, ...properties }) => ({ action: 'update', name, properties }),
  );
  const response = await production.admin('POST', '/admin/quoin/types/plan', {
    data: {
      contentTypes: [
        {
          action: 'update',
          uid: 'api::article.article',
          displayName: 'Article',
          draftAndPublish: false,
          attributes,
        },
      ],
    },
  });
  const { steps } = (response.body as { data: PlanReport }).data;
  const step = steps.find(({ step: { kind } }) => kind === 'switchOption');
  expect(step?.count).toBe(Number(row?.['n']));
  expect(step?.count).toBeGreaterThan(0);
});
