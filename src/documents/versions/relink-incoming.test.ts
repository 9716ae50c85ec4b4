// Links of other rows to a row that is published (docs/strapi/publishing.md, "Links to the published row"): from types
// without drafts, from rows of the same type, from the row itself, and from both sides of a relation.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { linkKindsProject } from '../../../test/support/link-kinds.ts';
import { titlesOf, VersionProject, type Entry } from '../../../test/support/version-project.ts';

let project: VersionProject;

beforeAll(async () => {
  project = await VersionProject.open(linkKindsProject);
});

afterAll(async () => {
  await project.assertWhole();
  await project[Symbol.asyncDispose]();
});

const pages = (...titles: readonly string[]): Promise<readonly string[]> =>
  Promise.all(titles.map((title) => project.published('page', { title })));

describe('a row without drafts', () => {
  interface Holder {
    readonly label: string;
    readonly many: boolean;
    readonly populate: string;
    data(value: unknown): object;
    read(entry: Entry | null): readonly string[];
  }

  const attribute = (name: string, many: boolean): Holder => ({
    label: name,
    many,
    populate: `populate[${name}]=true`,
    data: (value) => ({ [name]: value }),
    read: (entry) => titlesOf(entry?.[name]),
  });

  const holders: readonly Holder[] = [
    attribute('wayMany', true),
    attribute('wayFree', true),
    attribute('wayOne', false),
    {
      label: 'in a component',
      many: true,
      populate: 'populate[card][populate][pages]=true',
      data: (value) => ({ card: { pages: value } }),
      read: (entry) => titlesOf((entry?.['card'] as Entry | null)?.['pages']),
    },
  ];

  const shown = async ({ read, populate }: Holder, plain: string, query = ''): Promise<unknown> =>
    read(await project.read('plain', plain, `${populate}&${query}`));

  test.each(holders)('$label: links to both versions, in one order', async (holder) => {
    const late = await project.draft('page', { title: 'late' });
    const [a = '', z = ''] = await pages('a', 'z');
    const value = holder.many ? [a, late, z] : late;
    const plain = await project.published('plain', { title: 'p', ...holder.data(value) });
    const all = holder.many ? ['a', 'late', 'z'] : ['late'];
    const some = holder.many ? ['a', 'z'] : [];
    expect(await shown(holder, plain)).toEqual(some);
    expect(await shown(holder, plain, 'status=draft')).toEqual(all);
    await project.act('publish', ['page', late]);
    expect(await shown(holder, plain)).toEqual(all);
    await project.act('publish', ['page', late]);
    expect(await shown(holder, plain)).toEqual(all);
    expect(await shown(holder, plain, 'status=draft')).toEqual(all);
    await project.act('unpublish', ['page', late]);
    expect(await shown(holder, plain)).toEqual(some);
    await project.act('publish', ['page', late]);
    expect(await shown(holder, plain)).toEqual(all);
  });

  test.each(holders)('$label: keeps links to a draft that is discarded', async (holder) => {
    const [a = ''] = await pages('a');
    const plain = await project.published('plain', holder.data(holder.many ? [a] : a));
    await project.update(['page', a], { title: 'changed' }, 'status=draft');
    await project.act('discardDraft', ['page', a]);
    expect(await shown(holder, plain, 'status=draft')).toEqual(['a']);
    expect(await shown(holder, plain)).toEqual(['a']);
  });

  test.each(['draft', 'published'])('keeps a link to only the %s version', async (status) => {
    const [a = ''] = await pages('a');
    const wayFree = { connect: [{ documentId: a, status }] };
    const plain = await project.published('plain', { wayFree });
    const both = async (): Promise<unknown> => [
      await project.titles('plain', [plain, 'wayFree']),
      await project.titles('plain', [plain, 'wayFree'], 'status=draft'),
    ];
    expect(await both()).toEqual(status === 'draft' ? [[], ['a']] : [['a'], []]);
    await project.update(['page', a], { title: 'a' });
    // What leads to the draft is found by those who see what is published; the other way nothing is added.
    expect(await both()).toEqual(status === 'draft' ? [['a'], ['a']] : [['a'], []]);
  });

  test.each(['pages', 'homePages'])(
    '%s: two-way; links follow the drafts of the pages',
    async (name) => {
      const late = await project.draft('page', { title: 'late' });
      const [a = '', z = ''] = await pages('a', 'z');
      const plain = await project.published('plain', { title: 'p', [name]: [a, late, z] });
      const titles = (query = ''): Promise<unknown> =>
        project.titles('plain', [plain, name], query);
      expect([await titles(), await titles('status=draft')]).toEqual([
        ['a', 'z'],
        ['a', 'late', 'z'],
      ]);
      for (const action of ['publish', 'publish', 'unpublish', 'publish'] as const) {
        await project.act(action, ['page', late]);
        const shown = action === 'unpublish' ? ['a', 'z'] : ['a', 'late', 'z'];
        expect([action, await titles()]).toEqual([action, shown]);
      }
      const own = name === 'pages' ? { plains: [] } : { home: null };
      await project.update(['page', a], own, 'status=draft');
      expect([await titles(), await titles('status=draft')]).toEqual([
        ['a', 'late', 'z'],
        ['late', 'z'],
      ]);
      await project.act('publish', ['page', a]);
      expect(await titles()).toEqual(['late', 'z']);
    },
  );

  test('links to several types stay when their targets are published again', async () => {
    const made = await pages('a', 'b');
    const items = made.map((documentId) => ({ __type: 'api::page.page', documentId }));
    const plain = await project.published('plain', { title: 'p', items });
    const titles = async (query = ''): Promise<unknown> => {
      const entry = await project.read(
        'plain',
        plain,
        `populate[items][on][api::page.page]=true&${query}`,
      );
      return titlesOf(entry?.['items']);
    };
    const before = [await titles(), await titles('status=draft')];
    expect(before.flat()).toContain('a');
    for (const documentId of [...made, ...made]) {
      await project.act('publish', ['page', documentId]);
      expect([await titles(), await titles('status=draft')]).toEqual(before);
    }
  });

  test.each([undefined, 'published'])(
    'a link that unpublishing removed does not return (%s version)',
    async (status) => {
      const [a = ''] = await pages('a');
      const link = { documentId: a, ...(status === undefined ? {} : { status }) };
      const linked = { wayFree: { connect: [link] }, card: { pages: { connect: [link] } } };
      const plain = await project.published('plain', { title: 'p', ...linked });
      await project.act('unpublish', ['page', a]);
      await project.update(['plain', plain], { wayFree: [], card: { pages: [] } });
      await project.act('publish', ['page', a]);
      expect(
        await project.read('plain', plain, 'populate[wayFree]=true&populate[card][populate]=*'),
      ).toMatchObject({ wayFree: [], card: { pages: [] } });
    },
  );

  test('a column references the published row', async () => {
    const late = await project.draft('page', { title: 'late' });
    const plain = await project.published('plain', { columnOne: late });
    expect(await project.titles('plain', [plain, 'columnOne'])).toEqual([]);
    await project.act('publish', ['page', late]);
    expect(await project.titles('plain', [plain, 'columnOne'])).toEqual(['late']);
    await project.update(['page', late], { title: 'again' });
    expect(await project.titles('plain', [plain, 'columnOne'])).toEqual(['again']);
    await project.act('unpublish', ['page', late]);
    await project.act('publish', ['page', late]);
    expect(await project.titles('plain', [plain, 'columnOne'])).toEqual(['again']);
  });
});

