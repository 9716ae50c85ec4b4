// Responses to rejected writes: the values of unique attributes, keys of relations to several types, and the order of
// several errors.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../support/app.ts';
import { collectionType, schemaOf, writeFiles } from '../support/project-folder.ts';

const unique = (type: string): object => ({ type, unique: true });
const relation = (kind: string, more: object = {}): object => ({
  type: 'relation',
  relation: kind,
  ...more,
});
const plain = (name: string, of: object): object => ({
  ...collectionType(name, of),
  options: { draftAndPublish: false },
});
const component = (name: string, attributes: object): object => ({
  collectionName: `components_parts_${name}s`,
  info: { displayName: name },
  attributes,
});

const uniques = {
  text: unique('string'),
  big: unique('biginteger'),
  count: unique('integer'),
  number: unique('float'),
  price: unique('decimal'),
  day: unique('date'),
  clock: unique('time'),
  moment: unique('datetime'),
  stamp: unique('timestamp'),
};
const parts = { part: { type: 'component', repeatable: false, component: 'parts.stamped' } };
const items = relation('morphToMany');

const FILES = {
  'src/components/parts/stamped.json': component('stamped', uniques),
  'src/components/parts/holder.json': component('holder', { items }),
  [schemaOf('event')]: plain('event', { ...uniques, ...parts }),
  [schemaOf('meeting')]: collectionType('meeting', { ...uniques, ...parts }),
  [schemaOf('listing')]: plain('listing', {
    parts: { type: 'component', repeatable: true, component: 'parts.stamped' },
  }),
  [schemaOf('owner')]: plain('owner', {
    name: { type: 'string', required: true },
    items,
    about: relation('morphToOne'),
    friends: relation('manyToMany', { target: 'api::friend.friend' }),
    part: { type: 'component', repeatable: false, component: 'parts.holder' },
    zone: { type: 'dynamiczone', components: ['parts.holder'] },
  }),
  [schemaOf('friend')]: plain('friend', {
    name: { type: 'string' },
    owners: relation('morphMany', { target: 'api::owner.owner', morphBy: 'items' }),
    owner: relation('morphOne', { target: 'api::owner.owner', morphBy: 'items' }),
    noted: relation('morphMany', { target: 'api::owner.owner', morphBy: 'about' }),
  }),
};

let folder: string;
let app: TestApp;

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'quoin-rejections-'));
  writeFiles(folder, FILES);
  app = await openTestApp({ project: folder });
});

afterAll(async () => {
  await app.close();
  rmSync(folder, { recursive: true, force: true });
});

interface Mistake {
  readonly path: readonly string[];
  readonly message: string;
  readonly value?: unknown;
}

interface Reply {
  readonly data: { readonly id: number; readonly documentId: string } | null;
  readonly error?: {
    readonly message: string;
    readonly details: { readonly errors?: readonly Mistake[] };
  };
}

async function send(method: 'POST' | 'PUT', url: string, data: object) {
  const headers = { 'content-type': 'application/json' };
  const body = JSON.stringify({ data });
  const response = await app.request(`/api/${url}`, { method, headers, body });
  return { status: response.status, ...response.json<Reply>() };
}

async function create(url: string, data: object): Promise<{ id: number; documentId: string }> {
  const { data: made } = await send('POST', url, data);
  return made ?? { id: 0, documentId: '' };
}

/** The rejection of a write, the same for a new document and for one that is there. */
async function rejection(url: string, data: object): Promise<Reply['error']> {
  const made = await send('POST', url, { name: 'x', ...data });
  const { documentId } = await create(url, { name: 'y' });
  const changed = await send('PUT', `${url}/${documentId}`, data);
  expect([made.status, changed.status]).toEqual([400, 400]);
  expect(changed.error?.message).toBe(made.error?.message);
  return changed.error;
}

describe('the reported value of a unique attribute', () => {
  const sent = {
    text: 'a',
    big: 12,
    count: '5',
    number: '1.5',
    price: '2.50',
    day: '2020-02-03T05:06',
    clock: '10:11:12.5',
    moment: '2020-02-03T11:11:12+01:00',
    stamp: 1_580_724_672_345,
  };
  const cast = { big: '12', count: 5, number: 1.5, price: 2.5 };
  const taken = async (url: string, data: object, prefix: readonly string[]): Promise<object> => {
    await create(url, data);
    const { documentId } = await create(url, {});
    const responses = [
      await send('POST', url, data),
      await send('PUT', `${url}/${documentId}`, data),
    ];
    const [made, changed] = responses.map(({ error }) =>
      Object.fromEntries(
        (error?.details.errors ?? []).map(({ path: at, message, value }) => {
          expect([at.slice(0, -1), message]).toEqual([prefix, 'This attribute must be unique']);
          return [at.at(-1), value];
        }),
      ),
    );
    expect(changed).toEqual(made);
    return made ?? {};
  };

  test('is the value that was sent', async () => {
    expect(await taken('events', sent, [])).toEqual({ ...sent, ...cast });
    expect(await taken('events', { part: sent }, ['part'])).toEqual({ ...sent, ...cast });
  });

  test('is that of the draft', async () => {
    const { documentId } = await create('meetings', sent);
    const response = await app.request(`/api/meetings/${documentId}?status=draft`);
    const { data: draft } = response.json<{ data: Record<string, unknown> }>();
    expect(draft).toMatchObject({ moment: '2020-02-03T10:11:12.000Z', day: '2020-02-03' });
    const stored = Object.fromEntries(Object.keys(sent).map((name) => [name, draft[name]]));
    expect(await taken('meetings', sent, [])).toEqual(stored);
    expect(await taken('meetings', { part: sent }, ['part'])).toEqual(stored);
  });

  test('is found among others', async () => {
    const whole = { count: 1, price: 10, clock: '10:00:00', number: 10 };
    const list = [{ ...whole }, sent];
    await create('listings', { parts: list });
    const { error } = await send('POST', 'listings', { parts: list });
    const paths = (error?.details.errors ?? []).map(({ path: at }) => at.join('.'));
    expect(new Set(paths)).toEqual(
      new Set(list.flatMap((part, i) => Object.keys(part).map((name) => `parts.${i}.${name}`))),
    );
  });
});

