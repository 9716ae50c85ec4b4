// Content events: which ones each kind of write emits, when, and in which groups.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { localesProject } from '../../test/support/locales-project.ts';
import { VersionProject } from '../../test/support/version-project.ts';
import { ContentEventFeed, PROGRAM, type ContentEvent } from './content-events.ts';
import { Locales } from './locales/document-locales.ts';

let project: VersionProject;
let groups: (readonly ContentEvent[])[];
let unsubscribe: () => void;

beforeAll(async () => {
  project = await VersionProject.open(localesProject);
});

afterAll(() => project[Symbol.asyncDispose]());

beforeEach(() => {
  groups = [];
  unsubscribe = project.engine.feed.subscribe((events) => groups.push(events));
});

afterEach(() => unsubscribe());

/** Events since the last call, without ids: kind, type, locale, and which rows. */
function reported(): readonly string[] {
  const events = groups.flat();
  groups = [];
  return events.map(({ kind, uid, locale, rows }) => {
    const [, name = ''] = uid.split('.');
    const versions = Object.entries(rows).flatMap(([version, row]) =>
      row === null ? [] : version,
    );
    return [kind, name, locale, versions.join('+')].join(' ');
  });
}

const card = { text: 'card' };

describe('each kind of write', () => {
  test('emits created, updated and published for a draft', async () => {
    const page = ['story', await project.draft('story', { title: 'a', card })] as const;
    expect(reported()).toEqual(['created story en draft']);
    await project.update(page, { title: 'b' }, 'status=draft');
    expect(reported()).toEqual(['updated story en draft']);
    await project.act('publish', page);
    expect(reported()).toEqual(['published story en draft+published']);
    await project.update(page, { title: 'c' });
    expect(reported()).toEqual(['updated story en draft', 'published story en draft+published']);
  });

  test('emits two events for a write that publishes', async () => {
    await project.published('story', {
      title: 'a',
      zone: [{ __component: 'parts.card', ...card }],
    });
    expect(reported()).toEqual(['created story en draft', 'published story en draft+published']);
  });

  test('emits published for rows of a type without drafts', async () => {
    const label = ['label', await project.published('label', { title: 'a' })] as const;
    await project.update(label, { color: 'red' });
    await project.delete(...label);
    expect(reported()).toEqual([
      'created label en published',
      'updated label en published',
      'deleted label en published',
    ]);
  });

  test('emits unpublished and discarded', async () => {
    const page = ['story', await project.published('story', { title: 'a' })] as const;
    await project.update(page, { title: 'b' }, 'status=draft');
    reported();
    await project.act('discardDraft', page);
    expect(reported()).toEqual(['draft discarded story en draft+published']);
    await project.act('unpublish', page);
    expect(reported()).toEqual(['unpublished story en draft+published']);
  });

  test('emits the creation of a locale, and updates of all locales for shared values', async () => {
    const page = ['story', await project.published('story', { title: 'a', views: 1 })] as const;
    reported();
    await project.update(page, { title: 'à' }, 'locale=fr');
    expect(reported()).toEqual(['created story fr draft', 'published story fr draft+published']);
    await project.update(page, { views: 2 }, 'locale=fr');
    expect(reported()).toEqual([
      'updated story fr draft',
      'published story fr draft+published',
      'updated story en draft+published',
    ]);
  });

  test('emits one event per locale for all locales at once', async () => {
    const page = ['story', await project.draft('story', { title: 'a' })] as const;
    await project.update(page, { title: 'à' }, 'status=draft&locale=fr');
    reported();
    await project.act('publish', page, 'locale=*');
    expect(reported()).toEqual([
      'published story en draft+published',
      'published story fr draft+published',
    ]);
    await project.delete(...page, 'locale=*');
    expect(reported()).toEqual([
      'deleted story en draft+published',
      'deleted story fr draft+published',
    ]);
  });

  test('emits deletions when a locale is removed', async () => {
    const { context, locale, feed } = project.engine;
    const { database } = project.store;
    const locales = new Locales({
      context,
      database,
      locale,
      feed,
      onChange: () => Promise.resolve(),
    });
    const added = await locales.add({ code: 'nl', name: null, isDefault: false }, null);
    const page = ['story', await project.published('story', { title: 'a' })] as const;
    await project.update(page, { title: 'nl' }, 'locale=nl');
    reported();
    await locales.remove(added.id, 7);
    expect(groups.flat().map(({ by }) => by)).toEqual([{ kind: 'admin', id: 7 }]);
    expect(reported()).toEqual(['deleted story nl draft+published']);
  });
});