describe('rows of the same type', () => {
  test.each(['related', 'relatedFree'])(
    '%s: keep a link whose order changed in their drafts',
    async (name) => {
      const [a = '', t = '', z = ''] = await pages('a', 't', 'z');
      const s = await project.published('page', { title: 's', [name]: [a, t, z] });
      const connect = [{ documentId: t, position: { end: true } }];
      await project.update(['page', s], { [name]: { connect } }, 'status=draft');
      expect(await project.titles('page', [s, name])).toEqual(['a', 't', 'z']);
      await project.update(['page', t], { title: 't' });
      expect(await project.titles('page', [s, name])).toEqual(['a', 'z', 't']);
    },
  );

  test.each(['related', 'relatedFree'])(
    '%s: receive a link that their drafts have',
    async (name) => {
      const [t = ''] = await pages('t');
      const s = await project.published('page', { title: 's' });
      await project.update(['page', s], { [name]: [t] }, 'status=draft');
      expect(await project.titles('page', [s, name])).toEqual([]);
      await project.update(['page', t], { title: 't' });
      expect(await project.titles('page', [s, name])).toEqual(['t']);
    },
  );

  test.each(['related', 'relatedFree', 'relatedOne'])(
    '%s: keep a link that their drafts removed, until they are published',
    async (name) => {
      const [t = ''] = await pages('t');
      const one = name === 'relatedOne';
      const s = await project.published('page', { title: 's', [name]: one ? t : [t] });
      await project.update(['page', s], { [name]: one ? null : [] }, 'status=draft');
      await project.update(['page', t], { title: 't' });
      expect(await project.titles('page', [s, name])).toEqual(['t']);
      await project.act('publish', ['page', s]);
      expect(await project.titles('page', [s, name])).toEqual([]);
    },
  );
});

