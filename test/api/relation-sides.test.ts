// Relations whose two sides contradict each other: Strapi starts with them, and so does Quoin, with the same responses.
import { describe, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../support/app.ts';
import { collectionType, makeProject, schemaOf } from '../support/project-folder.ts';

type Sides = readonly [relation: string, names: object];

interface Names {
  readonly name: string;
  readonly [attribute: string]: unknown;
}

describe('the owning side is missing', () => {
  test.each<[string, object | null]>([
    ['there is no such attribute', null],
    ['it has links of its own', ['oneToMany', {}]],
    ['it is mapped as well', ['oneToMany', { mappedBy: 'x' }]],
  ])('%s', async (...[, other]) => {
    await using app = await open(['oneToMany', { mappedBy: 'y' }], other as Sides | null);
    const b1 = await create(app, 'bs', { name: 'b1' });
    const a1 = await create(app, 'as', { name: 'a1', x: [b1] });
    await update(app, `as/${a1}`, { x: { connect: [b1] } });
    expect(await namesOf(app, 'as?populate=*&fields=name')).toEqual([{ name: 'a1' }]);
    expect(await namesOf(app, 'as?populate[x][count]=true&fields=name')).toEqual([{ name: 'a1' }]);
    expect(await namesOf(app, 'as?populate[x][fields]=name&fields=name')).toEqual([{ name: 'a1' }]);
    expect(await namesOf(app, 'as?filters[x][name]=b1&fields=name')).toEqual([]);
    expect((await app.request('/api/as?sort=x.name')).status).toBe(200);
    const missing = { name: 'a2', x: ['nothing'] };
    expect((await send(app, 'POST', 'as', missing)).status).toBe(400);
    expect((await app.request('/api/as?populate[x][fields]=gone')).status).toBe(400);
    expect((await app.request(`/api/as/${a1}`, { method: 'DELETE' })).status).toBe(204);
  });
});

describe('the inverse side does not point back', () => {
  test.each(['oneToOne', 'manyToOne', 'manyToMany'])(
    'the first side, %s, and the other side have separate links',
    async (relation) => {
      await using app = await open([relation, { inversedBy: 'y' }], [OPPOSITE[relation] ?? '', {}]);
      const b1 = await create(app, 'bs', { name: 'b1' });
      const a1 = await create(app, 'as', { name: 'a1', x: valueOf(relation, b1) });
      expect(await namesOf(app, 'as?populate=*&fields=name')).toEqual([
        { name: 'a1', x: shownIn(relation, 'b1') },
      ]);
      const opposite = OPPOSITE[relation] ?? '';
      expect(await namesOf(app, 'bs?populate=*&fields=name')).toEqual([
        { name: 'b1', y: shownIn(opposite) },
      ]);
      await update(app, `bs/${b1}`, { y: valueOf(opposite, a1) });
      expect(await namesOf(app, 'bs?filters[y][name]=a1&populate=*&fields=name')).toEqual([
        { name: 'b1', y: shownIn(opposite, 'a1') },
      ]);
    },
  );

  test.each<[string, Sides]>([
    ['does not point back', ['oneToMany', {}]],
    ['owns the links as well', ['manyToMany', { inversedBy: 'y' }]],
  ])('a first side that %s shows the links of the other side', async (...[, first]) => {
    await using app = await open(first, ['manyToOne', { inversedBy: 'x' }]);
    const a1 = await create(app, 'as', { name: 'a1' });
    await create(app, 'bs', { name: 'b1', y: a1 });
    expect(await namesOf(app, 'as?populate=*&fields=name')).toEqual([
      { name: 'a1', x: [expect.objectContaining({ name: 'b1' })] },
    ]);
    expect(await namesOf(app, 'as?filters[x][name]=b1&fields=name')).toEqual([{ name: 'a1' }]);
  });
});

test.each([
  ['oneToOne', 'oneToMany'],
  ['oneToOne', 'manyToMany'],
  ['manyToOne', 'oneToOne'],
  ['manyToOne', 'manyToMany'],
  ['manyToMany', 'oneToMany'],
  ['manyToMany', 'oneToOne'],
])('an owning %s and an inverse %s share their links', async (owner, inverse) => {
  await using app = await open([owner, { inversedBy: 'y' }], [inverse, { mappedBy: 'x' }]);
  const b1 = await create(app, 'bs', { name: 'b1' });
  const a1 = await create(app, 'as', { name: 'a1', x: valueOf(owner, b1) });
  const linked = { name: 'b1', y: shownIn(inverse, 'a1') };
  expect(await namesOf(app, 'bs?populate=*&fields=name')).toEqual([linked]);
  await update(app, `as/${a1}`, { x: valueOf(owner) });
  await update(app, `bs/${b1}`, { y: valueOf(inverse, a1) });
  expect(await namesOf(app, 'bs?populate=*&fields=name')).toEqual([linked]);
  expect(await namesOf(app, 'as?populate=*&fields=name')).toEqual([
    { name: 'a1', x: shownIn(owner, 'b1') },
  ]);
});

test.each<[string, Sides, Sides | null]>([
  ['the owner is missing', ['oneToMany', { mappedBy: 'y' }], null],
  ['the first does not fit', ['manyToMany', { inversedBy: 'y' }], ['manyToMany', {}]],
  ['the second does not fit', ['oneToMany', {}], ['manyToOne', { inversedBy: 'x' }]],
  ['both own', ['manyToMany', { inversedBy: 'y' }], ['manyToMany', { inversedBy: 'x' }]],
  ['the kinds differ', ['manyToMany', { inversedBy: 'y' }], ['oneToMany', { mappedBy: 'x' }]],
])('publishes and deletes drafts if %s', async (...[, x, y]) => {
  await using app = await open(x, y, { draftAndPublish: true });
  const b1 = await create(app, 'bs', { name: 'b1' });
  const a1 = await create(app, 'as', { name: 'a1', x: [b1] });
  const shown = await namesOf(app, 'as?populate=*&fields=name');
  await update(app, `bs/${b1}`, { name: 'b1' });
  await update(app, `as/${a1}`, { name: 'a1' });
  expect(await namesOf(app, 'as?populate[x][fields]=name&fields=name')).toEqual(
    shown.map(({ x: links, ...rest }) => (links === undefined ? rest : { ...rest, x: [B1] })),
  );
  for (const action of ['unpublish', 'publish', 'discard-draft']) {
    const response = await app.request(`/api/as/${a1}/actions/${action}`, { method: 'POST' });
    expect([action, response.status]).toEqual([action, 200]);
  }
  expect((await app.request(`/api/bs/${b1}`, { method: 'DELETE' })).status).toBe(204);
  expect((await app.request(`/api/as/${a1}`, { method: 'DELETE' })).status).toBe(204);
});

test('a morph relation whose inverse side is a scalar has no links', async () => {
  const x = { type: 'relation', relation: 'morphMany', target: 'api::b.b', morphBy: 'name' };
  const name = { type: 'string' };
  await using app = await openTestApp({
    project: makeProject({
      [schemaOf('a')]: collectionType('a', { name, x }),
      [schemaOf('b')]: collectionType('b', { name }),
    }),
  });
  const b1 = await create(app, 'bs', { name: 'b1' });
  await create(app, 'as', { name: 'a1', x: [b1] });
  expect(await namesOf(app, 'as?populate=*&fields=name')).toEqual([{ name: 'a1' }]);
  expect(await namesOf(app, 'as?filters[x][name]=b1&fields=name')).toEqual([]);
});

const B1: unknown = expect.objectContaining({ name: 'b1' });

const OPPOSITE: Readonly<Record<string, string>> = {
  oneToOne: 'oneToOne',
  manyToOne: 'oneToMany',
  manyToMany: 'manyToMany',
};

function isMany(relation: string): boolean {
  return relation.endsWith('ToMany');
}

function valueOf(relation: string, ...ids: readonly string[]): unknown {
  return isMany(relation) ? ids : (ids[0] ?? null);
}

function shownIn(relation: string, ...names: readonly string[]): unknown {
  const shown = names.map((name): unknown => expect.objectContaining({ name }));
  return isMany(relation) ? shown : (shown[0] ?? null);
}

/** A project of two types: `as` with `x` to `bs`, which may have `y` to `as`. Strapi reads `a` first. */
function open(
  x: Sides,
  y: Sides | null,
  options: object = { draftAndPublish: false },
): ReturnType<typeof openTestApp> {
  const relation = ([kind, names]: Sides, target: string): object => ({
    type: 'relation',
    relation: kind,
    target: `api::${target}.${target}`,
    ...names,
  });
  const name = { type: 'string' };
  return openTestApp({
    project: makeProject({
      [schemaOf('a')]: { ...collectionType('a', { name, x: relation(x, 'b') }), options },
      [schemaOf('b')]: {
        ...collectionType('b', { name, ...(y ? { y: relation(y, 'a') } : {}) }),
        options,
      },
    }),
  });
}

async function send(
  app: TestApp,
  method: 'POST' | 'PUT',
  path: string,
  data: object,
): ReturnType<TestApp['request']> {
  const headers = { 'content-type': 'application/json' };
  return await app.request(`/api/${path}`, { method, headers, body: JSON.stringify({ data }) });
}

async function create(app: TestApp, path: string, data: object): Promise<string> {
  const response = await send(app, 'POST', path, data);
  expect(response.status).toBe(201);
  return response.json<{ data: { documentId: string } }>().data.documentId;
}

async function update(app: TestApp, path: string, data: object): Promise<void> {
  expect((await send(app, 'PUT', path, data)).status).toBe(200);
}

/** The entries of a list without what differs from run to run. */
async function namesOf(app: TestApp, query: string): Promise<readonly Names[]> {
  const response = await app.request(`/api/${query}`);
  expect(response.status).toBe(200);
  const { data } = response.json<{
    data: readonly (Names & { id: number; documentId: string })[];
  }>();
  return data.map(({ id: _id, documentId: _documentId, ...names }) => names);
}
