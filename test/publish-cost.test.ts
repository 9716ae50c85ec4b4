// The number of statements of a publication depends on the tables that the document uses: not on its rows, nor on the
// number of content-types. (The savepoint around it is not counted.)
//
// For a document with
//   components in C tables, linked in O tables (including its own if its type has components), of which P are tables of
//   components,
//   and links in L tables (links of files are one) to D types with versions,
// a first publication takes at most
//   7 + O + P + 2·C + L + D                      statements:
//   7 find and read the document, check long texts in components, copy the row, read its links and the pending links to it,
//   and read the response;
//   O + P read and insert the links to components; 2·C read components if rules apply to their values, and copy them;
//   L insert links, and D find their targets;
// and in addition
//   1 if links are pending;
//   1 for each unique attribute;
//   5 for each relation whose targets can have one owner only, which is replaced;
//   ⌈I / 200⌉ + K if I attributes of others link to its type one-way, of which K have links to the document.
// A further publication also takes, for the replaced row,
//   3 + C + M                                    if M tables refer to it or to its components by id and type (links of
//                                                files are one).
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { collectionType, schemaOf, type ProjectFiles } from './support/project-folder.ts';
import { onClient } from './support/test-database.ts';
import { VersionProject } from './support/version-project.ts';

const PAGE = 'api::page.page';
const TERM = 'api::term.term';

const component = (name: string, attributes: object): object => ({
  collectionName: `components_parts_${name}s`,
  info: { displayName: name },
  attributes,
});

const toTerms = { type: 'relation', relation: 'oneToMany', target: TERM };
const files = { type: 'media', multiple: true };

/** A page of components in components, with files and relations. */
const pageProject: ProjectFiles = {
  [schemaOf('page')]: collectionType('page', {
    title: { type: 'string', required: true },
    terms: { type: 'relation', relation: 'manyToMany', target: TERM, inversedBy: 'pages' },
    parent: { type: 'relation', relation: 'manyToOne', target: PAGE, inversedBy: 'children' },
    children: { type: 'relation', relation: 'oneToMany', target: PAGE, mappedBy: 'parent' },
    gallery: files,
    zone: { type: 'dynamiczone', components: ['parts.hero', 'parts.deck'] },
  }),
  [schemaOf('term')]: collectionType('term', {
    title: { type: 'string' },
    pages: { type: 'relation', relation: 'manyToMany', target: PAGE, mappedBy: 'terms' },
  }),
  'src/components/parts/hero.json': component('hero', {
    text: { type: 'string', required: true },
    image: { type: 'media' },
    terms: toTerms,
  }),
  'src/components/parts/deck.json': component('deck', {
    cards: { type: 'component', repeatable: true, component: 'parts.card' },
  }),
  'src/components/parts/card.json': component('card', {
    label: { type: 'string' },
    files,
    terms: toTerms,
  }),
};

/** Other types, some of them with links to pages. */
function others(count: number, leading: number): ProjectFiles {
  const pages = { type: 'relation', relation: 'oneToMany', target: PAGE };
  return Object.fromEntries(
    Array.from({ length: count }, (_, i) => [
      schemaOf(`other${i}`),
      collectionType(`other${i}`, {
        title: { type: 'string' },
        ...(i < leading ? { pages } : {}),
      }),
    ]),
  );
}

let project: VersionProject;
let terms: readonly string[];

beforeAll(async () => {
  project = await VersionProject.open({ ...pageProject, ...others(5, 0) });
  terms = await prepare(project);
});

afterAll(() => project[Symbol.asyncDispose]());

async function prepare(of: VersionProject): Promise<readonly string[]> {
  await of.script(
    `insert into files (document_id, name) values ('file1', 'file 1'), ('file2', 'file 2'), ('file3', 'file 3')`,
  );
  const made: string[] = [];
  for (let i = 0; i < 110; i++) made.push(await of.published('term', { title: `t${i}` }));
  return made;
}

/** A zone of this many components, half of them with three more in each. */
const zone = (count: number): readonly object[] =>
  Array.from({ length: count }, (_, i) =>
    i % 2 === 0
      ? {
          __component: 'parts.hero',
          text: `h${i}`,
          image: 1,
          terms: terms.slice(i % 7, (i % 7) + 2),
        }
      : {
          __component: 'parts.deck',
          cards: [1, 2, 3].map((n) => ({
            label: `c${i}.${n}`,
            files: [1, 2, 3],
            terms: [terms[n]],
          })),
        },
  );

