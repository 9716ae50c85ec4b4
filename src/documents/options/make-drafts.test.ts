// Drafts that are switched on for a type with documents (docs/strapi/differences.md, D10).
import { describe, expect, test } from 'vitest';
import { expectOwnVersions, makeLinked } from '../../../test/support/switched-project.ts';
import type { Options } from '../../../test/support/strapi-schemas.ts';
import { sqlMoment } from '../../../test/support/test-database.ts';
import type { VersionProject } from '../../../test/support/version-project.ts';

const ON: Options = { thing: { drafts: true } };
const OFF: Options = {};

/** What both versions of a document have in an attribute. */
async function both(
  project: VersionProject,
  [name, documentId, attribute]: readonly [string, string, string],
): Promise<{ draft: readonly string[]; published: readonly string[] }> {
  return {
    draft: await project.titles(name, [documentId, attribute], 'status=draft'),
    published: await project.titles(name, [documentId, attribute]),
  };
}

const same = (...titles: readonly string[]) => ({ draft: titles, published: titles });

test('creates one draft for every published row, and keeps existing ones', async () => {
  const made = makeLinked();
  let project = await made.start(OFF);
  const one = await project.published('thing', { title: 'one' });
  const two = await project.published('thing', { title: 'two' });
  const before = await project.rows('select * from things order by id');
  for (let i = 0; i < 2; i += 1) {
    project = await made.start(ON);
    const rows = await project.rows('select * from things order by id');
    expect(rows.slice(0, 2)).toEqual(before);
    const drafts = rows.slice(2);
    expect(drafts.map((row) => [row['document_id'], row['title'], row['published_at']])).toEqual([
      [one, 'one', null],
      [two, 'two', null],
    ]);
    expect(drafts.map((row) => row['updated_at'])).toEqual(before.map((row) => row['updated_at']));
    await project.assertWhole();
  }
});