describe('a link to the document itself', () => {
  const ITEM = 'api::page.page';
  const names = ['related', 'relatedFree', 'relatedOne', 'parent', 'children', 'items'];

  test.each(names)('%s: draft to draft, published to published', async (name) => {
    const self = await project.published('page', { title: 'self' });
    const many = name !== 'relatedOne' && name !== 'parent';
    const item = name === 'items' ? { __type: ITEM, documentId: self } : self;
    const populate = name === 'items' ? `populate[items][on][${ITEM}]=true` : `populate=${name}`;
    const value = many ? [item] : item;
    const response = await project.update(['page', self], { [name]: value }, populate);
    for (let round = 0; round < 3; round++) {
      for (const status of ['draft', 'published']) {
        const entry = await project.read('page', self, `${populate}&status=${status}`);
        const [linked] = [entry?.[name]].flat() as readonly Entry[];
        expect(linked).toMatchObject({ id: entry?.id, documentId: self });
        if (round === 0 && status === 'published') expect(response).toEqual(entry);
      }
      await project.act('publish', ['page', self]);
    }
  });
});

describe('a target that belongs to one document', () => {
  test('one to one: moves when the other document is published', async () => {
    const term = await project.published('term', { title: 't' });
    const one = await project.published('page', { title: 'one', twin: term });
    const two = await project.draft('page', { title: 'two', twin: term });
    const shown = async (query: string): Promise<unknown> => [
      await project.titles('page', [one, 'twin'], query),
      await project.titles('page', [two, 'twin'], query),
      await project.titles('term', [term, 'twinOf'], query),
    ];
    expect(await shown('status=draft')).toEqual([[], ['t'], ['two']]);
    expect(await shown('')).toEqual([['t'], [], ['one']]);
    await project.act('publish', ['page', two]);
    expect(await shown('')).toEqual([[], ['t'], ['two']]);
  });

  test.each([
    ['term', 'chosenBy', 'page', 'chosen'],
    ['page', 'children', 'page', 'parent'],
  ])('one to many: %s.%s', async (source, name, target, inverse) => {
    const child = await project.published(target, { title: 'child' });
    const other = await project.published(target, { title: 'other' });
    const one = await project.published(source, { title: 'one', [name]: [child, other] });
    const two = await project.draft(source, { title: 'two', [name]: [child] });
    const shown = async (query: string): Promise<unknown> => [
      await project.titles(source, [one, name], query),
      await project.titles(source, [two, name], query),
      await project.titles(target, [child, inverse], query),
    ];
    expect(await shown('status=draft')).toEqual([['other'], ['child'], ['two']]);
    expect(await shown('')).toEqual([['child', 'other'], [], ['one']]);
    await project.act('publish', [source, two]);
    expect(await shown('')).toEqual([['other'], ['child'], ['two']]);
  });

  test('an existing link takes precedence over a pending one', async () => {
    const term = await project.draft('term', { title: 't' });
    const one = await project.published('page', { title: 'one', twin: term });
    const two = await project.draft('page', { title: 'two', twin: term });
    await project.act('publish', ['page', two]);
    await project.act('publish', ['term', term]);
    const shown = [one, two].map((page) => project.titles('page', [page, 'twin']));
    expect((await Promise.all(shown)).flat()).toEqual(['t']);
  });
});

