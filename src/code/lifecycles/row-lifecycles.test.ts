// Lifecycle hooks of document calls: their order, their events, changes and rollbacks.
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  CLIENT,
  CRATE,
  JOB,
  LETTER,
  openWorkshop,
  shareWorkshop,
} from '../../../test/support/workshop.ts';
import type { Fields, Row } from '../strapi/code-values.ts';
import type { LifecycleEvent, Subscriber } from './lifecycles.ts';

const PART = 'work.part';

const workshop = await shareWorkshop(2000);
let client: Row;
const ends: (() => void)[] = [];

const jobs = () => workshop.documents(JOB);
const crates = () => workshop.documents(CRATE);

function subscribe(subscriber: Subscriber): void {
  ends.push(workshop.hooks.lifecycles.subscribe(subscriber));
}

beforeAll(async () => {
  client = await workshop.documents(CLIENT).create({ data: { name: 'First client' } });
});

beforeEach(() => {
  for (const end of ends.splice(0)) end();
});

const isWrite = ({ action }: LifecycleEvent): boolean => !/Find|Count/.test(action);

/** The hooks of all models that some work runs. */
async function hooksOf(work: () => Promise<unknown>): Promise<readonly string[]> {
  const seen: string[] = [];
  const end = workshop.hooks.lifecycles.subscribe((event: LifecycleEvent) => {
    const { uid } = event.model as { uid: string };
    if (isWrite(event)) seen.push(`${event.action} ${uid.split('.').at(-1)}`);
  });
  await work();
  end();
  return seen;
}

/** The events of the hooks on a model that some work runs. */
async function eventsOf(
  uid: string,
  work: () => Promise<unknown>,
): Promise<readonly LifecycleEvent[]> {
  const events: LifecycleEvent[] = [];
  const end = workshop.hooks.lifecycles.subscribe((event: LifecycleEvent) => {
    if ((event.model as { uid: string }).uid === uid && isWrite(event))
      events.push({ ...event, params: structuredClone(event.params) });
  });
  await work();
  end();
  return events;
}

async function published(data: Fields): Promise<string> {
  return String((await jobs().create({ data, status: 'published' })).documentId);
}

const CREATE = ['beforeCreate job', 'afterCreate job'];
const UPDATE = ['beforeUpdate job', 'afterUpdate job'];
const DELETE = ['beforeDelete job', 'afterDelete job'];

