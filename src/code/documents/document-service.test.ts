// Document calls of project code: results, ignored parameters, dropped keys and errors.
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { CLIENT, CRATE, JOB, LETTER, shareWorkshop } from '../../../test/support/workshop.ts';
import type { DocumentMiddleware } from '../strapi/strapi.ts';

const workshop = await shareWorkshop();
let client: string;
let opening: string;

const jobs = () => workshop.documents(JOB);
const clients = () => workshop.documents(CLIENT);

beforeAll(async () => {
  const created = await clients().create({ data: { name: 'First client', pin: '1234' } });
  client = String(created.documentId);
  const data = { title: 'Opening', slug: 'opening', hours: 2, client, secret: 'kept' };
  opening = String((await jobs().create({ data, status: 'published' })).documentId);
});

test('unpublish returns the published entries, and does nothing without any', async () => {
  const created = await jobs().create({ data: { title: 'Twice' }, status: 'published' });
  const { documentId } = created;
  const done = await jobs().unpublish?.({ documentId, fields: ['title', 'publishedAt'] });
  expect(done).toEqual({
    documentId,
    entries: [{ id: created.id, documentId, title: 'Twice', publishedAt: created['publishedAt'] }],
  });
  const nothing = { documentId, entries: [] };
  expect(await jobs().unpublish?.({ documentId })).toEqual(nothing);
  expect(await jobs().discardDraft?.({ documentId })).toEqual(nothing);
  expect(await jobs().findMany({ filters: { documentId } })).toHaveLength(1);
  await jobs().delete({ documentId });
});

describe('reads', () => {
  test('return drafts by default, with private attributes, null locale and times as text', async () => {
    expect(await jobs().findMany({ sort: 'title' })).toEqual([
      {
        id: expect.any(Number),
        documentId: opening,
        title: 'Opening',
        slug: 'opening',
        hours: 2,
        stage: 'new',
        secret: 'kept',
        due: null,
        marks: null,
        createdAt: expect.any(String),
        updatedAt: expect.any(String),
        publishedAt: null,
        locale: null,
      },
    ]);
  });

  test('return the hash of a password', async () => {
    const [row] = await clients().findMany();
    expect(row?.['pin']).toMatch(/^\$2/);
  });

  test('`fields` adds the ids, `populate` the named relations', async () => {
    const found = await jobs().findMany({
      status: 'published',
      fields: ['title'],
      populate: { client: { fields: ['name'] } },
    });
    expect(found).toEqual([
      {
        id: expect.any(Number),
        documentId: opening,
        title: 'Opening',
        client: { id: expect.any(Number), documentId: client, name: 'First client' },
      },
    ]);
  });

  test('`populate: *` returns creators and localizations, and drafts return related drafts', async () => {
    const [row] = await clients().findMany({ populate: '*', fields: ['name'] });
    expect(row).toMatchObject({ createdBy: null, updatedBy: null, localizations: [] });
    expect(row?.['jobs']).toMatchObject([{ documentId: opening, publishedAt: null }]);
  });

  test('findOne and findFirst return null if nothing matches', async () => {
    expect(await jobs().findOne({ documentId: 'nope' })).toBeNull();
    expect(await jobs().findOne({})).toBeNull();
    expect(await jobs().findFirst({ filters: { title: 'nobody' } })).toBeNull();
    expect(await jobs().findFirst({ start: 1 })).toBeNull();
  });

  test('ignore pages and unknown parameters; a limit of 0 means no limit', async () => {
    const ignored = { page: 3, pageSize: 1, pagination: { page: 0 }, where: { id: 99 }, x: 1 };
    expect(await jobs().findMany(ignored)).toHaveLength(1);
    expect(await jobs().findMany({ limit: 0 })).toHaveLength(1);
    expect(await jobs().findMany({ filters: [] })).toHaveLength(1);
    expect(await Reflect.apply(jobs().findMany, null, [null])).toHaveLength(1);
    expect(await jobs().count({ limit: 0, start: 5 })).toBe(1);
    expect(await jobs().findMany({ locale: 'fr' })).toHaveLength(1);
    expect(await jobs().findMany({ status: 'modified' })).toHaveLength(1);
  });

  test('a condition on a missing value finds nothing, and lists may contain null', async () => {
    for (const filters of [
      { title: undefined },
      { title: { $eq: undefined } },
      { title: { $contains: undefined } },
      { title: { $in: ['Opening'], $eq: undefined } },
      { client: { name: undefined } },
      { title: { $notIn: [null, 'x'] } },
      { title: { $notNull: undefined } },
    ]) {
      expect(await jobs().findMany({ filters })).toEqual([]);
    }
    for (const filters of [
      { $or: [{ title: undefined }, { hours: 2 }] },
      { title: { $in: [null, undefined, 'Opening'] } },
      { title: { $ne: undefined } },
      { $not: undefined },
    ]) {
      expect(await jobs().count({ filters })).toBe(1);
    }
    const populate = { client: { filters: { name: undefined } } };
    expect(await jobs().findMany({ fields: ['title'], populate })).toMatchObject([
      { title: 'Opening', client: null },
    ]);
    await expect(jobs().findMany({ filters: { id: undefined } })).rejects.toThrow('filters.id');
  });

  test('populate an attribute with `*` as with `true`; `populate` itself cannot be a boolean', async () => {
    const starred = await jobs().findMany({ fields: ['title'], populate: { client: '*' } });
    expect(starred).toMatchObject([{ client: { name: 'First client' } }]);
    expect(starred[0]?.['client']).not.toHaveProperty('jobs');
    await expect(jobs().findMany({ populate: true })).rejects.toThrow('Invalid populate parameter');
  });

  test('filters compare lists, row ids and attributes of related entries', async () => {
    const id = (await clients().findOne({ documentId: client }))?.id;
    for (const filters of [
      { client: id },
      { client: [id, 99] },
      { client: { name: 'First client' } },
      { title: ['Opening', 'x'] },
      { $or: [{ title: 'x' }, { hours: { $gte: 2 } }] },
    ]) {
      expect(await jobs().count({ filters })).toBe(1);
    }
  });

  test.each([
    [{ filters: { nothing: 1 } }, null],
    [{ fields: ['nothing'] }, null],
    [{ sort: 'nothing' }, null],
    [{ populate: ['nothing'] }, 'nothing'],
  ])('reject the unknown key in %j', async (params, path) => {
    await expect(jobs().findMany(params)).rejects.toMatchObject({
      name: 'ValidationError',
      message: 'Invalid key nothing',
      details: { key: 'nothing', path },
    });
  });

  test('return a new object for each result', async () => {
    const [first] = await jobs().findMany();
    if (first) first['title'] = 'changed';
    expect(await jobs().findMany()).toMatchObject([{ title: 'Opening' }]);
  });

  test('types without drafts have no publish method, and an unknown type throws', () => {
    expect(workshop.documents(CRATE).publish).toBeUndefined();
    expect(jobs().publish).toBeTypeOf('function');
    expect(() => workshop.documents('api::nobody.nobody')).toThrow(TypeError);
  });
});

