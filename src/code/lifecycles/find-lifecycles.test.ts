// Lifecycle hooks around the reads of document calls.
import { describe, expect, onTestFinished, test } from 'vitest';
import { CRATE, JOB, LETTER, openWorkshop } from '../../../test/support/workshop.ts';
import type { Fields, Row } from '../strapi/code-values.ts';
import type { LifecycleEvent } from './lifecycles.ts';

test('find hooks change conditions before a read and rows after it', async () => {
  await using workshop = await openWorkshop();
  const crates = () => workshop.documents(CRATE);
  await crates().create({ data: { name: 'find me' } });
  workshop.hooks.lifecycles.subscribe({
    models: [CRATE],
    beforeFindMany: ({ params }: LifecycleEvent) => {
      if ((params['where'] as Fields)['name'] === 'narrowed') params['where'] = { name: 'nobody' };
    },
    afterFindMany: ({ result }: LifecycleEvent) => {
      for (const row of result as Row[]) row['label'] = 'seen';
    },
    afterFindOne: ({ result }: LifecycleEvent) => {
      if (result) (result as Row)['label'] = 'one';
    },
    afterCount: (event: LifecycleEvent) => {
      event.result = 99;
    },
  });
  expect(await crates().findMany({ filters: { name: 'narrowed' } })).toEqual([]);
  const [row] = await crates().findMany({ filters: { name: 'find me' } });
  expect(row).toMatchObject({ name: 'find me', label: 'seen' });
  expect(await crates().findFirst({ filters: { name: 'find me' } })).toMatchObject({
    label: 'one',
  });
  expect(await crates().count({ filters: { name: 'find me' } })).toBe(1);
});

