// When pending links become links (docs/strapi/differences.md, D6 b): with a publication in the same locale, or at the
// next start if another program published the target.
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { linkKinds, linkKindsProject, type LinkKind } from '../../../test/support/link-kinds.ts';
import { localesProject } from '../../../test/support/locales-project.ts';
import { sqlMoment } from '../../../test/support/test-database.ts';
import { VersionProject } from '../../../test/support/version-project.ts';

let project: VersionProject;

afterEach(async () => {
  await project.assertWhole();
  await project[Symbol.asyncDispose]();
});

const waiting = async (): Promise<number> =>
  (await project.rows('select id from quoin_pending_links')).length;

describe('documents published by another program are linked at the next start', () => {
  beforeEach(async () => {
    project = await VersionProject.open(linkKindsProject);
  });

  const tableOf = (name: string): string => project.store.layout.table(project.type(name).uid);

  /** A published row that knows of no link, as a program without our table leaves it. */
  function publishElsewhere(name: string, documentId: string): Promise<void> {
    return project.script(
      `insert into ${tableOf(name)} (document_id, title, created_at, updated_at, published_at)
      select document_id, title, created_at, updated_at, ${sqlMoment(1)} from ${tableOf(name)}
      where document_id = '${documentId}'`,
    );
  }

  const shown = async (kind: LinkKind, source: string): Promise<readonly string[]> => {
    const titles = kind.read(await project.read(kind.source, source, kind.populate));
    return kind.ordered ? titles : titles.toSorted();
  };

  // Files of many projects take their time: one kind of each sort.
  const some = linkKinds.filter(({ label }) =>
    [
      'one-way, several',
      'two-way, many to many, other side',
      'two-way, one to one',
      'same type, children',
      'column, two-way',
      'column of the other row',
      'to several types',
      'of one of several types',
      'column of one of several types',
      'in a nested component of a zone, terms',
      'in a component, column',
    ].includes(label),
  );

  test.each(some)('$label', async (kind) => {
    const late = await project.draft(kind.target, { title: 'late' });
    const a = await project.published(kind.target, { title: 'a' });
    const z = await project.published(kind.target, { title: 'z' });
    const data = kind.data(kind.many ? [a, late, z] : [late]);
    const source = await project.published(kind.source, { title: 's', ...data });
    await publishElsewhere(kind.target, late);
    await project.restart();
    const all = kind.many ? ['a', 'late', 'z'] : ['late'];
    expect(await shown(kind, source)).toEqual(all);
    expect(await waiting()).toBe(0);
    await project.restart();
    expect(await shown(kind, source)).toEqual(all);
  });

  test('existing links of that program are not duplicated', async () => {
    const late = await project.draft('term', { title: 'late' });
    const page = await project.create('page', { title: 'p', terms: [late] });
    await publishElsewhere('term', late);
    await project.script(
      `insert into pages_terms_lnk (page_id, term_id, term_ord, page_ord)
      select ${page.id}, id, 1, 1 from terms where document_id = '${late}' and published_at is not null`,
    );
    await project.restart();
    expect(await project.titles('page', [page.documentId, 'terms'])).toEqual(['late']);
    expect(await waiting()).toBe(0);
  });

  test('pending links of removed rows are dropped', async () => {
    const late = await project.draft('term', { title: 'late' });
    const page = await project.create('page', {
      title: 'p',
      wayMany: [late],
      card: { terms: [late] },
    });
    const removal = `delete from components_parts_cards where id > 1; delete from pages where id = ${page.id}`;
    await project.script(removal, true);
    await publishElsewhere('term', late);
    await project.restart();
    expect(await waiting()).toBe(0);
    expect(await project.titles('page', [page.documentId, 'wayMany'], 'status=draft')).toEqual([
      'late',
    ]);
  });

  test('links to other documents stay pending', async () => {
    const [late = '', later = ''] = await Promise.all(
      ['late', 'later'].map((title) => project.draft('term', { title })),
    );
    const page = await project.published('page', { title: 'p', wayMany: [later, late] });
    await publishElsewhere('term', late);
    await project.restart();
    expect(await project.titles('page', [page, 'wayMany'])).toEqual(['late']);
    expect(await waiting()).toBe(1);
    await project.act('publish', ['term', later]);
    expect(await project.titles('page', [page, 'wayMany'])).toEqual(['later', 'late']);
  });
});