describe('execution order of hooks', () => {
  test('of drafts and published entries', async () => {
    const create = (status?: string) => () => jobs().create({ data: { title: 'a' }, status });
    expect(await hooksOf(create())).toEqual(CREATE);
    expect(await hooksOf(create('published'))).toEqual([...CREATE, ...CREATE]);
    const documentId = await published({ title: 'b' });
    const update = (status?: string) => () =>
      jobs().update({ documentId, data: { hours: 1 }, status });
    expect(await hooksOf(update())).toEqual(UPDATE);
    expect(await hooksOf(update('published'))).toEqual([...UPDATE, ...DELETE, ...CREATE]);
    const act = (call: 'publish' | 'unpublish' | 'discardDraft') => () =>
      Promise.resolve(jobs()[call]?.({ documentId }));
    expect(await hooksOf(act('publish'))).toEqual([...DELETE, ...CREATE]);
    expect(await hooksOf(act('discardDraft'))).toEqual([...DELETE, ...CREATE]);
    expect(await hooksOf(act('unpublish'))).toEqual(DELETE);
    expect(await hooksOf(update('published'))).toEqual([...UPDATE, ...CREATE]);
    expect(await hooksOf(() => jobs().clone({ documentId, data: { title: 'c' } }))).toEqual(CREATE);
    expect(await hooksOf(() => jobs().delete({ documentId }))).toEqual([
      'beforeDelete job',
      'beforeDelete job',
      'afterDelete job',
      'afterDelete job',
    ]);
    expect(await hooksOf(() => jobs().update({ documentId, data: {} }))).toEqual([]);
  });

  test('of components: created before the entry, deleted before its update and with it', async () => {
    let documentId: unknown;
    const create = async (): Promise<void> => {
      ({ documentId } = await crates().create({ data: { name: 'd', parts: [{ name: 'p' }] } }));
    };
    expect(await hooksOf(create)).toEqual([
      'beforeCreate part',
      'afterCreate part',
      'beforeCreate crate',
      'afterCreate crate',
    ]);
    const parts = [{ name: 'q' }, { name: 'r' }];
    expect(await hooksOf(() => crates().update({ documentId, data: { parts } }))).toEqual([
      'beforeDelete part',
      'afterDelete part',
      'beforeCreate part',
      'beforeCreate part',
      'afterCreate part',
      'afterCreate part',
      'beforeUpdate crate',
      'afterUpdate crate',
    ]);
    expect(await hooksOf(() => crates().delete({ documentId }))).toEqual([
      'beforeDelete crate',
      'beforeDelete part',
      'beforeDelete part',
      'afterDelete crate',
      'afterDelete part',
      'afterDelete part',
    ]);
  });

  test('of components in copies that are published, unpublished or replaced', async () => {
    const { documentId } = await jobs().create({ data: { title: 'p', parts: [{ name: 'p' }] } });
    const act = (call: 'publish' | 'unpublish') => () =>
      Promise.resolve(jobs()[call]?.({ documentId }));
    const copy = ['beforeCreate part', 'beforeCreate job', 'afterCreate part', 'afterCreate job'];
    const gone = ['beforeDelete job', 'beforeDelete part', 'afterDelete job', 'afterDelete part'];
    expect(await hooksOf(act('publish'))).toEqual(copy);
    expect(await hooksOf(act('publish'))).toEqual([...gone, ...copy]);
    expect(await hooksOf(act('unpublish'))).toEqual(gone);
  });

  test('of other locales that receive shared values', async () => {
    await workshop.project.script(
      `insert into i18n_locale (document_id, code, name) values ('fr1', 'fr', 'French')`,
    );
    const letters = workshop.documents(LETTER);
    const { documentId } = await letters.create({ data: { subject: 'Hello', number: 1 } });
    await letters.update({ documentId, locale: 'fr', data: { subject: 'Bonjour' } });
    const events = await eventsOf(LETTER, () =>
      letters.update({ documentId, data: { number: 2 } }),
    );
    expect(events.map(({ action }) => action)).toEqual([
      'beforeUpdate',
      'afterUpdate',
      'beforeUpdate',
      'afterUpdate',
    ]);
    expect(events[2]?.params['data']).toMatchObject({ number: 2 });
    expect(events[3]?.result).toMatchObject({ locale: 'fr', subject: 'Bonjour', number: 2 });
  });

  test('of lifecycles files first, then of subscribers in their order', async () => {
    const seen: string[] = [];
    subscribe({ models: [CRATE], beforeCreate: () => void seen.push('first') });
    subscribe({ beforeCreate: () => void seen.push('second') });
    subscribe({ models: [JOB], beforeCreate: () => void seen.push('another type') });
    workshop.hooks.lifecycles.addModel(CRATE, {
      beforeCreate: () => void seen.push('file'),
    });
    await crates().create({ data: { name: 'x' } });
    expect(seen).toEqual(['file', 'first', 'second']);
  });
});