interface Costs {
  readonly first: number;
  readonly again: number;
  readonly update: number;
  readonly discard: number;
  readonly unpublish: number;
}

/** Statements of what is done to a document, one after another. */
async function costsOf(of: VersionProject, data: object): Promise<Costs> {
  const page = ['page', await of.draft('page', { title: 'p', ...data })] as const;
  const act = (action: 'publish' | 'discardDraft' | 'unpublish'): Promise<number> =>
    of.statements(() => of.act(action, page, 'fields=title'));
  return {
    first: await act('publish'),
    again: await act('publish'),
    update: await of.statements(() => of.update(page, { title: 'q' }, 'fields=title')),
    discard: await act('discardDraft'),
    unpublish: await act('unpublish'),
  };
}

interface Touched {
  readonly owners: number;
  readonly places: number;
  readonly parts: number;
  readonly links: number;
  readonly types: number;
  readonly naming: number;
}

const FLAT = { owners: 1, places: 0, parts: 0, links: 0, types: 0, naming: 0 };

/** The limits described above. */
function bounds(touched: Touched): Pick<Costs, 'first' | 'again'> {
  const { owners, places, parts, links, types, naming } = touched;
  const first = 7 + owners + places + 2 * parts + links + types;
  return { first, again: first + 3 + parts + naming };
}

function expectWithin({ first, again }: Costs, touched: Touched): void {
  const bound = bounds(touched);
  expect(first).toBeLessThanOrEqual(bound.first);
  expect(again).toBeLessThanOrEqual(bound.again);
}

describe('the number of statements of a publication', () => {
  test('is bounded for a page without components and links', async () => {
    const costs = await costsOf(project, {});
    expectWithin(costs, FLAT);
    expect(costs.update).toBeLessThanOrEqual(costs.again + 1);
    expect(costs.unpublish).toBeLessThanOrEqual(costs.again);
    expect(costs.discard).toBeLessThanOrEqual(costs.again);
  });

  test('is the same for 2, 5, 50 and 200 nested components with files and relations', async () => {
    const links = { gallery: [1, 2], terms: terms.slice(0, 3) };
    const costs: Costs[] = [];
    for (const count of [2, 5, 50, 200]) {
      costs.push(await costsOf(project, { zone: zone(count), ...links }));
    }
    const [least = costs[0]] = costs;
    for (const each of costs) expect(each).toEqual(least);
    if (!least) throw new Error('nothing was measured');
    const touched = { owners: 2, places: 2, parts: 3, links: 4, types: 1, naming: 1 };
    expectWithin(least, touched);
    expect(least.update).toBeLessThanOrEqual(least.again + 1);
    expect(least.unpublish).toBeLessThanOrEqual(least.again);
    expect(least.discard).toBeLessThanOrEqual(least.again);
  });

  test('is larger than the number of steps, because independent statements are sent together', async () => {
    const links = { gallery: [1, 2], terms: terms.slice(0, 3) };
    const parent = await project.published('page', { title: 'above' });
    const data = { title: 'p', parent, zone: zone(5), ...links };
    const page = ['page', await project.published('page', data)] as const;
    const warm = await project.cost(() => project.update(page, { title: 'q' }));
    expect(warm.steps).toBeLessThanOrEqual(13);
    expect(warm.statements).toBeLessThanOrEqual(34);
    const whole = await project.cost(() =>
      project.update(page, { ...data, gallery: [2, 1], terms: terms.slice(1, 4) }),
    );
    expect(whole.steps).toBeLessThanOrEqual(17);
    expect(whole.statements).toBeLessThanOrEqual(61);
    const draft = await project.cost(() => project.update(page, { title: 'r' }, 'status=draft'));
    expect(draft).toEqual({ statements: 3, steps: 2 });
  });

  test.each(['published', 'draft'] as const)(
    'is the same for links to 1, 10 and 100 %s targets',
    async (status) => {
      const targets = status === 'published' ? terms : await drafts(100);
      const costs: Costs[] = [];
      for (const count of [1, 10, 100]) {
        costs.push(await costsOf(project, { terms: targets.slice(0, count) }));
      }
      for (const each of costs) expect(each).toEqual(costs[0]);
      // A link that waits is in a table too: in ours.
      if (costs[0]) expectWithin(costs[0], { ...FLAT, links: 1, types: 1 });
    },
  );

  test('is the same if 1, 10 or 100 targets move from another page', async () => {
    const costs: number[] = [];
    for (const count of [1, 10, 100]) {
      const children: string[] = [];
      for (let i = 0; i < count; i++)
        children.push(await project.published('page', { title: 'c' }));
      await project.published('page', { title: 'one', children });
      const two = await project.draft('page', { title: 'two', children });
      costs.push(await project.statements(() => project.act('publish', ['page', two])));
      expect(await project.titles('page', [two, 'children'])).toHaveLength(count);
    }
    expect(new Set(costs).size).toBe(1);
    expect(costs[0]).toBeLessThanOrEqual(bounds({ ...FLAT, links: 1, types: 1 }).first + 5);
  });

  test('is the same for the target of 1, 10 and many pending links', async () => {
    const costs: number[] = [];
    for (const count of [1, 10, onClient({ sqlite: 300, postgres: 60 })]) {
      const [term = ''] = await drafts(1);
      for (let i = 0; i < count; i++)
        await project.published('page', { title: 'p', terms: [term] });
      costs.push(await project.statements(() => project.act('publish', ['term', term])));
    }
    expect(new Set(costs).size).toBe(1);
    expect(costs[0]).toBeLessThanOrEqual(14);
  });

  async function drafts(count: number): Promise<readonly string[]> {
    const made: string[] = [];
    for (let i = 0; i < count; i++) made.push(await project.draft('term', { title: 'late' }));
    return made;
  }
});