describe('writes', () => {
  test('drop unknown keys, in components and relations as well', async () => {
    const row = await jobs().create({
      data: {
        id: 77,
        title: 'T',
        nothing: 1,
        parts: [{ name: 'a', extra: 1 }],
        client: { documentId: client, name: 'whole entry' },
      },
      populate: ['parts', 'client'],
    });
    expect(row['parts']).toEqual([{ id: expect.any(Number), name: 'a', count: 1 }]);
    expect(row).toMatchObject({
      title: 'T',
      secret: null,
      client: { documentId: client },
    });
    await jobs().delete({ documentId: row.documentId });
  });

  test('require values of published entries, but not of drafts', async () => {
    const draft = await jobs().create({});
    expect(draft).toMatchObject({ title: null, stage: 'new' });
    await jobs().delete({ documentId: draft.documentId });
    await expect(jobs().create({ data: {}, status: 'published' })).rejects.toMatchObject({
      name: 'ValidationError',
      message: 'title must be a `string` type, but the final value was: `null`.',
    });
  });

  test('store the times in `data`, except for an update', async () => {
    const createdAt = '2020-01-01T00:00:00.000Z';
    const updatedAt = new Date('2021-01-01T00:00:00Z');
    const crates = workshop.documents(CRATE);
    const row = await crates.create({ data: { name: 'old', createdAt, updatedAt } });
    expect(row).toMatchObject({ createdAt, updatedAt: updatedAt.toISOString() });
    const { documentId } = row;
    const data = { ...row, name: 'new', createdAt: updatedAt };
    const changed = await crates.update({ documentId, data });
    expect(changed).toMatchObject({ name: 'new', createdAt: updatedAt.toISOString() });
    expect(changed?.['updatedAt']).not.toBe(updatedAt.toISOString());
    await crates.delete({ documentId: row.documentId });
  });

  test('reject an unknown related document', async () => {
    await expect(jobs().create({ data: { title: 'U', client: 'nope' } })).rejects.toMatchObject({
      message: 'Document with id "nope", locale "null" not found',
      details: {},
    });
  });

  test('return null or no entries for a missing document', async () => {
    expect(await jobs().update({ documentId: 'nope', data: { title: 'x' } })).toBeNull();
    expect(await jobs().delete({ documentId: 'nope' })).toEqual({
      documentId: 'nope',
      entries: [],
    });
    expect(await jobs().publish?.({ documentId: 'nope' })).toEqual({
      documentId: 'nope',
      entries: [],
    });
    expect(await jobs().clone({ documentId: 'nope' })).toEqual({ entries: [] });
  });

  test('cannot delete only the draft', async () => {
    const deleting = jobs().delete({ documentId: opening, status: 'draft' });
    await expect(deleting).rejects.toThrow('Cannot delete a draft document');
  });

  test('a clone has the components and relations of its source, and the changed values', async () => {
    const source = await jobs().create({
      data: {
        title: 'Source',
        slug: 'source',
        hours: 4,
        client,
        helpers: [client],
        marks: { a: [1] },
        parts: [{ name: 'p', count: 3 }],
        zone: [{ __component: 'work.kit', label: 'k', parts: [{ name: 'q' }] }],
      },
    });
    const cloned = await jobs().clone({
      documentId: source.documentId,
      data: { title: 'Copy', slug: 'copy' },
      populate: {
        client: true,
        helpers: true,
        parts: true,
        zone: { on: { 'work.kit': { populate: '*' } } },
      },
    });
    expect(cloned.documentId).not.toBe(source.documentId);
    expect(cloned.entries).toMatchObject([
      {
        documentId: cloned.documentId,
        title: 'Copy',
        slug: 'copy',
        hours: 4,
        marks: { a: [1] },
        client: { documentId: client },
        helpers: [{ documentId: client }],
        parts: [{ name: 'p', count: 3 }],
        zone: [{ __component: 'work.kit', label: 'k', parts: [{ name: 'q' }] }],
      },
    ]);
    const kept = await jobs().findOne({
      documentId: String(source.documentId),
      populate: ['parts'],
    });
    expect(kept).toMatchObject({ title: 'Source', parts: [{ name: 'p' }] });
    await jobs().delete({ documentId: source.documentId });
    await jobs().delete({ documentId: cloned.documentId });
  });

  test('an update creates a locale, and publish and clone apply to all locales', async () => {
    const letters = workshop.documents(LETTER);
    await workshop.project.script(
      `insert into i18n_locale (document_id, code, name) values ('fr1', 'fr', 'French')`,
    );
    const fields = ['subject', 'locale', 'number'];
    const created = await letters.create({ data: { subject: 'Hello', number: 1 }, fields });
    expect(created).toMatchObject({ subject: 'Hello', locale: 'en', number: 1 });
    const { documentId } = created;
    const french = { documentId, locale: 'fr', data: { subject: 'Bonjour' }, fields };
    expect(await letters.update(french)).toMatchObject({ locale: 'fr', number: 1 });
    expect(await letters.findMany({ locale: '*', sort: 'locale' })).toHaveLength(2);
    expect((await letters.publish?.({ documentId, locale: '*' }))?.entries).toHaveLength(2);
    const cloned = await letters.clone({ documentId, locale: '*', data: { number: 2 } });
    expect(cloned.entries).toMatchObject([
      { locale: 'en', subject: 'Hello', number: 2 },
      { locale: 'fr', subject: 'Bonjour', number: 2 },
    ]);
    const gone = await letters.delete({ documentId, locale: 'fr', fields: ['subject'] });
    expect(gone.entries).toMatchObject([{ subject: 'Bonjour' }, { subject: 'Bonjour' }]);
    expect((await letters.delete({ documentId, locale: '*' })).entries).toHaveLength(2);
  });
});