describe('keeps the order of links', () => {
  test('to rows without drafts', async () => {
    const made = makeLinked();
    let project = await made.start(OFF);
    const [p, q, r] = await people(project);
    const thing = await project.published('thing', {
      title: 't',
      author: p,
      owner: q,
      friends: [r, p, q],
    });
    const other = await project.published('thing', { title: 'u', author: p });
    project = await made.start(ON);
    expect(await both(project, ['thing', thing, 'author'])).toEqual(same('p'));
    expect(await both(project, ['thing', thing, 'owner'])).toEqual(same('q'));
    expect(await both(project, ['thing', thing, 'friends'])).toEqual(same('r', 'p', 'q'));
    expect(await both(project, ['thing', other, 'owner'])).toEqual(same());
    expect(await both(project, ['person', p, 'things'])).toEqual(same('t', 'u'));
    expect(await both(project, ['person', q, 'owned'])).toEqual(same('t'));
    await check(project);
  });

  test('of rows without drafts and their components, to both versions', async () => {
    const made = makeLinked();
    let project = await made.start(OFF);
    const [a, b, c] = await things(project);
    const parts = [{ title: 'x', things: [c, a] }];
    const person = await project.published('person', {
      title: 'p',
      favourite: b,
      picks: [c, a, b],
      parts,
    });
    project = await made.start(ON);
    expect(await both(project, ['person', person, 'favourite'])).toEqual(same('b'));
    expect(await both(project, ['person', person, 'picks'])).toEqual(same('c', 'a', 'b'));
    expect(await inParts(project, ['person', person, 'things'])).toEqual(same('c', 'a'));
    await project.update(['thing', a], { title: 'A' }, 'status=draft');
    expect(await both(project, ['person', person, 'picks'])).toEqual({
      draft: ['c', 'A', 'b'],
      published: ['c', 'a', 'b'],
    });
    await check(project);
  });

  test('to rows with drafts, each version to its own', async () => {
    const made = makeLinked();
    let project = await made.start(OFF);
    const pages = await Promise.all(
      ['a', 'b', 'c'].map((title) => project.published('page', { title })),
    );
    const [a, b, c] = pages as [string, string, string];
    const image = await media(project);
    const parts = [{ title: 'x', pages: [c, a], image: [image], inner: { title: 'i', page: b } }];
    const zone = [{ __component: 'shared.part', title: 'z', pages: [b, c] }];
    const thing = await project.published('thing', {
      title: 't',
      pages: [c, a, b],
      twin: b,
      best: c,
      listed: [b, c, a],
      shown: [a, b],
      image,
      parts,
      zone,
    });
    project = await made.start(ON);
    expect(await both(project, ['thing', thing, 'pages'])).toEqual(same('c', 'a', 'b'));
    expect(await both(project, ['thing', thing, 'twin'])).toEqual(same('b'));
    expect(await both(project, ['thing', thing, 'best'])).toEqual(same('c'));
    expect(await both(project, ['thing', thing, 'listed'])).toEqual(same('b', 'c', 'a'));
    expect(await both(project, ['thing', thing, 'shown'])).toEqual(same('a', 'b'));
    expect(await both(project, ['page', b, 'twin'])).toEqual(same('t'));
    expect(await both(project, ['page', a, 'things'])).toEqual(same('t'));
    expect(await inParts(project, ['thing', thing, 'pages'])).toEqual(same('c', 'a'));
    for (const status of ['draft', 'published']) {
      const populate =
        'populate[parts][populate][image]=true&populate[parts][populate][inner][populate]=page&populate[zone][on][shared.part][populate]=pages&populate[image]=true';
      const entry = await project.read('thing', thing, `${populate}&status=${status}`);
      expect(entry).toMatchObject({
        image: { id: image },
        parts: [
          { title: 'x', image: [{ id: image }], inner: { title: 'i', page: { title: 'b' } } },
        ],
        zone: [{ title: 'z', pages: [{ title: 'b' }, { title: 'c' }] }],
      });
    }
    for (const page of [a, b, c])
      await project.update(['page', page], { title: 'new' }, 'status=draft');
    expect(await both(project, ['thing', thing, 'pages'])).toEqual({
      draft: ['new', 'new', 'new'],
      published: ['c', 'a', 'b'],
    });
    await check(project);
  });

  test('of the drafts and published rows on the other side', async () => {
    const made = makeLinked();
    let project = await made.start(OFF);
    const [a, b, c] = await things(project);
    const parts = [{ title: 'x', things: [a, b] }];
    const page = await project.published('page', {
      title: 'p',
      things: [a, b],
      twin: a,
      lead: b,
      list: [b, a],
      parts,
    });
    const drafted = {
      things: [c, b],
      twin: c,
      lead: c,
      list: [c, b],
      parts: [{ title: 'y', things: [c] }],
    };
    await project.update(['page', page], drafted, 'status=draft');
    project = await made.start(ON);
    const expected = {
      things: { draft: ['c', 'b'], published: ['a', 'b'] },
      twin: { draft: ['c'], published: ['a'] },
      lead: { draft: ['c'], published: ['b'] },
      list: { draft: ['c', 'b'], published: ['b', 'a'] },
    };
    for (const [attribute, versions] of Object.entries(expected)) {
      expect([attribute, await both(project, ['page', page, attribute])]).toEqual([
        attribute,
        versions,
      ]);
    }
    expect(await inParts(project, ['page', page, 'things'])).toEqual({
      draft: ['c'],
      published: ['a', 'b'],
    });
    expect(await both(project, ['thing', a, 'pages'])).toEqual({ draft: [], published: ['p'] });
    expect(await both(project, ['thing', c, 'twin'])).toEqual({ draft: ['p'], published: [] });
    await check(project);
    await project.act('publish', ['page', page]);
    for (const [attribute, { draft }] of Object.entries(expected)) {
      expect([attribute, await both(project, ['page', page, attribute])]).toEqual([
        attribute,
        same(...draft),
      ]);
    }
    await check(project);
  });

  test('to unpublished documents, which are linked when they are published', async () => {
    const made = makeLinked();
    let project = await made.start(OFF);
    const a = await project.published('page', { title: 'a' });
    const late = await project.draft('page', { title: 'late' });
    const b = await project.published('page', { title: 'b' });
    const thing = await project.published('thing', {
      title: 't',
      listed: [a, late, b],
      best: late,
      parts: [{ title: 'x', pages: [late, b] }],
    });
    project = await made.start(ON);
    expect(await both(project, ['thing', thing, 'listed'])).toEqual({
      draft: ['a', 'late', 'b'],
      published: ['a', 'b'],
    });
    await check(project);
    await project.act('publish', ['page', late]);
    expect(await both(project, ['thing', thing, 'listed'])).toEqual(same('a', 'late', 'b'));
    expect(await both(project, ['thing', thing, 'best'])).toEqual(same('late'));
    expect(await inParts(project, ['thing', thing, 'pages'])).toEqual(same('late', 'b'));
    await check(project);
  });

  test('between documents whose types are changed together', async () => {
    const made = makeLinked();
    let project = await made.start(OFF);
    const [a, b, c] = await things(project);
    const tag = await project.published('tag', { title: 'tag', things: [c, a] });
    await project.update(['thing', a], {
      related: [c, b, a],
      parent: b,
      parts: [{ title: 'x', things: [b, a] }],
    });
    await project.update(['thing', c], { parent: b });
    project = await made.start({ ...ON, tag: { drafts: true } });
    expect(await both(project, ['thing', a, 'related'])).toEqual(same('c', 'b', 'a'));
    expect(await both(project, ['thing', b, 'children'])).toEqual(same('a', 'c'));
    expect(await both(project, ['thing', c, 'parent'])).toEqual(same('b'));
    expect(await both(project, ['tag', tag, 'things'])).toEqual(same('c', 'a'));
    expect(await both(project, ['thing', a, 'tags'])).toEqual(same('tag'));
    expect(await inParts(project, ['thing', a, 'things'])).toEqual(same('b', 'a'));
    await check(project);
  });

  test('of more documents than fit in one batch', async () => {
    const made = makeLinked();
    let project = await made.start(OFF);
    const ids: string[] = [];
    for (let i = 0; i < 320; i += 1) ids.push(await project.published('thing', { title: `${i}` }));
    const [first = '', last = ''] = [ids[0], ids.at(-1)];
    await project.update(['thing', first], { related: [last, first], parent: last });
    await project.update(['thing', last], { related: [first] });
    const person = await project.published('person', { title: 'p', picks: [last, first] });
    project = await made.start(ON);
    expect(await both(project, ['thing', first, 'related'])).toEqual(same('319', '0'));
    expect(await both(project, ['thing', last, 'related'])).toEqual(same('0'));
    expect(await both(project, ['thing', last, 'children'])).toEqual(same('0'));
    expect(await both(project, ['person', person, 'picks'])).toEqual(same('319', '0'));
    await check(project);
  });
});

