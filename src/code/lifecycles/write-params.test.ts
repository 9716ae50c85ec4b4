// The parameters of lifecycle hooks of writes: what the response contains, and changed lists of components.
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { CLIENT, JOB, shareWorkshop } from '../../../test/support/workshop.ts';
import type { Fields, Row } from '../strapi/code-values.ts';
import type { LifecycleEvent } from './lifecycles.ts';

const PART = 'work.part';

const workshop = await shareWorkshop();
let client: Row;
let end: () => void = () => undefined;
const jobs = () => workshop.documents(JOB);

beforeAll(async () => {
  client = await workshop.documents(CLIENT).create({ data: { name: 'First client' } });
});

afterEach(() => end());

/** Runs a hook before jobs are created and updated, until the test ends. */
function hook(change: (event: LifecycleEvent) => void): void {
  end = workshop.hooks.lifecycles.subscribe({
    models: [JOB],
    beforeCreate: change,
    beforeUpdate: change,
  });
}

describe('`select` and `populate` describe the response, as in Strapi', () => {
  const seen: Fields[] = [];
  const during = async (work: () => Promise<unknown>): Promise<readonly Fields[]> => {
    seen.length = 0;
    hook(({ params }) => {
      const { data: _, ...others } = params;
      seen.push(structuredClone(others));
    });
    await work();
    end();
    return seen;
  };

  test('of created drafts and their published copies', async () => {
    const data = { title: 'Three' };
    const requested = { data, populate: ['parts'], fields: ['title'] };
    expect(await during(() => jobs().create(requested))).toEqual([
      { where: {}, select: ['id', 'documentId', 'title'], populate: ['parts'] },
    ]);
    const populate = { client: { fields: ['name'] } };
    const four = { where: {}, populate: { client: { select: ['id', 'documentId', 'name'] } } };
    expect(await during(() => jobs().create({ data, status: 'published', populate }))).toEqual([
      four,
      four,
    ]);
  });

  test('of updates and publications', async () => {
    const { documentId, id } = await jobs().create({ data: { title: 'One' } });
    const update = { documentId, data: { hours: 3 }, populate: '*' };
    expect(await during(() => jobs().update(update))).toEqual([{ where: { id }, populate: true }]);
    expect(await during(() => jobs().publish?.({ documentId }) ?? Promise.reject())).toEqual([
      { where: {} },
    ]);
    const filters = { name: { $contains: 'x' } };
    const sort = ['name:desc'];
    const nested = { client: { filters, sort, populate: ['jobs'] } };
    expect(await during(() => jobs().update({ ...update, populate: nested }))).toEqual([
      {
        where: { id },
        populate: {
          client: {
            where: filters,
            orderBy: [{ name: 'desc' }],
            populate: { jobs: true },
          },
        },
      },
    ]);
  });
});