describe('a pending link belongs to the locale', () => {
  beforeEach(async () => {
    project = await VersionProject.open(localesProject);
  });

  async function inLocales(title: string): Promise<string> {
    const documentId = await project.draft('story', { title: `${title} en` });
    const query = 'status=draft&locale=fr';
    await project.update(['story', documentId], { title: `${title} fr` }, query);
    return documentId;
  }

  test('of the row that has it', async () => {
    const late = await inLocales('late');
    const source = await project.published('story', { title: 's', peers: [late] });
    const french = { title: 's', peers: [late], own: [{ text: 'x', stories: [late] }] };
    await project.update(['story', source], french, 'locale=fr');
    const shown = async (): Promise<unknown> => [
      await project.titles('story', [source, 'peers']),
      await project.titles('story', [source, 'peers'], 'locale=fr'),
    ];
    expect(await shown()).toEqual([[], []]);
    await project.act('publish', ['story', late], 'locale=fr');
    expect(await shown()).toEqual([[], ['late fr']]);
    expect(
      await project.read('story', source, 'locale=fr&populate[own][populate][stories]=true'),
    ).toMatchObject({ own: [{ stories: [{ title: 'late fr' }] }] });
    await project.act('publish', ['story', late]);
    expect(await shown()).toEqual([['late en'], ['late fr']]);
  });

  test('of its target, if the type of the row has no locales', async () => {
    const late = await inLocales('late');
    const stories = [
      { documentId: late, locale: 'fr' },
      { documentId: late, locale: 'en' },
    ];
    const topic = await project.published('topic', { title: 't', stories });
    const titles = (): Promise<unknown> => project.titles('topic', [topic, 'stories']);
    await project.act('publish', ['story', late]);
    expect(await titles()).toEqual(['late en']);
    await project.act('publish', ['story', late], 'locale=*');
    expect(await titles()).toEqual(['late fr', 'late en']);
    await project.act('unpublish', ['story', late], 'locale=*');
    expect(await titles()).toEqual([]);
    await project.act('publish', ['story', late], 'locale=*');
    expect(await titles()).toEqual(['late fr', 'late en']);
  });

  test('of its target, if the row has no drafts either', async () => {
    const late = await inLocales('late');
    const stories = [{ documentId: late, locale: 'fr' }];
    const shelf = await project.published('shelf', { title: 'shelf', stories });
    const standard = await project.published('shelf', { title: 'standard', stories: [late] });
    const shown = async (): Promise<unknown> => [
      await project.titles('shelf', [shelf, 'stories']),
      await project.titles('shelf', [standard, 'stories']),
    ];
    expect(await shown()).toEqual([[], []]);
    await project.act('publish', ['story', late]);
    expect(await shown()).toEqual([[], ['late en']]);
    await project.act('publish', ['story', late], 'locale=*');
    await project.act('publish', ['story', late], 'locale=fr');
    expect(await shown()).toEqual([['late fr'], ['late en']]);
    await project.act('unpublish', ['story', late], 'locale=fr');
    expect(await shown()).toEqual([[], ['late en']]);
    await project.act('publish', ['story', late], 'locale=fr');
    expect(await shown()).toEqual([['late fr'], ['late en']]);
  });

  test('of each document, if two documents link each other', async () => {
    const [one, two] = [await inLocales('one'), await inLocales('two')];
    for (const locale of ['en', 'fr']) {
      await project.update(['story', one], { peers: [two] }, `status=draft&locale=${locale}`);
      await project.update(['story', two], { peers: [one, two] }, `status=draft&locale=${locale}`);
    }
    await project.act('publish', ['story', one], 'locale=*');
    await project.act('publish', ['story', two], 'locale=*');
    for (const locale of ['en', 'fr']) {
      const titles = (id: string): Promise<unknown> =>
        project.titles('story', [id, 'peers'], `locale=${locale}`);
      expect(await titles(one)).toEqual([`two ${locale}`]);
      expect(await titles(two)).toEqual([`one ${locale}`, `two ${locale}`]);
    }
    expect(await waiting()).toBe(0);
  });
});