describe('middlewares', () => {
  const ends: (() => void)[] = [];
  const use = (middleware: DocumentMiddleware): void =>
    void ends.push(workshop.documents.use(middleware));

  beforeEach(() => {
    for (const end of ends.splice(0)) end();
  });

  test('run outermost first, and see the call', async () => {
    const seen: unknown[] = [];
    for (const name of ['A', 'B']) {
      use(async ({ uid, contentType, action, params }, next) => {
        seen.push([`${name} in`, uid, contentType.uid, action, params]);
        const result = await next();
        seen.push([`${name} out`, Array.isArray(result)]);
        return result;
      });
    }
    const params = { fields: ['title'] };
    await jobs().findMany(params);
    expect(seen).toEqual([
      ['A in', JOB, JOB, 'findMany', params],
      ['B in', JOB, JOB, 'findMany', params],
      ['B out', true],
      ['A out', true],
    ]);
  });

  test('may change parameters in place or replace them, and the result as well', async () => {
    use(async (context, next) => {
      if (context.action === 'findMany') context.params = { filters: { title: 'nobody' } };
      const result = await next();
      return context.action === 'findOne' ? { ...(result as object), title: 'seen' } : result;
    });
    use(async ({ params }, next) => {
      params['status'] = 'published';
      return next();
    });
    expect(await jobs().findMany()).toEqual([]);
    expect(await jobs().findOne({ documentId: opening })).toMatchObject({
      title: 'seen',
      publishedAt: expect.any(String),
    });
  });

  test('replace the call if they do not call next', async () => {
    use(() => ({ documentId: 'pretend', entries: [] }));
    expect(await jobs().delete({ documentId: opening })).toEqual({
      documentId: 'pretend',
      entries: [],
    });
    ends.pop()?.();
    expect(await jobs().findOne({ documentId: opening })).not.toBeNull();
  });

  test('leave the document written if they throw after next', async () => {
    use(async (_, next) => {
      await next();
      throw new Error('After all');
    });
    const crates = workshop.documents(CRATE);
    await expect(crates.create({ data: { name: 'written' } })).rejects.toThrow('After all');
    ends.pop()?.();
    expect(await crates.count({ filters: { name: 'written' } })).toBe(1);
  });
});
