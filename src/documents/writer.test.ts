// Errors of a write that only the database detects, and the rows of a write.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestApp, type TestApp, type TestResponse } from '../../test/support/app.ts';
import { allRows } from '../../test/support/all-rows.ts';
import { changeDatabase, readRows, readValue } from '../../test/support/app-database.ts';
import { findOrphans } from '../../test/support/orphans.ts';
import { createEngine } from '../app/engine.ts';
import { AppError } from '../base/errors.ts';
import { fullAccess } from '../query/access.ts';
import { readParams } from '../query/params.ts';
import { collectionType, schemaOf, writeFiles } from '../../test/support/project-folder.ts';
import { rejectingTrigger } from '../../test/support/rejecting-trigger.ts';

const plain = (name: string, attributes: object): object => ({
  ...collectionType(name, attributes),
  options: { draftAndPublish: false },
});

const component = (name: string, attributes: object): object => ({
  collectionName: `components_parts_${name}s`,
  info: { displayName: name },
  attributes,
});

const FILES = {
  [schemaOf('page')]: plain('page', {
    title: { type: 'string', unique: true },
    count: { type: 'biginteger', unique: true },
    block: { type: 'component', component: 'parts.block' },
    blocks: { type: 'component', repeatable: true, component: 'parts.block' },
    zone: { type: 'dynamiczone', components: ['parts.block', 'parts.line'] },
    secret: { type: 'password', encryption: { rounds: 5 } },
    pages: { type: 'relation', relation: 'oneToMany', target: 'api::page.page' },
  }),
  [schemaOf('strict')]: plain('strict', {
    code: { type: 'string', column: { unique: true } },
    must: { type: 'string', column: { notNullable: true } },
    given: { type: 'integer', column: { defaultTo: 7 } },
  }),
  [schemaOf('home')]: { ...plain('home', { title: { type: 'string' } }), kind: 'singleType' },
  'src/components/parts/block.json': component('block', {
    slug: { type: 'string', unique: true },
    text: { type: 'string' },
    lines: { type: 'component', repeatable: true, component: 'parts.line' },
  }),
  'src/components/parts/line.json': component('line', {
    label: { type: 'string', unique: true },
    page: { type: 'relation', relation: 'oneToOne', target: 'api::page.page' },
  }),
};

let folder: string;
let app: TestApp;

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'quoin-writer-'));
  writeFiles(folder, FILES);
  app = await openTestApp({ project: folder });
});

afterAll(async () => {
  await app.close();
  rmSync(folder, { recursive: true, force: true });
});

interface Entry {
  readonly id: number;
  readonly documentId: string;
  readonly [key: string]: unknown;
}

async function send(
  method: 'POST' | 'PUT' | 'DELETE',
  url: string,
  data?: object,
): Promise<TestResponse> {
  const headers = { 'content-type': 'application/json' };
  const body = data ? { headers, body: JSON.stringify({ data }) } : {};
  return app.request(url, { method, ...body });
}

async function create(data: object, query = ''): Promise<Entry> {
  const response = await send('POST', `/api/pages${query}`, data);
  expect([response.status, response.text]).toEqual([201, expect.anything()]);
  return response.json<{ data: Entry }>().data;
}

const DEEP = '?populate[block][populate]=*&populate[blocks][populate]=*&populate[zone][populate]=*';

/** The messages of a rejected write, each with its path. */
function faults(response: TestResponse): readonly string[] {
  expect(response.status).toBe(400);
  const { error } = response.json<{
    error: { details: { errors: readonly { path: readonly string[]; message: string }[] } };
  }>();
  return error.details.errors.map((each) => `${each.path.join('.')}: ${each.message}`);
}

const TAKEN = 'This attribute must be unique';

