// The parameters of lifecycle hooks of writes: what the response contains, and changed lists of components.
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { CLIENT, JOB, openWorkshop, type Workshop } from '../../../test/support/workshop.ts';
import type { Fields, Row } from '../strapi/code-values.ts';
import type { LifecycleEvent } from './lifecycles.ts';

const PART = 'work.part';

let workshop: Workshop;
let client: Row;
let end: () => void = () => undefined;
const jobs = () => workshop.documents(JOB);

beforeAll(async () => {
  workshop = await openWorkshop();
  client = await workshop.documents(CLIENT).create({ data: { name: 'First client' } });
});

afterAll(() => workshop[Symbol.asyncDispose]());
afterEach(() => end());

/** Runs a hook before jobs are created and updated, until the test ends. */
function hook(change: (event: LifecycleEvent) => void): void {
  end = workshop.hooks.lifecycles.subscribe({
    models: [JOB],
    beforeCreate: change,
    beforeUpdate: change,
  });
}

describe('`select` and `populate` are those of the response, as in Strapi', () => {
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

describe('components that a hook leaves out or reorders', () => {
  const parts = [{ name: 'a' }, { name: 'b' }];
  const changes: Readonly<Record<string, (list: Fields[]) => unknown>> = {
    none: () => [],
    null: () => null,
    undefined: () => undefined,
    first: (list) => list.slice(0, 1),
    reverse: (list) => list.toReversed(),
  };
  const partsOf = (row: Row | null): readonly Fields[] =>
    (row?.['parts'] ?? []) as readonly Fields[];
  const names = (row: Row | null): readonly unknown[] => partsOf(row).map(({ name }) => name);
  const count = (): Promise<number> => workshop.query(PART).count();

  test.each([
    ['none', []],
    ['null', []],
    ['undefined', []],
    ['first', ['a']],
    ['reverse', ['b', 'a']],
  ])('%s', async (how, expected) => {
    const before = await count();
    let isChanged = true;
    hook(({ params }) => {
      const data = params['data'] as Fields;
      if (isChanged) data['parts'] = changes[how]?.(data['parts'] as Fields[]);
    });
    const created = await jobs().create({ data: { title: how, parts }, populate: ['parts'] });
    expect([names(created), await count()]).toEqual([expected, before + expected.length]);
    const { documentId } = created;
    isChanged = false;
    const whole = await jobs().update({ documentId, data: { parts }, populate: ['parts'] });
    const stored = partsOf(whole).map(({ id }) => ({ id }));
    isChanged = true;
    const data = { parts: stored };
    const updated = await jobs().update({ documentId, data, populate: ['parts'] });
    expect([names(updated), await count()]).toEqual([expected, before + expected.length]);
    await jobs().delete({ documentId });
    expect(await count()).toBe(before);
  });

  test('other components are an error, and nothing is written', async () => {
    const total = await jobs().count({});
    for (const list of [[{ name: 'made up' }], [{ id: 999 }], 'parts', client]) {
      hook(({ params }) => {
        (params['data'] as Fields)['parts'] = list;
      });
      const write = jobs().create({ data: { title: 'x', parts } });
      await expect(write).rejects.toThrow('A hook changed the components in parts of api::job.job');
      end();
    }
    expect(await jobs().count({})).toBe(total);
  });
});
