// A row that replaces another keeps the links to it and their order: a published row that is published again, and a
// discarded draft. For links of every kind, and of each form of storage.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  linkKinds,
  linkKindsProject,
  representativeKinds,
  type LinkKind,
} from '../../../test/support/link-kinds.ts';
import { onClient } from '../../../test/support/test-database.ts';
import { titlesOf, VersionProject } from '../../../test/support/version-project.ts';

const KINDS = onClient({ sqlite: linkKinds, postgres: representativeKinds });

let project: VersionProject;

beforeAll(async () => {
  project = await VersionProject.open(linkKindsProject);
});

afterAll(async () => {
  await project.assertWhole();
  await project[Symbol.asyncDispose]();
});

/** What both versions of a source lead to. */
async function shown(kind: LinkKind, source: string): Promise<readonly (readonly string[])[]> {
  const versions = ['draft', 'published'].map(async (status) => {
    const query = `${kind.populate}&status=${status}`;
    const titles = kind.read(await project.read(kind.source, source, query));
    return kind.ordered ? titles : titles.toSorted();
  });
  return Promise.all(versions);
}

function many(kind: LinkKind, ...titles: readonly string[]): readonly string[] {
  return kind.many ? titles : titles.slice(0, 1);
}

/** Published targets of a link. @returns their documentIds */
async function targets(kind: LinkKind): Promise<readonly string[]> {
  const made: string[] = [];
  for (const title of many(kind, 'b', 'a', 'c')) {
    made.push(await project.published(kind.target, { title }));
  }
  return made;
}

describe.each(KINDS)('$label', (kind) => {
  test('all links remain if their targets and the document are replaced', async () => {
    const made = await targets(kind);
    const source = await project.published(kind.source, { title: 's', ...kind.data(made) });
    const titles = kind.ordered ? many(kind, 'b', 'a', 'c') : many(kind, 'a', 'b', 'c');
    const all = [...made.map((id) => [kind.target, id] as const), [kind.source, source] as const];
    for (const action of ['publish', 'discardDraft', 'publish'] as const) {
      for (const document of all) {
        await project.act(action, document);
        expect([action, document[0], await shown(kind, source)]).toEqual([
          action,
          document[0],
          [titles, titles],
        ]);
      }
    }
  });
});

describe.each(representativeKinds)('$label', (kind) => {
  test('a discarded draft has the links of the published row', async () => {
    const made = await targets(kind);
    const source = await project.published(kind.source, { title: 's', ...kind.data(made) });
    const before = await shown(kind, source);
    const other = await project.published(kind.target, { title: 'other' });
    await project.update([kind.source, source], kind.data([other]), 'status=draft');
    expect(await shown(kind, source)).not.toEqual(before);
    await project.act('discardDraft', [kind.source, source]);
    expect(await shown(kind, source)).toEqual(before);
  });

  test('all documents are published, unpublished and published again together', async () => {
    const made = await targets(kind);
    const source = await project.published(kind.source, { title: 's', ...kind.data(made) });
    const before = await shown(kind, source);
    const documents = [[kind.source, source], ...made.map((id) => [kind.target, id])] as const;
    const pairs = documents.map(([name = '', id = '']) => [name, id] as const);
    for (const order of [pairs, pairs.toReversed()]) {
      for (const pair of order) await project.act('unpublish', pair);
      expect(await project.read(kind.source, source)).toBeNull();
      for (const pair of order) await project.act('publish', pair);
      expect(await shown(kind, source)).toEqual(before);
    }
  });
});

describe('links to several types', () => {
  test('keep the order of all types, pending links included', async () => {
    const plain = await project.published('plain', { title: 'plain' });
    const page = await project.draft('page', { title: 'late page' });
    const term = await project.draft('term', { title: 'late term' });
    const there = await project.published('term', { title: 'term' });
    const types = { page: 'api::page.page', term: 'api::term.term', plain: 'api::plain.plain' };
    const items = [
      { __type: types.term, documentId: term },
      { __type: types.plain, documentId: plain },
      { __type: types.page, documentId: page },
      { __type: types.term, documentId: there },
    ];
    const source = await project.published('page', { title: 's', items });
    const on = Object.values(types).map((uid) => `populate[items][on][${uid}]=true`);
    const titles = async (): Promise<unknown> => {
      const entry = await project.read('page', source, on.join('&'));
      return titlesOf(entry?.['items']);
    };
    expect(await titles()).toEqual(['plain', 'term']);
    await project.act('publish', ['page', page]);
    expect(await titles()).toEqual(['plain', 'late page', 'term']);
    await project.act('publish', ['term', term]);
    expect(await titles()).toEqual(['late term', 'plain', 'late page', 'term']);
  });
});

test('drops pending links of attributes that the schema no longer contains', async () => {
  const late = await project.draft('term', { title: 'late' });
  const { id } = await project.create('page', { title: 'p' });
  const insert = (...values: readonly (string | number)[]): Promise<void> =>
    project.script(`insert into quoin_pending_links
      (owner_type, owner_id, source_type, source_id, attribute, target_type, target_document, target_status)
      values (${values.map((value) => `'${value}'`).join(', ')}, 'published')`);
  const [PAGE, TERM, GONE] = ['api::page.page', 'api::term.term', 'api::gone.gone'];
  await insert(PAGE, id, PAGE, id, 'gone', TERM, late);
  await insert(PAGE, id, 'parts.gone', 1, 'terms', TERM, late);
  await insert(PAGE, id, PAGE, id, 'title', TERM, late);
  await insert(GONE, 1, GONE, 1, 'terms', TERM, late);
  await project.act('publish', ['term', late]);
  expect(
    await project.rows('select 1 from quoin_pending_links where target_document = $1', late),
  ).toEqual([]);
  await insert(PAGE, id, PAGE, id, 'terms', GONE, 'gone');
  await project.restart();
  expect(
    await project.act('publish', ['page', (await project.create('page', {})).documentId]),
  ).toHaveLength(1);
  await project.script('delete from quoin_pending_links');
});