describe('earlier drafts', () => {
  test('return if the document is unchanged; otherwise the draft matches the published version', async () => {
    const made = makeLinked();
    let project = await made.start(ON);
    const changed = await project.published('thing', { title: 'one' });
    await project.update(['thing', changed], { title: 'lost?' }, 'status=draft');
    const drafted = await project.published('thing', { title: 'two' });
    await project.update(['thing', drafted], { title: 'drafted' }, 'status=draft');
    const never = await project.draft('thing', { title: 'never' });
    project = await made.start(OFF);
    expect(await project.read('thing', never)).toBe(null);
    expect(await project.read('thing', drafted)).toMatchObject({ title: 'two' });
    await project.update(['thing', changed], { title: 'new' });
    const later = await project.published('thing', { title: 'later' });
    project = await made.start(ON);
    const titles = async (query: string) => {
      const found = [];
      for (const id of [changed, drafted, never, later]) {
        found.push((await project.read('thing', id, query))?.['title']);
      }
      return found;
    };
    expect(await titles('status=draft')).toEqual(['new', 'drafted', 'never', 'later']);
    expect(await titles('')).toEqual(['new', 'two', undefined, 'later']);
    await check(project);
  });

  test('keep their links; drafts that are replaced get the published links', async () => {
    const made = makeLinked();
    let project = await made.start(ON);
    const [p, q] = await people(project);
    const [a, b] = [
      await project.published('page', { title: 'a' }),
      await project.published('page', { title: 'b' }),
    ];
    const stays = await project.published('thing', {
      title: 's',
      pages: [a],
      friends: [p],
      related: [],
    });
    await project.update(
      ['thing', stays],
      { pages: [b, a], friends: [q], parts: [{ title: 'x', pages: [b] }] },
      'status=draft',
    );
    const goes = await project.published('thing', {
      title: 'g',
      pages: [a],
      friends: [p],
      author: p,
    });
    await project.update(['thing', goes], { friends: [q], related: [stays] }, 'status=draft');
    await project.update(['page', b], { lead: goes }, 'status=draft');
    project = await made.start(OFF);
    await project.update(['thing', goes], { title: 'G', friends: [q, p] });
    project = await made.start(ON);
    expect(await both(project, ['thing', stays, 'pages'])).toEqual({
      draft: ['b', 'a'],
      published: ['a'],
    });
    expect(await both(project, ['thing', stays, 'friends'])).toEqual({
      draft: ['q'],
      published: ['p'],
    });
    expect(await inParts(project, ['thing', stays, 'pages'])).toEqual({
      draft: ['b'],
      published: [],
    });
    expect(await both(project, ['thing', goes, 'friends'])).toEqual(same('q', 'p'));
    expect(await both(project, ['thing', goes, 'pages'])).toEqual(same('a'));
    expect(await both(project, ['thing', goes, 'author'])).toEqual(same('p'));
    expect(await both(project, ['thing', goes, 'related'])).toEqual(same());
    expect(await both(project, ['page', b, 'lead'])).toEqual({ draft: ['G'], published: [] });
    await check(project);
  });

  test('are linked by documents that were published in the meantime', async () => {
    const made = makeLinked();
    let project = await made.start(ON);
    const both_ = await project.published('thing', { title: 'both' });
    const never = await project.draft('thing', { title: 'never' });
    const page = await project.draft('page', {
      title: 'p',
      things: [never, both_],
      list: [both_, never],
    });
    project = await made.start(OFF);
    await project.act('publish', ['page', page]);
    project = await made.start(ON);
    await check(project);
    expect(await both(project, ['page', page, 'things'])).toEqual({
      draft: ['never', 'both'],
      published: ['both'],
    });
    await project.act('publish', ['thing', never]);
    expect(await both(project, ['page', page, 'things'])).toEqual(same('never', 'both'));
    expect(await both(project, ['page', page, 'list'])).toEqual(same('both', 'never'));
    await check(project);
  });
});