describe('in a larger project, the number of statements of a publication', () => {
  test.each<readonly [number, number, number]>([
    [5, 0, 0],
    [60, 0, 0],
    [60, 1, 1],
    [60, 40, 1],
    // More than fit into one statement on SQLite.
    ...onClient<readonly (readonly [number, number, number])[]>({
      sqlite: [[250, 250, 2]],
      postgres: [],
    }),
  ])(
    'with %i more types, of which %i link to pages, grows by at most %i',
    async (count, leading, more) => {
      await using larger = await VersionProject.open({ ...pageProject, ...others(count, leading) });
      const here = await costsOf(project, {});
      const there = await costsOf(larger, {});
      expect(there.first - here.first).toBeLessThanOrEqual(more);
      expect(there.again - here.again).toBeLessThanOrEqual(more);
      expect(there.unpublish - here.unpublish).toBeLessThanOrEqual(more);
      expect(there.discard - here.discard).toBeLessThanOrEqual(more);
    },
  );

  test('is the same for 1 and 40 types with links to several types', async () => {
    const attributes = {
      items: { type: 'relation', relation: 'morphToMany' },
      one: { type: 'relation', relation: 'morphToOne' },
    };
    const types = (count: number): ProjectFiles =>
      Object.fromEntries(
        Array.from({ length: count }, (_, i) => [
          schemaOf(`other${i}`),
          collectionType(`other${i}`, attributes),
        ]),
      );
    const costs: Costs[] = [];
    for (const count of [1, 40]) {
      await using larger = await VersionProject.open({ ...pageProject, ...types(count) });
      costs.push(await costsOf(larger, {}));
    }
    expect(costs[1]).toEqual(costs[0]);
  });

  test('is the same for links from 1, 10 and 100 other entries', async () => {
    await using larger = await VersionProject.open({ ...pageProject, ...others(3, 3) });
    const costs: number[] = [];
    for (const count of [1, 10, 100]) {
      const page = await larger.published('page', { title: 'p' });
      for (let i = 0; i < count; i++) {
        await larger.published('other0', { title: 'o', pages: [page] });
      }
      costs.push(await larger.statements(() => larger.act('publish', ['page', page])));
    }
    expect(new Set(costs).size).toBe(1);
    expect(costs[0]).toBeLessThanOrEqual(bounds(FLAT).again + 1 + 1);
  });
});