describe('the inverse side of a relation', () => {
  test.each([
    ['term', 'pages', 'page', 'terms'],
    ['page', 'terms', 'term', 'pages'],
    ['term', 'chosenBy', 'page', 'chosen'],
    ['page', 'children', 'page', 'parent'],
  ])('%s.%s keeps its order when a target is published again', async (source, name, target) => {
    const made = ['a', 'b', 'c'].map((title) => project.published(target, { title }));
    const [a = '', b = '', c = ''] = await Promise.all(made);
    const s = await project.published(source, { title: 's', [name]: [c, b, a] });
    for (const documentId of [a, b, c, b]) {
      await project.act('publish', [target, documentId]);
      expect(await project.titles(source, [s, name])).toEqual(['c', 'b', 'a']);
    }
  });

  test.each([
    ['term', 'pages', 'page'],
    ['page', 'terms', 'term'],
    ['term', 'chosenBy', 'page'],
    ['page', 'children', 'page'],
  ])(
    '%s.%s keeps its order even if its draft has a different one',
    async (source, name, target) => {
      const made = ['a', 'b', 'c'].map((title) => project.published(target, { title }));
      const [a = '', b = '', c = ''] = await Promise.all(made);
      const s = await project.published(source, { title: 's', [name]: [a, b, c] });
      await project.update([source, s], { [name]: { set: [c, b, a] } }, 'status=draft');
      await project.act('publish', [target, a]);
      await project.act('publish', [target, c]);
      expect(await project.titles(source, [s, name])).toEqual(['a', 'b', 'c']);
      expect(await project.titles(source, [s, name], 'status=draft')).toEqual(['c', 'b', 'a']);
      await project.act('publish', [source, s]);
      expect(await project.titles(source, [s, name])).toEqual(['c', 'b', 'a']);
    },
  );

  test('a link that the draft removed disappears when the other side is published', async () => {
    const term = await project.published('term', { title: 't' });
    const page = await project.published('page', { title: 'p', terms: [term] });
    await project.update(['page', page], { terms: [] }, 'status=draft');
    expect(await project.titles('page', [page, 'terms'])).toEqual(['t']);
    await project.act('publish', ['term', term]);
    expect(await project.titles('page', [page, 'terms'])).toEqual([]);
  });

  test('a link that the draft of the other side added appears when that document is published', async () => {
    const page = await project.published('page', { title: 'p' });
    const term = await project.published('term', { title: 't' });
    await project.update(['term', term], { pages: [page] }, 'status=draft');
    expect(await project.titles('page', [page, 'terms'])).toEqual([]);
    await project.act('publish', ['term', term]);
    expect(await project.titles('page', [page, 'terms'])).toEqual(['t']);
  });
});

test('a tree of documents is the same in both versions, in whatever order they are published', async () => {
  const root = await project.draft('page', { title: 'root' });
  const [x = '', y = ''] = await Promise.all(
    ['x', 'y'].map((title) => project.draft('page', { title, parent: root })),
  );
  const leaf = await project.draft('page', { title: 'leaf', parent: y });
  for (const page of [leaf, y, root, x]) await project.act('publish', ['page', page]);
  const tree = async (query: string): Promise<unknown> =>
    project.read(
      'page',
      root,
      `fields=title&populate[children][fields]=title&populate[children][populate][children][fields]=title&${query}`,
    );
  for (const query of ['', 'status=draft']) {
    expect(await tree(query)).toMatchObject({
      title: 'root',
      children: [
        { title: 'x', children: [] },
        { title: 'y', children: [{ title: 'leaf' }] },
      ],
    });
  }
});