describe('keys of a relation to several types', () => {
  const of = (key: string, at: string): object => ({
    message: key === at ? `Invalid key ${key}` : `Invalid key ${key} at ${at}`,
    details: { key, path: at, source: 'body' },
  });
  const FRIEND = 'api::friend.friend';
  const misplaced = { __type: FRIEND, documentId: 'none', position: { first: true } };

  const PLACES: readonly (readonly [string, (value: unknown) => object])[] = [
    ['items', (value) => ({ items: value })],
    ['part.items', (value) => ({ part: { items: value } })],
    ['zone.items', (value) => ({ zone: [{ __component: 'parts.holder', items: value }] })],
    ['about', (value) => ({ about: value })],
  ];

  test.each(PLACES)(
    '%s: invalid options are reported before targets and positions',
    async (at, data) => {
      const own = of(at.split('.').at(-1) === at ? at : 'items', at);
      const connect = [misplaced];
      for (const options of [{ loose: true }, { strict: true, loose: 1 }]) {
        expect(await rejection('owners', data({ options, connect }))).toMatchObject(
          of('loose', at),
        );
      }
      const strict = { options: { strict: 'yes' }, connect };
      expect(await rejection('owners', data(strict))).toMatchObject(of('strict', at));
      expect(await rejection('owners', data({ options: 5, connect }))).toMatchObject(own);
    },
  );

  test.each(PLACES)(
    '%s: values that are not a list of typed targets are rejected',
    async (at, data) => {
      const own = of(at.split('.').at(-1) === at ? at : 'items', at);
      for (const value of [{ foo: 1 }, 5, 'x', null, [{ id: 1 }], { connect: { id: 1 } }]) {
        expect(await rejection('owners', data(value))).toMatchObject(own);
      }
    },
  );

  test('unknown keys are reported before targets and positions', async () => {
    const items = { __type: FRIEND, connect: [misplaced], foo: 1 };
    expect(await rejection('owners', { items })).toMatchObject(of('foo', 'items'));
    const both = { items: { options: 5 }, friends: { foo: 1 } };
    expect(await rejection('owners', both)).toMatchObject(of('foo', 'friends'));
  });

  test.each(['owners', 'owner', 'noted'])(
    'a type is rejected on the inverse side (%s)',
    async (name) => {
      const { id } = await create('owners', { name: 'o' });
      const typed = { id, __type: 'api::owner.owner' };
      for (const value of [[typed], typed, { connect: [id], __type: 'api::owner.owner' }]) {
        expect(await rejection('friends', { [name]: value })).toMatchObject(of('__type', name));
      }
      const made = await send('POST', 'friends', { [name]: { connect: [typed] } });
      expect(made.status).toBe(201);
    },
  );
});

describe('the order of several errors', () => {
  const first = { start: true, end: true };

  test('reports missing targets before positions', async () => {
    const { documentId } = await create('friends', { name: 'f' });
    const placed = { documentId, position: first };
    const unknown = 'Document with id "none", locale "null" not found';
    const missing =
      '1 relation(s) of type api::friend.friend associated with this entity do not exist';
    for (const [connect, message] of [
      [[placed, { documentId: 'none' }], unknown],
      [[{ documentId: 'none', position: first }], unknown],
      [[{ documentId, position: { before: 'none', after: documentId } }], unknown],
      [[placed, 99_999], missing],
      [[{ id: 99_999, position: { before: 'none' } }], missing],
    ] as const) {
      const error = await rejection('owners', { friends: { connect } });
      expect(error?.message).toBe(message);
    }
  });

  test('reports everything else before positions', async () => {
    const { documentId, id } = await create('friends', { name: 'f' });
    const friends = { connect: [{ documentId, position: first }] };
    const error = await rejection('owners', { friends, name: 5 });
    expect(error?.details.errors).toMatchObject([{ path: ['name'] }]);
    const alone = await rejection('owners', { friends });
    expect(alone?.details.errors).toMatchObject([
      { path: ['friends', 'connect', '0', 'position'] },
    ]);
    const beside = { connect: [{ id, position: { before: 'none' } }] };
    expect((await rejection('owners', { friends: beside, name: 5 }))?.message).toMatch('`string`');
    expect((await rejection('owners', { friends: beside }))?.message).toMatch('"none"');
    expect(await send('PUT', 'owners/nobody', { friends: beside })).toMatchObject({ status: 404 });
  });

  test('shows positions with the ids that they were resolved to', async () => {
    const { documentId, id } = await create('friends', { name: 'f' });
    const position = { before: documentId };
    const connect = [{ documentId, position }, 99_999];
    const error = await rejection('owners', { friends: { connect } });
    expect(error?.details.errors).toMatchObject([
      {
        path: [],
        value: { friends: { connect: [{ id, position: { before: id, locale: 'en' } }, {}] } },
      },
    ]);
    const typed = { __type: 'api::friend.friend', documentId };
    const items = { connect: [typed], disconnect: [] };
    const both = await rejection('owners', { friends: [99_999], items });
    expect(both?.details.errors).toMatchObject([
      { value: { items: { connect: [{ id, __type: 'api::friend.friend' }], options: {} } } },
    ]);
  });
});