describe('a unique value', () => {
  test('conflicts with other documents, but not with its own', async () => {
    const { documentId } = await create({ title: 'one', count: '9007199254740993' });
    await create({ title: 'two', count: '9007199254740992' });
    expect(
      faults(await send('POST', '/api/pages', { title: 'one', count: '9007199254740993' })),
    ).toEqual([`title: ${TAKEN}`, `count: ${TAKEN}`]);
    const again = await send('PUT', `/api/pages/${documentId}`, { title: 'one' });
    expect(again.status).toBe(200);
    expect(faults(await send('PUT', `/api/pages/${documentId}`, { title: 'two' }))).toHaveLength(1);
  });

  test('of a component is compared with other documents in the same attribute', async () => {
    const { documentId } = await create({
      block: { slug: 'a', lines: [{ label: 'x' }] },
      blocks: [{ slug: 'b' }],
    });
    const taken = { block: { slug: 'a', lines: [{ label: 'x' }] }, blocks: [{ slug: 'b' }] };
    expect(faults(await send('POST', '/api/pages', taken))).toEqual(
      expect.arrayContaining([
        `block.slug: ${TAKEN}`,
        `block.lines.0.label: ${TAKEN}`,
        `blocks.0.slug: ${TAKEN}`,
      ]),
    );
    await create({ block: { slug: 'b' }, blocks: [{ slug: 'a', lines: [{ label: 'x' }] }] });
    expect((await send('PUT', `/api/pages/${documentId}`, { block: { slug: 'a' } })).status).toBe(
      200,
    );
  });

  test('is not repeated in a list', async () => {
    const twice = await send('POST', '/api/pages', { blocks: [{ slug: 't' }, { slug: 't' }] });
    expect(faults(twice)).toEqual([`blocks.0.slug: ${TAKEN}`, `blocks.1.slug: ${TAKEN}`]);
  });

  test('is stored by only one of several concurrent writes', async () => {
    const responses = await Promise.all(
      Array.from({ length: 20 }, () => send('POST', '/api/pages', { title: 'raced' })),
    );
    expect(responses.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(responses.filter(({ status }) => status === 400)).toHaveLength(19);
  });
});

describe('components', () => {
  test('existing rows change only in the sent values', async () => {
    const made = await create(
      { blocks: [{ text: 'a', lines: [{ label: 'l1' }] }, { text: 'b' }, { text: 'c' }] },
      DEEP,
    );
    const [a, b, c] = made['blocks'] as readonly Entry[];
    const blocks = [
      { id: c?.id, text: 'C' },
      { text: 'new' },
      { id: String(a?.id) },
      { id: b?.id, slug: 's' },
    ];
    const response = await send('PUT', `/api/pages/${made.documentId}${DEEP}`, { blocks });
    const after = response.json<{ data: { blocks: readonly Entry[] } }>().data.blocks;
    expect(after).toMatchObject([
      { id: c?.id, text: 'C', lines: [] },
      { text: 'new', lines: [] },
      { id: a?.id, text: 'a', lines: [{ label: 'l1' }] },
      { id: b?.id, text: 'b', slug: 's' },
    ]);
  });

  test('of another document are rejected, with another error name in zones, and nothing changes', async () => {
    const other = await create(
      { block: { text: 'o' }, zone: [{ __component: 'parts.line' }] },
      DEEP,
    );
    const made = await create({ block: { text: 'm', lines: [{ label: 'keep' }] }, zone: [] }, DEEP);
    const foreign = other['block'] as Entry;
    const [line] = other['zone'] as readonly Entry[];
    const before = await dump();
    const single = await send('PUT', `/api/pages/${made.documentId}`, {
      block: { id: foreign.id },
    });
    expect(single.json()).toMatchObject({ error: { status: 400, name: 'ApplicationError' } });
    const zone = [{ __component: 'parts.line', id: line?.id }];
    const zoned = await send('PUT', `/api/pages/${made.documentId}`, { title: 'lost', zone });
    expect(zoned.json()).toEqual({
      data: null,
      error: {
        status: 400,
        name: 'Error',
        message: 'Some of the provided components in zone are not related to the entity',
      },
    });
    expect(await dump()).toEqual(before);
  });

  test('are removed with their owner on every level', async () => {
    const lines = [{ label: 'deep 1', page: null }, { label: 'deep 2' }];
    const { documentId } = await create({
      block: { lines },
      blocks: [{ lines: [{ label: 'deep 3' }] }],
      zone: [
        { __component: 'parts.block', lines: [{ label: 'deep 4' }] },
        { __component: 'parts.line' },
      ],
    });
    expect((await send('PUT', `/api/pages/${documentId}`, { block: null, zone: [] })).status).toBe(
      200,
    );
    expect(await labels()).toEqual(['deep 3']);
    expect((await send('DELETE', `/api/pages/${documentId}`)).status).toBe(204);
    expect(await labels()).toEqual([]);
    expect(await findOrphans(app.project.config.database, app.store)).toEqual([]);
  });

  async function labels(): Promise<readonly unknown[]> {
    const sql = `select label from components_parts_lines where label like 'deep%' order by 1`;
    return (await readRows(app, sql)).flat();
  }
});

describe('constraints of a table beyond the schema', () => {
  test('are reported like those of the schema, and roll back the write', async () => {
    expect((await send('POST', '/api/stricts', { code: 'a', must: 'm' })).status).toBe(201);
    const before = await dump();
    expect(faults(await send('POST', '/api/stricts', { code: 'a', must: 'm' }))).toEqual([
      `code: ${TAKEN}`,
    ]);
    expect(faults(await send('POST', '/api/stricts', { code: 'b' }))).toEqual([
      'must: must must be defined.',
    ]);
    expect(await dump()).toEqual(before);
  });

  test('a default of the column applies if the key is absent', async () => {
    const absent = await send('POST', '/api/stricts', { code: 'c', must: 'm' });
    const empty = await send('POST', '/api/stricts', { code: 'd', must: 'm', given: null });
    expect(
      [absent, empty].map((response) => response.json<{ data: Entry }>().data['given']),
    ).toEqual([7, null]);
  });

  test('an error raised by another program’s trigger is a 400', async () => {
    const no = { before: 'insert', table: 'stricts', when: `new.code = 'no'` } as const;
    await changeDatabase(app, rejectingTrigger('private_words', no).make);
    const rejected = await send('POST', '/api/stricts', { code: 'no', must: 'm' });
    expect([rejected.status, rejected.text.includes('private_words')]).toEqual([400, false]);
  });
});

describe('a delete with filters', () => {
  const left = async (): Promise<readonly string[]> => {
    const { data } = (await app.request('/api/pages?fields=title&sort=title')).json<{
      data: readonly { title: string }[];
    }>();
    return data.map(({ title }) => title).filter((title) => title?.startsWith('del'));
  };

  test.each([
    ['filters[title]=other', ['del']],
    ['filters[$or][0][title]=other', ['del']],
    ['_q=other', ['del']],
    ['filters[title]=del', []],
    ['filters[documentId]=other', []],
    ['_q=', []],
    ['sort=title&fields=title', []],
  ])('%s', async (query, wanted) => {
    const { documentId } = await create({ title: 'del' });
    const response = await send('DELETE', `/api/pages/${documentId}?${query}`);
    expect([response.status, response.text]).toEqual([204, '']);
    expect(await left()).toEqual(wanted);
    await send('DELETE', `/api/pages/${documentId}`);
  });

  test('keeps the document of a single type that does not match', async () => {
    await send('PUT', '/api/home', { title: 'here' });
    await send('DELETE', '/api/home?filters[title]=there');
    expect((await app.request('/api/home')).status).toBe(200);
    await send('DELETE', '/api/home?filters[title]=here');
    expect((await app.request('/api/home')).status).toBe(404);
  });
});

describe('a position next to a row', () => {
  test('is specified by the id of that row in the list', async () => {
    const rows: Entry[] = [];
    for (const title of ['r1', 'r2', 'r3']) rows.push(await create({ title }));
    const [one, two, three] = rows.map(({ id }) => id);
    const { documentId } = await create({ pages: [one, two] });
    const url = `/api/pages/${documentId}?populate[pages][fields]=title`;
    const order = async (connect: object): Promise<unknown> => {
      const response = await send('PUT', url, { pages: { connect: [connect] } });
      const { data } = response.json<{ data: { pages: readonly { title: string }[] } }>();
      return response.status === 200 ? data.pages.map(({ title }) => title) : response.json();
    };
    expect(await order({ id: three, position: { before: two } })).toEqual(['r1', 'r3', 'r2']);
    expect(await order({ id: `${three}`, position: { before: `${one}` } })).toEqual([
      'r3',
      'r1',
      'r2',
    ]);
    expect(await order({ id: three, position: { after: rows[1]?.documentId } })).toEqual([
      'r1',
      'r2',
      'r3',
    ]);
    expect(await order({ id: three, position: { before: 999_999 } })).toMatchObject({
      error: {
        message: `There was a problem connecting relation with id ${three} at position {"before":999999}. The relation with id 999999 needs to be connected first.`,
      },
    });
    const alone = await create({ title: 'r4' });
    const beside = { documentId: rows[2]?.documentId, position: { before: alone.documentId } };
    for (const [locale, shown] of [
      [null, '{"before":%,"locale":"en"}'],
      ['fr', '{"before":%}'],
    ] as const) {
      const at = shown.replace('%', `${alone.id}`);
      expect(await order({ ...beside, locale })).toMatchObject({
        error: {
          message: `There was a problem connecting relation with id ${three} at position ${at}. The relation with id ${alone.id} needs to be connected first.`,
        },
      });
    }
    const documents = { documentId: rows[2]?.documentId, position: { before: two } };
    expect(await order(documents)).toMatchObject({
      error: { message: `Document with id "${two}", locale "null" not found` },
    });
  });

  test('is ignored for targets that are set or disconnected', async () => {
    const { id } = await create({ title: 'alone' });
    for (const pages of [
      { set: [{ id, position: { before: 999_999 } }] },
      { disconnect: [{ id, position: { before: 999_999 } }] },
    ]) {
      expect((await send('POST', '/api/pages', { pages })).status).toBe(201);
    }
  });
});

test('hashes a password at the cost of its attribute', async () => {
  const { documentId } = await create({ secret: 'a long secret' });
  const stored = await readValue(
    app,
    `select secret from pages where document_id = '${documentId}'`,
  );
  expect(stored).toMatch(/^\$2[aby]\$05\$/);
});

test('concurrent PUTs of a single type create one document', async () => {
  const responses = await Promise.all(
    ['a', 'b', 'c'].map((title) => send('PUT', '/api/home', { title })),
  );
  expect(responses.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(await readRows(app, 'select id from homes')).toHaveLength(1);
});

test('a response that is rejected for its size rolls back the write', async () => {
  const { documentId } = await create({ title: 'before' });
  const circles = 'populate[blocks][populate][lines][populate][page][populate]=*';
  const response = await send('PUT', `/api/pages/${documentId}?${circles}&fields=nothing`, {
    title: 'after',
  });
  expect(response.status).toBe(400);
  const read = await app.request(`/api/pages/${documentId}`);
  expect(read.json()).toMatchObject({ data: { title: 'before' } });
});

/** Every row of every table. */
async function dump(): Promise<unknown> {
  return allRows(await app.other(), app.store.layout);
}

test('a deletion of several documents runs the checks of each request', async () => {
  const { project, store } = app;
  const { writer, reader } = await createEngine(project, store);
  const type = store.registry.contentType('api::page.page');
  const { documentId } = await create({ title: 'not deleted' });
  const one = { by: 'row', several: true, filtered: true } as const;
  const read = reader.prepare({ type, one, params: readParams(), access: fullAccess });
  const response = reader.textResponse(read, 'v5');
  const beforeWrite = (): never => {
    throw new AppError('PreconditionFailedError', 'changed');
  };
  const request = { type, documentId, response, withEntries: false, beforeWrite };
  await expect(writer.actOnAll('delete', type, [request])).rejects.toThrow('changed');
  expect((await app.request(`/api/pages/${documentId}`)).status).toBe(200);
});
