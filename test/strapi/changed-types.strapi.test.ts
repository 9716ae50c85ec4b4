// Content-types that were changed while Quoin served them, then used by the real Strapi: it drops nothing that Quoin
// keeps, and Quoin continues with the same state. Run by `npm run test:strapi`.
import { afterAll, expect, test } from 'vitest';
import type { Store } from '../../src/app/store.ts';
import { runInSession } from '../../src/storage/session.ts';
import { withLiveQuoin } from './live-quoin.ts';
import { Results } from './results.ts';
import { dropSites, makeSite, withQuoin, withStrapi } from './sites.ts';
import { makeStrapiToken } from './strapi-server.ts';

const results = new Results();

afterAll(async () => {
  await dropSites();
  results.print();
});

type Attributes = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

const NOTE = 'api::note.note';
const MEMO = 'api::memo.memo';
const TAG = 'api::tag.tag';

const string = { type: 'string' };
const links = { type: 'relation', relation: 'manyToMany', target: TAG, targetAttribute: null };
const pins = (component: string) => ({ type: 'component', component, repeatable: true });

function listed(action: 'create' | 'update', attributes: Attributes): readonly object[] {
  return Object.entries(attributes).map(([name, { renamedFrom, ...properties }]) => ({
    action,
    name,
    properties,
    ...(renamedFrom === undefined ? {} : { renamedFrom }),
  }));
}

function newType(name: string, attributes: Attributes): object {
  return {
    action: 'create',
    uid: `api::${name}.${name}`,
    kind: 'collectionType',
    displayName: name,
    singularName: name,
    pluralName: `${name}s`,
    draftAndPublish: true,
    attributes: listed('create', attributes),
  };
}

function changedNote(attributes: Attributes): object {
  const attributesNow = listed('update', attributes);
  const named = { uid: NOTE, displayName: 'note', draftAndPublish: true };
  return { action: 'update', ...named, attributes: attributesNow };
}

/** Number of rows of each column of the database that have a value, as `table.column`. */
function countValues({ database }: Store): Promise<Readonly<Record<string, number>>> {
  return database.runInTransaction(async (session) => {
    const { tables } = await runInSession(session, database.dialect.ddl.inspect());
    const counts: Record<string, number> = {};
    for (const [table, columns] of tables) {
      if (table.startsWith('sqlite_') || /^(?:admin_|strapi_|quoin_|up_perm)/.test(table)) continue;
      const names = [...columns.values()].map(({ name }) => name);
      const values = names.map((name) => `count("${name}")`).join();
      const [row = []] = await session.rows({
        sql: `select ${values} from "${table}"`,
        values: [],
      });
      for (const [i, name] of names.entries()) counts[`${table}.${name}`] = Number(row[i]);
    }
    return counts;
  });
}

/** Tables in the schema that Strapi has stored. */
async function strapiTables({ database }: Store): Promise<readonly string[]> {
  return database.runInTransaction(async (session) => {
    const sql = 'select schema from strapi_database_schema';
    const [row] = await session.rows({ sql, values: [] });
    const schema: unknown = typeof row?.[0] === 'string' ? JSON.parse(row[0]) : row?.[0];
    return (schema as { tables: { name: string }[] }).tables.map(({ name }) => name);
  });
}

test.each(['SQLite', 'PostgreSQL'] as const)(
  'Strapi drops nothing that a change on %s preserves, and Quoin restores it',
  async (kind) => {
    const site = await makeSite(kind);
    // Strapi creates the database, so it has stored a schema.
    const token = await makeStrapiToken(site.folder, site.database);
    await withLiveQuoin(site, token, async (update, content) => {
      const pin = {
        displayName: 'Pin',
        category: 'desk',
        attributes: listed('create', { href: string }),
      };
      await update({
        components: [{ action: 'create', uid: 'desk.pin', ...pin }],
        contentTypes: [
          newType('note', { body: string, gone: string, tags: links, pins: pins('desk.pin') }),
          newType('memo', { title: string }),
        ],
      });
      const tag = await content.send('POST', '/api/tags', { data: { name: 'first' } });
      const { documentId } = (tag.body as { data: { documentId: string } }).data;
      for (const body of ['one', 'two']) {
        const data = { body, gone: `gone ${body}`, tags: [documentId], pins: [{ href: body }] };
        expect(await content.send('POST', '/api/notes', { data })).toMatchObject({ status: 201 });
      }
      await content.send('POST', '/api/memos', { data: { title: 'kept' } });
    });
    // Strapi serves the new types, and stores their tables in its schema.
    const url = '/api/notes?populate=*&sort=id';
    const first = await withStrapi(site, (sender) => sender(token)({ path: url }));
    expect(first).toMatchObject({ status: 200, body: { data: [{ gone: 'gone one' }, {}] } });
    const named = await withQuoin(site, strapiTables);
    expect(named).toEqual(expect.arrayContaining(['notes', 'memos', 'notes_tags_lnk']));

    await withLiveQuoin(site, token, async (update) => {
      const badge = {
        displayName: 'Badge',
        category: 'desk',
        attributes: listed('update', { href: string }),
      };
      await update({
        components: [{ action: 'update', uid: 'desk.badge', renamedFrom: 'desk.pin', ...badge }],
        contentTypes: [
          changedNote({ words: { ...string, renamedFrom: 'body' }, pins: pins('desk.badge') }),
          { action: 'delete', uid: MEMO },
        ],
      });
    });
    const { kept, ours } = await withQuoin(site, async (store, sender) => ({
      kept: await countValues(store),
      ours: await sender(token)({ path: url }),
    }));
    expect(await withQuoin(site, strapiTables)).toEqual([]);
    expect(kept).toMatchObject({ 'notes.gone': 4, 'notes_tags_lnk.note_id': 4, 'memos.title': 2 });

    const theirs = await withStrapi(site, async (sender) => {
      const send = sender(token);
      const response = await send({ path: url });
      expect((await send({ path: '/api/memos' })).status).toBe(404);
      return response;
    });
    const responses = [new Map([[url, ours]]), new Map([[url, theirs]])] as const;
    results.expectSame([kind, 'Quoin changed types, Strapi reads'], responses);
    expect(theirs).toMatchObject({
      status: 200,
      body: { data: [{ words: 'one', pins: [{ href: 'one' }] }, { words: 'two' }] },
    });
    const after = await withQuoin(site, countValues);
    const lost = Object.entries(kept).filter(([name, count]) => (after[name] ?? -1) < count);
    expect(lost).toEqual([]);
    // Its schema lists what it serves, and no removed parts.
    const stored = await withQuoin(site, strapiTables);
    expect(stored).toContain('notes');
    expect(stored).not.toContain('memos');
    expect(stored).not.toContain('notes_tags_lnk');

    const back = await withLiveQuoin(site, token, async (update, content) => {
      await update({
        contentTypes: [
          changedNote({ words: string, pins: pins('desk.badge'), gone: string, tags: links }),
          newType('memo', { title: string }),
        ],
      });
      const [notes, memos] = [
        await content.send('GET', url),
        await content.send('GET', '/api/memos'),
      ];
      return [notes.body, memos.body];
    });
    expect(back).toMatchObject([
      { data: [{ gone: 'gone one', tags: [{ name: 'first' }] }, { gone: 'gone two' }] },
      { data: [{ title: 'kept' }] },
    ]);
    const last = await withStrapi(site, (sender) => sender(token)({ path: url }));
    expect(last).toMatchObject({
      status: 200,
      body: { data: [{ gone: 'gone one', tags: [{ name: 'first' }] }, { gone: 'gone two' }] },
    });
  },
  900_000,
);