describe('as in Strapi, a document read runs the hooks of a row query', () => {
  const open = async () => {
    const workshop = await openWorkshop();
    onTestFinished(() => workshop[Symbol.asyncDispose]());
    const jobs = workshop.documents(JOB);
    const created = async (slug: string): Promise<string> => {
      const data = { title: slug, slug };
      return String((await jobs.create({ data, status: 'published' })).documentId);
    };
    const letters = workshop.documents(LETTER);
    const { documentId } = await letters.create({ data: { subject: 'en' } });
    await letters.update({ documentId, locale: 'fr', data: { subject: 'fr' } });
    const seen: Fields[] = [];
    const change: { current: (params: Fields) => void } = { current: () => undefined };
    const hook = ({ params }: LifecycleEvent): void => {
      seen.push(structuredClone(params));
      change.current(params);
    };
    const hooks = { beforeFindMany: hook, beforeFindOne: hook, beforeCount: hook };
    workshop.hooks.lifecycles.subscribe({ models: [JOB, LETTER], ...hooks });
    const [one, two] = [await created('one'), await created('two')];
    /** The parameters that hooks see during some work. */
    const during = async (work: () => Promise<unknown>): Promise<Fields | undefined> => {
      seen.length = 0;
      await work();
      return seen[0];
    };
    return {
      jobs,
      letters,
      one,
      two,
      letter: documentId,
      during,
      change,
      hooks: workshop.hooks.lifecycles,
    };
  };

  test('with the version, the locale and the document in its conditions', async () => {
    const { jobs, letters, one, letter, during } = await open();
    const [draft, published] = [{ $null: true }, { $notNull: true }];
    expect(await during(() => jobs.findOne({ documentId: one }))).toEqual({
      where: { publishedAt: draft, documentId: one },
    });
    const sent = { status: 'published', populate: ['parts'], fields: ['title'] };
    const filters = { hours: { $null: true } };
    expect(await during(() => jobs.findOne({ documentId: one, filters, ...sent }))).toEqual({
      where: { publishedAt: published, hours: { $null: true }, documentId: one },
      select: ['id', 'documentId', 'title'],
      populate: ['parts'],
    });
    const page = { sort: 'title:desc', start: 1, limit: 3, _q: 'x' };
    const list = { filters: { publishedAt: published }, ...page, hasPublishedVersion: true };
    expect(await during(() => jobs.findMany(list))).toEqual({
      where: { publishedAt: published },
      orderBy: [{ title: 'desc' }],
      offset: 1,
      limit: 3,
      _q: 'x',
    });
    expect(await during(() => jobs.count({ filters: { title: 'one' } }))).toEqual({
      where: { publishedAt: draft, title: 'one' },
    });
    expect(await during(() => letters.findOne({ documentId: letter, locale: 'fr' }))).toEqual({
      locale: 'fr',
      where: { publishedAt: draft, locale: 'fr', documentId: letter },
    });
    const locales = ['en', 'fr'];
    expect(await during(() => letters.findMany({ locale: locales }))).toEqual({
      locale: locales,
      where: { publishedAt: draft, locale: locales },
    });
    expect(await during(() => letters.findMany({ locale: '*' }))).toEqual({
      locale: '*',
      where: { publishedAt: draft },
    });
    expect(await during(() => letters.count())).toEqual({
      locale: 'en',
      where: { publishedAt: draft, locale: 'en' },
    });
  });

  test('whose conditions hooks can change, except for the status', async () => {
    const { jobs, letters, one, two, change } = await open();
    const where = (values: Fields) => (params: Fields) => {
      Object.assign(params['where'] as Fields, values);
    };
    change.current = where({ documentId: two });
    expect(await jobs.findOne({ documentId: one })).toMatchObject({ slug: 'two' });
    change.current = where({ publishedAt: { $notNull: true } });
    expect(await jobs.findOne({ documentId: one })).toBeNull();
    change.current = (params) => {
      params['where'] = { slug: 'two', publishedAt: null };
    };
    expect(await jobs.findFirst({})).toMatchObject({ slug: 'two', publishedAt: null });
    change.current = (params) => {
      params['where'] = {};
    };
    const drafts = await jobs.findMany({ status: 'draft' });
    expect(drafts.map(({ publishedAt }) => publishedAt)).toEqual([null, null]);
    expect(await letters.findMany({})).toHaveLength(2);
    change.current = where({ locale: 'fr' });
    expect(await letters.findMany({})).toMatchObject([{ subject: 'fr' }]);
    change.current = (params) => {
      Object.assign(params, { locale: 'fr', status: 'published', documentId: 'x' });
    };
    expect(await letters.findMany({})).toMatchObject([{ subject: 'en' }]);
  });

  test('whose `populate` has the same form as in a row query', async () => {
    const { jobs, during, change } = await open();
    const nested = { fields: ['name'], sort: 'name', filters: { name: 'x' }, populate: '*' };
    const zone = { on: { 'work.part': { fields: ['name'] } } };
    expect(await during(() => jobs.findMany({ populate: { client: nested, zone } }))).toMatchObject(
      {
        populate: {
          client: {
            select: ['id', 'documentId', 'name'],
            where: { name: 'x' },
            orderBy: [{ name: 'asc' }],
            populate: true,
          },
          zone: { on: { 'work.part': { select: ['id', 'documentId', 'name'] } } },
        },
      },
    );
    expect(await during(() => jobs.findMany({ populate: '*' }))).toMatchObject({ populate: true });
    const parts = [{ name: 'a', count: 2 }];
    const { documentId } = await jobs.create({ data: { title: 'populated', parts } });
    change.current = ({ populate }) => {
      ((populate as Fields)['parts'] as { select: string[] }).select.push('count');
    };
    const list = { documentId, populate: { parts: { fields: ['name'] } } };
    expect(await jobs.findOne(list)).toMatchObject({ parts });
    change.current = (params) => {
      params['populate'] = { parts: { select: ['count'], where: { count: 2 } } };
    };
    expect(await jobs.findOne({ documentId })).toMatchObject({ parts: [{ count: 2 }] });
    change.current = (params) => {
      params['populate'] = true;
    };
    expect(await jobs.findOne({ documentId })).toMatchObject({ parts, zone: [], client: null });
  });

  test('with the same results as without hooks if they change nothing', async () => {
    const { jobs, letters, one, two, hooks } = await open();
    const calls = [
      () => letters.findMany({ locale: 'en', filters: { locale: 'fr' } }),
      () => letters.findMany({ filters: { locale: { $in: ['en', 'fr'] } } }),
      () => letters.count({ filters: { locale: { $in: ['en', 'fr'] } } }),
      () => jobs.findOne({ documentId: one, filters: { documentId: two } }),
    ];
    for (const call of calls) {
      const hooked = await call();
      hooks.disable();
      expect(hooked).toEqual(await call());
      hooks.enable();
    }
  });

  test('that rejects invalid filters before hooks run', async () => {
    const { jobs, during } = await open();
    const find = () => jobs.findMany({ filters: 'x' as unknown as Fields });
    expect(
      await during(() => expect(find()).rejects.toThrow('The filters parameter')),
    ).toBeUndefined();
  });
});