async function people(project: VersionProject): Promise<[string, string, string]> {
  return [
    await project.published('person', { title: 'p' }),
    await project.published('person', { title: 'q' }),
    await project.published('person', { title: 'r' }),
  ];
}

async function things(project: VersionProject): Promise<[string, string, string]> {
  return [
    await project.published('thing', { title: 'a' }),
    await project.published('thing', { title: 'b' }),
    await project.published('thing', { title: 'c' }),
  ];
}

/** The titles that the components of both versions lead to. */
async function inParts(
  project: VersionProject,
  [name, documentId, attribute]: readonly [string, string, string],
): Promise<{ draft: readonly string[]; published: readonly string[] }> {
  const of = async (status: string): Promise<readonly string[]> => {
    const query = `populate[parts][populate]=${attribute}&status=${status}`;
    const entry = await project.read(name, documentId, query);
    const parts = entry?.['parts'] as readonly Record<string, readonly { title: string }[]>[];
    return parts.flatMap((part) => part[attribute]?.map(({ title }) => title) ?? []);
  };
  return { draft: await of('draft'), published: await of('published') };
}

async function media(project: VersionProject): Promise<number> {
  const [file] = await project.rows(
    `insert into files (document_id, name, published_at) values ('file', 'f.png', ${sqlMoment(1)}) returning id`,
  );
  return Number(file?.['id']);
}

async function check(project: VersionProject): Promise<void> {
  await project.assertWhole();
  await expectOwnVersions(project);
}