describe('events contain', () => {
  test('the data of a new draft, then the whole row of its published copy', async () => {
    const data = {
      title: 'look',
      hours: 1.5,
      client: client.documentId,
      marks: { a: [1] },
      due: new Date('2026-01-01T00:00:00Z'),
      parts: [{ name: 'a' }],
    };
    const [draft, , copy, after] = await eventsOf(JOB, () => published(data));
    expect(Object.keys(draft ?? {})).toEqual(['action', 'model', 'params', 'state']);
    expect(draft?.model).toMatchObject({ uid: JOB, singularName: 'job', tableName: 'jobs' });
    expect(draft?.params).toEqual({
      where: {},
      data: {
        title: 'look',
        hours: 1.5,
        stage: 'new',
        marks: { a: [1] },
        due: '2026-01-01T00:00:00.000Z',
        client: { set: [{ id: client.id }] },
        parts: [{ id: expect.any(Number), __pivot: { field: 'parts', component_type: PART } }],
        zone: [],
        createdAt: expect.any(Date),
        updatedAt: expect.any(Date),
        publishedAt: null,
      },
    });
    expect(copy?.params['data']).toMatchObject({
      documentId: expect.any(String),
      title: 'look',
      secret: null,
      client: { set: [{ id: client.id }] },
      parts: [{ id: expect.any(Number) }],
      createdAt: expect.any(String),
      publishedAt: expect.any(Date),
    });
    expect(Object.keys(after ?? {})).toContain('result');
    expect(after?.result).toMatchObject({ title: 'look', secret: null, locale: null });
  });

  test('the changed values and the condition of an update', async () => {
    const row = await jobs().create({ data: { title: 'u', client: client.documentId } });
    const { documentId } = row;
    const gone = { client: { disconnect: [client.documentId] } };
    const [event] = await eventsOf(JOB, () => jobs().update({ documentId, data: gone }));
    expect(event?.params).toEqual({
      where: { id: row.id },
      data: {
        client: { disconnect: [{ id: client.id }] },
        updatedAt: expect.any(Date),
        publishedAt: null,
      },
    });
    const back = { client: { connect: [client.documentId] } };
    const [again] = await eventsOf(JOB, () => jobs().update({ documentId, data: back }));
    expect(again?.params['data']).toMatchObject({ client: { connect: [{ id: client.id }] } });
  });

  test('null for an emptied link, and all lists of components of a new entry', async () => {
    const data = { title: 'empty', client: null };
    const [draft, , copy] = await eventsOf(JOB, () => published(data));
    expect(draft?.params['data']).toMatchObject({ client: null, parts: [] });
    expect(copy?.params['data']).toMatchObject({ client: null, parts: [], locale: null });
    const row = await jobs().create({ data: { title: 'full', parts: [{ name: 'a' }] } });
    const emptied = { client: null, parts: [] };
    const [event] = await eventsOf(JOB, () =>
      jobs().update({ documentId: row.documentId, data: emptied }),
    );
    expect(event?.params['data']).toMatchObject({ client: null, parts: [] });
    const [untouched] = await eventsOf(JOB, () =>
      jobs().update({ documentId: row.documentId, data: { title: 'x' } }),
    );
    expect(Object.keys(untouched?.params['data'] ?? {})).not.toContain('parts');
  });

  test('the deleted row', async () => {
    const row = await crates().create({ data: { name: 'gone' } });
    const [before, after] = await eventsOf(CRATE, () =>
      crates().delete({ documentId: row.documentId }),
    );
    expect(before?.params).toEqual({ where: { id: row.id } });
    expect(after?.result).toEqual(row);
  });

  test('a separate state for each subscriber', async () => {
    const seen: unknown[] = [];
    for (const name of ['a', 'b']) {
      subscribe({
        models: [CRATE],
        beforeCreate: (event: LifecycleEvent) => {
          if (name === 'a') event.state = { began: name };
          else (event.state as Fields)['began'] = name;
        },
        afterCreate: ({ state }: LifecycleEvent) => void seen.push(state),
      });
    }
    await crates().create({ data: { name: 'x' } });
    expect(seen).toEqual([{ began: 'a' }, { began: 'b' }]);
  });

  test('the result with the requested fields and relations', async () => {
    const seen: unknown[] = [];
    subscribe({
      models: [JOB],
      afterCreate: ({ result }: LifecycleEvent) => void seen.push(result),
    });
    await jobs().create({
      data: { title: 'asked', client: client.documentId },
      fields: ['title'],
      populate: { client: { fields: ['name'] } },
    });
    expect(seen).toEqual([
      {
        id: expect.any(Number),
        documentId: expect.any(String),
        title: 'asked',
        client: { id: client.id, documentId: client.documentId, name: 'First client' },
      },
    ]);
  });
});