describe('components that a hook omits or reorders', () => {
  const parts = [{ name: 'a' }, { name: 'b' }];
  const list = (data: Fields): readonly Fields[] => data['parts'] as readonly Fields[];
  const changes: Readonly<Record<string, (data: Fields) => unknown>> = {
    none: (data) => (data['parts'] = []),
    null: (data) => (data['parts'] = null),
    undefined: (data) => (data['parts'] = undefined),
    deleted: (data) => delete data['parts'],
    first: (data) => (data['parts'] = list(data).slice(0, 1)),
    reverse: (data) => (data['parts'] = list(data).toReversed()),
  };
  const partsOf = (row: Row | null, name = 'parts'): readonly Fields[] =>
    (row?.[name] ?? []) as readonly Fields[];
  const names = (row: Row | null, name = 'parts'): readonly unknown[] =>
    partsOf(row, name).map((part) => part['name']);
  const count = (): Promise<number> => workshop.query(PART).count();
  const change = (by: (data: Fields) => unknown) =>
    hook(({ params }) => void by(params['data'] as Fields));

  test.each([
    ['none', [], []],
    ['null', [], []],
    ['undefined', [], ['a', 'b']],
    ['deleted', [], ['a', 'b']],
    ['first', ['a'], ['a']],
    ['reverse', ['b', 'a'], ['b', 'a']],
  ])('%s', async (how, whenCreated, whenUpdated) => {
    const before = await count();
    let isChanged = true;
    change((data) => isChanged && changes[how]?.(data));
    const created = await jobs().create({ data: { title: how, parts }, populate: ['parts'] });
    expect([names(created), await count()]).toEqual([whenCreated, before + whenCreated.length]);
    const { documentId } = created;
    isChanged = false;
    const whole = await jobs().update({ documentId, data: { parts }, populate: ['parts'] });
    const stored = partsOf(whole).map(({ id }) => ({ id }));
    isChanged = true;
    const data = { parts: stored };
    const updated = await jobs().update({ documentId, data, populate: ['parts'] });
    expect([names(updated), await count()]).toEqual([whenUpdated, before + whenUpdated.length]);
    await jobs().delete({ documentId });
    expect(await count()).toBe(before);
  });

  test('are also omitted from a version that the same update publishes', async () => {
    const { documentId, parts: created } = await jobs().create({
      data: { title: 'published', parts },
      populate: ['parts'],
    });
    change((data) => (data['parts'] = []));
    const sent = { data: { parts: created }, status: 'published', populate: ['parts'] };
    expect(names(await jobs().update({ documentId, ...sent }))).toEqual([]);
  });

  test('a dynamic zone that a hook empties in an update is kept, as in Strapi', async () => {
    const zone = ['x', 'y'].map((name) => ({ __component: PART, name }));
    const data = { title: 'zone', zone };
    const { documentId } = await jobs().create({ data });
    change((written) => (written['zone'] = []));
    const updated = await jobs().update({ documentId, data: { zone }, populate: ['zone'] });
    expect(names(updated, 'zone')).toEqual(['x', 'y']);
    end();
    change((written) => (written['zone'] = (written['zone'] as Fields[]).slice(1)));
    const shorter = await jobs().update({ documentId, data: { zone }, populate: ['zone'] });
    expect(names(shorter, 'zone')).toEqual(['y']);
  });

  test('their delete hooks run', async () => {
    const seen: string[] = [];
    const off = workshop.hooks.lifecycles.subscribe({
      models: [PART],
      beforeCreate: ({ params }: LifecycleEvent) =>
        void seen.push(`create ${String((params['data'] as Fields)['name'])}`),
      afterDelete: ({ result }: LifecycleEvent) =>
        void seen.push(`delete ${String((result as Fields)['name'])}`),
    });
    change((data) => (data['parts'] = list(data).slice(0, 1)));
    await jobs().create({ data: { title: 'hooks', parts } });
    off();
    expect(seen).toEqual(['create a', 'create b', 'delete b']);
  });

  test('other components are ignored', async () => {
    for (const value of [[{ name: 'made up' }], [{ id: 999 }], 'parts', client]) {
      change((data) => (data['parts'] = value));
      const created = await jobs().create({ data: { title: 'x', parts }, populate: ['parts'] });
      expect(names(created)).toEqual(['a', 'b']);
      end();
    }
  });

  test.each(Object.entries(changes).filter(([how]) => how !== 'first' && how !== 'reverse'))(
    'changes to %s, in copies and in updates without the attribute, are ignored',
    async (_how, by) => {
      const { documentId } = await jobs().create({ data: { title: 'copied', parts } });
      change(by);
      const data = { hours: 4 };
      const updated = await jobs().update({ documentId, data, populate: ['parts'] });
      expect(names(updated)).toEqual(['a', 'b']);
      await jobs().publish?.({ documentId });
      const query = { documentId, status: 'published', populate: ['parts'] };
      expect(names(await jobs().findOne(query))).toEqual(['a', 'b']);
      await jobs().discardDraft?.({ documentId });
      expect(names(await jobs().findOne({ ...query, status: 'draft' }))).toEqual(['a', 'b']);
    },
  );
});