test('an event names the existing rows', async () => {
  const documentId = await project.published('story', { title: 'a' });
  const [created, published] = groups.flat();
  const draft = await project.read('story', documentId, 'status=draft');
  const shown = await project.read('story', documentId);
  expect(created).toEqual({
    kind: 'created',
    uid: 'api::story.story',
    documentId,
    locale: 'en',
    rows: { draft: draft?.id, published: null },
    by: { kind: 'program' },
  });
  expect(published?.rows).toEqual({ draft: draft?.id, published: shown?.id });
});

test('emits events for the documents API as well', async () => {
  const stories = project.engine.documents('api::story.story');
  const { documentId } = await stories.create({ data: { title: 'a' }, status: 'published' });
  await stories.delete({ documentId });
  expect(reported()).toEqual([
    'created story en draft',
    'published story en draft+published',
    'deleted story en draft+published',
  ]);
});

describe('delivery', () => {
  test('delivers events after the commit and before the response', async () => {
    const seen: Promise<number>[] = [];
    const end = project.engine.feed.subscribe((events) => {
      const sql = `select id from ${project.store.layout.table('api::story.story')} where document_id = $1`;
      for (const { documentId } of events) {
        seen.push(project.rows(sql, documentId).then((rows) => rows.length));
      }
    });
    await project.draft('story', { title: 'a' });
    expect(seen).toHaveLength(1);
    expect(await Promise.all(seen)).toEqual([1]);
    end();
  });

  test('delivers no events of rolled-back writes', async () => {
    await expect(project.create('story', { title: 'a', views: 'x' })).rejects.toThrow();
    const documentId = await project.draft('story', { title: 'a', code: 'taken' });
    await project.act('publish', ['story', documentId]);
    reported();
    await expect(project.create('story', { title: 'b', code: 'taken' })).rejects.toThrow();
    expect(reported()).toEqual([]);
  });

  test('groups the events of writes that share a transaction, in order', async () => {
    const { database } = project.store;
    const before = database.stats().transactions;
    const titles = Array.from({ length: 20 }, (_, i) => `t${i}`);
    const made = await Promise.all(titles.map((title) => project.draft('story', { title })));
    // A slow machine may have needed more than one.
    expect(groups).toHaveLength(database.stats().transactions - before);
    expect(groups.length).toBeLessThan(titles.length);
    expect(groups.flat().map(({ documentId }) => documentId)).toEqual(made);
  });

  test('a failing subscriber does not fail the write', async () => {
    const end = project.engine.feed.subscribe(() => {
      throw new Error('not listening');
    });
    await project.draft('story', { title: 'a' });
    end();
    expect(reported()).toEqual(['created story en draft']);
  });

  test('logs the error of a subscriber, and delivers to the others', async () => {
    const logged: unknown[] = [];
    const feed = new ContentEventFeed({ error: (...line) => logged.push(line) });
    const failure = new Error('not listening');
    feed.subscribe(() => {
      throw failure;
    });
    const delivered: ContentEvent[] = [];
    feed.subscribe((events) => delivered.push(...events));
    const event: ContentEvent = {
      kind: 'created',
      uid: 'api::story.story',
      documentId: 'a',
      locale: null,
      rows: { draft: 1, published: null },
      by: PROGRAM,
    };
    await feed.deliver([event]);
    expect(logged).toEqual([[failure, 'A subscriber of content events failed.']]);
    expect(delivered).toEqual([event]);
  });
});