describe('hooks change', () => {
  const beforeCreate = (change: (data: Fields) => void): void =>
    subscribe({
      models: [JOB],
      beforeCreate: ({ params }: LifecycleEvent) => change(params['data'] as Fields),
    });

  test('values, new keys, dates, links and nested values', async () => {
    beforeCreate((data) => {
      data['slug'] = 'made-by-hook';
      data['due'] = new Date('2026-02-03T04:05:06Z');
      data['client'] = client.id;
      data['helpers'] = { connect: [{ id: client.id }] };
      (data['marks'] as { list: number[] }).list.push(2);
      data['nothing'] = 1;
      delete data['secret'];
    });
    const row = await jobs().create({
      data: { title: 'changed', secret: 's', marks: { list: [1] } },
      populate: ['client', 'helpers'],
    });
    expect(row).toMatchObject({
      slug: 'made-by-hook',
      due: '2026-02-03T04:05:06.000Z',
      secret: null,
      marks: { list: [1, 2] },
      client: { id: client.id },
      helpers: [{ id: client.id }],
    });
    await jobs().delete({ documentId: row.documentId });
  });

  test('a published copy and its links, independently of its draft', async () => {
    beforeCreate((data) => {
      if (data['publishedAt'] === null) return;
      data['title'] = 'shown';
      data['client'] = { set: [] };
    });
    const row = await jobs().create({
      data: { title: 'draft', client: client.documentId },
      status: 'published',
      populate: ['client'],
    });
    expect(row).toMatchObject({ title: 'shown', client: null });
    const { documentId } = row;
    expect(await jobs().findOne({ documentId, populate: ['client'] })).toMatchObject({
      title: 'draft',
      client: { id: client.id },
    });
  });

  test('the response, if they change the result in place', async () => {
    subscribe({
      models: [CRATE],
      beforeCreate: ({ params }: LifecycleEvent) => {
        (params['data'] as Fields)['label'] = 'before';
      },
      afterCreate: (event: LifecycleEvent) => {
        const result = event.result as Fields;
        result['label'] = `${String(result['label'])}, after`;
        result['extra'] = { a: 1 };
        event.result = { name: 'replaced' };
      },
    });
    const row = await crates().create({ data: { name: 'x' } });
    expect(row).toMatchObject({ name: 'x', label: 'before, after', extra: { a: 1 } });
    const stored = await crates().findOne({ documentId: row.documentId });
    expect(stored).toMatchObject({ label: 'before' });
  });
});

describe('rollback after', () => {
  test.each(['beforeCreate', 'afterCreate'])(
    'an error in %s, with the writes of the hooks',
    async (hook) => {
      subscribe({
        models: [JOB],
        [hook]: async () => {
          await crates().create({ data: { name: `by ${hook}` } });
          throw new Error('rejected');
        },
      });
      const creating = jobs().create({ data: { title: 'undone' }, status: 'published' });
      await expect(creating).rejects.toThrow('rejected');
      expect(await jobs().count({ filters: { title: 'undone' } })).toBe(0);
      expect(await crates().count({ filters: { name: `by ${hook}` } })).toBe(0);
    },
  );

  test('a hook that never ends', async () => {
    await using impatient = await openWorkshop(100);
    impatient.hooks.lifecycles.subscribe({ beforeCreate: () => new Promise(() => undefined) });
    const creating = impatient.documents(CRATE).create({ data: { name: 'never' } });
    await expect(creating).rejects.toThrow('did not end within 100 ms');
    expect(await impatient.documents(CRATE).count()).toBe(0);
  });
});
