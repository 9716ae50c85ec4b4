import { describe, expect, it } from 'vitest';
import { modelVersion, openModel } from '../../../test/support/model-change.ts';
import { onClient } from '../../../test/support/test-database.ts';

const NOTE = 'api::note.note';
const MEMO = 'api::memo.memo';

const renamed = (uid: string, names: Readonly<Record<string, string>>) => ({
  renames: { attributes: new Map([[uid, new Map(Object.entries(names))]]) },
});

describe('a renamed attribute keeps its values', () => {
  it('of a column and its index, which is not rebuilt', async () => {
    const model = await openModel(
      modelVersion({ [NOTE]: { slug: { type: 'string', unique: true } } }),
    );
    await model.script(`INSERT INTO notes (document_id, slug) VALUES ('a', 'one')`);
    const requested = modelVersion({ [NOTE]: { path: { type: 'string', unique: true } } });
    const renaming = await model.change(requested, renamed(NOTE, { path: 'slug' }));
    expect(renaming.report.indexes).toEqual([]);
    expect(await model.column('SELECT path FROM notes')).toEqual(['one']);
    // The former name is free for another attribute with an index. On SQLite the index still has it.
    const both = { path: { type: 'string', unique: true }, slug: { type: 'string', unique: true } };
    const { report } = await model.change(modelVersion({ [NOTE]: both }));
    expect(report.indexes).toEqual(
      onClient({
        sqlite: ['quoin_notes__path', 'quoin_notes__slug'],
        postgres: ['quoin_notes__slug'],
      }),
    );
    expect((await model.change(modelVersion({ [NOTE]: both }))).report.indexes).toEqual([]);
    expect(await model.rows('SELECT path, slug FROM notes')).toEqual([['one', null]]);
  });

  it('of two columns that exchange names', async () => {
    const both = { a: { type: 'string' }, b: { type: 'string' } };
    const model = await openModel(modelVersion({ [NOTE]: both }));
    await model.script(`INSERT INTO notes (document_id, a, b) VALUES ('a', 'first', 'second')`);
    await model.change(modelVersion({ [NOTE]: both }), renamed(NOTE, { a: 'b', b: 'a' }));
    expect(await model.rows('SELECT a, b FROM notes')).toEqual([['second', 'first']]);
  });

  it('of links, a component, and media', async () => {
    const links = { type: 'relation', relation: 'manyToMany', target: MEMO };
    const first = {
      memos: links,
      pin: { type: 'component', component: 'desk.pin' },
      pic: { type: 'media' },
    };
    const second = {
      items: links,
      badge: { type: 'component', component: 'desk.pin' },
      cover: { type: 'media' },
    };
    const others = {
      [MEMO]: { title: { type: 'string' } },
      'desk.pin': { label: { type: 'string' } },
    };
    const model = await openModel(modelVersion({ [NOTE]: first, ...others }));
    await model.script(`
      INSERT INTO notes (document_id) VALUES ('n');
      INSERT INTO memos (document_id, title) VALUES ('m', 'memo');
      INSERT INTO notes_memos_lnk (note_id, memo_id, memo_ord) VALUES (1, 1, 1);
      INSERT INTO components_desk_pins (label) VALUES ('p');
      INSERT INTO notes_cmps (entity_id, cmp_id, component_type, field) VALUES (1, 1, 'desk.pin', 'pin');
      INSERT INTO files (document_id) VALUES ('f');
      INSERT INTO files_related_mph (file_id, related_id, related_type, field) VALUES (1, 1, '${NOTE}', 'pic');
      INSERT INTO files_related_mph (file_id, related_id, related_type, field) VALUES (1, 1, '${MEMO}', 'pic')`);
    const requested = modelVersion({ [NOTE]: second, ...others });
    const names = { items: 'memos', badge: 'pin', cover: 'pic' };
    const { report } = await model.change(requested, renamed(NOTE, names));
    expect(report.tables).toEqual([]);
    expect(await model.rows('SELECT note_id, memo_id FROM notes_items_lnk')).toEqual([[1, 1]]);
    expect(await model.column('SELECT field FROM notes_cmps')).toEqual(['badge']);
    expect(await model.column('SELECT field FROM files_related_mph ORDER BY id')).toEqual([
      'cover',
      'pic',
    ]);
    // Indexes and keys have followed, so an attribute with the former name gets its own.
    const again = modelVersion({ [NOTE]: { ...second, memos: links }, ...others });
    const { report: next } = await model.change(again);
    expect(next.tables).toEqual(['notes_memos_lnk']);
    expect(next.indexes).toContain('notes_memos_lnk_uq');
  });

  it('with renamed values of an enumeration', async () => {
    const mood = (values: readonly string[]) => ({ type: 'enumeration', enum: values });
    const model = await openModel(modelVersion({ [NOTE]: { mood: mood(['calm', 'loud']) } }));
    await model.script(`INSERT INTO notes (document_id, mood) VALUES ('a', 'calm'), ('b', 'loud')`);
    const requested = modelVersion({ [NOTE]: { feel: mood(['loud', 'calm']) } });
    const values = new Map([
      [
        NOTE,
        new Map([
          [
            'feel',
            new Map([
              ['calm', 'loud'],
              ['loud', 'calm'],
            ]),
          ],
        ]),
      ],
    ]);
    const { renames } = renamed(NOTE, { feel: 'mood' });
    await model.change(requested, { renames: { ...renames, values } });
    expect(await model.column('SELECT feel FROM notes ORDER BY id')).toEqual(['loud', 'calm']);
  });
});

describe('a renamed model keeps its rows', () => {
  it('of a component that moves to another category', async () => {
    const pin = { label: { type: 'string' } };
    const zone = (uid: string) => ({
      pin: { type: 'component', component: uid },
      zone: { type: 'dynamiczone', components: [uid] },
    });
    const table = { collectionName: 'components_desk_pins' };
    const model = await openModel(modelVersion({ [NOTE]: zone('desk.pin'), 'desk.pin': pin }));
    await model.script(`
      INSERT INTO notes (document_id) VALUES ('n');
      INSERT INTO components_desk_pins (label) VALUES ('p'), ('z');
      INSERT INTO notes_cmps (entity_id, cmp_id, component_type, field) VALUES (1, 1, 'desk.pin', 'pin'), (1, 2, 'desk.pin', 'zone')`);
    const requested = modelVersion(
      { [NOTE]: zone('wall.pin'), 'wall.pin': pin },
      { 'wall.pin': table },
    );
    const { retained } = await model.change(requested, {
      renames: { models: new Map([['wall.pin', 'desk.pin']]) },
    });
    expect(retained).toEqual([]);
    expect(await model.rows('SELECT field, component_type FROM notes_cmps ORDER BY id')).toEqual([
      ['pin', 'wall.pin'],
      ['zone', 'wall.pin'],
    ]);
  });

  it('of a content-type with links in both directions, its permissions and media', async () => {
    const toMemo = { type: 'relation', relation: 'manyToMany', target: MEMO };
    const toNote = (target: string) => ({ type: 'relation', relation: 'manyToOne', target });
    const model = await openModel(
      modelVersion({
        [NOTE]: { memos: toMemo, pic: { type: 'media' } },
        [MEMO]: { note: toNote(NOTE) },
      }),
    );
    await model.script(`
      INSERT INTO notes (document_id) VALUES ('n');
      INSERT INTO memos (document_id) VALUES ('m');
      INSERT INTO notes_memos_lnk (note_id, memo_id, memo_ord) VALUES (1, 1, 1);
      INSERT INTO memos_note_lnk (memo_id, note_id) VALUES (1, 1);
      INSERT INTO files_related_mph (related_id, related_type, field) VALUES (1, '${NOTE}', 'pic');
      INSERT INTO up_permissions (document_id, action) VALUES ('p', '${NOTE}.find')`);
    const PAGE = 'api::page.page';
    const requested = modelVersion(
      { [PAGE]: { memos: toMemo, pic: { type: 'media' } }, [MEMO]: { note: toNote(PAGE) } },
      { [PAGE]: { collectionName: 'notes' } },
    );
    const { report } = await model.change(requested, {
      renames: { models: new Map([[PAGE, NOTE]]) },
    });
    expect(report).toMatchObject({ tables: [], columns: [] });
    expect(await model.rows('SELECT page_id, memo_id FROM notes_memos_lnk')).toEqual([[1, 1]]);
    expect(await model.rows('SELECT memo_id, page_id FROM memos_note_lnk')).toEqual([[1, 1]]);
    expect(await model.column('SELECT related_type FROM files_related_mph')).toEqual([PAGE]);
    expect(await model.column(`SELECT action FROM up_permissions WHERE document_id = 'p'`)).toEqual(
      [`${PAGE}.find`],
    );
  });
});

describe('restores values of removed parts', () => {
  it('of an attribute, even after another one with the same name', async () => {
    const text = modelVersion({ [NOTE]: { body: { type: 'text' } } });
    const none = modelVersion({ [NOTE]: {} });
    const model = await openModel(text);
    await model.script(`INSERT INTO notes (document_id, body) VALUES ('a', 'long work')`);
    await model.change(none);
    await model.change(modelVersion({ [NOTE]: { body: { type: 'integer' } } }));
    expect(await model.column('SELECT body FROM notes')).toEqual([null]);
    await model.script('UPDATE notes SET body = 7');
    await model.change(none);
    await model.change(text);
    expect(await model.column('SELECT body FROM notes')).toEqual(['long work']);
    await model.change(none);
    const { retained } = await model.change(
      modelVersion({ [NOTE]: { body: { type: 'integer' } } }),
    );
    expect(await model.column('SELECT body FROM notes')).toEqual([7]);
    expect(retained.map(({ form }) => form)).toEqual(['text']);
  });

  it('of a relation, even after one to another target', async () => {
    const to = (target: string) => ({ type: 'relation', relation: 'oneToMany', target });
    const TAG = 'api::tag.tag';
    const others = { [MEMO]: {}, [TAG]: {} };
    const model = await openModel(modelVersion({ [NOTE]: { items: to(MEMO) }, ...others }));
    await model.script(`
      INSERT INTO notes (document_id) VALUES ('n');
      INSERT INTO memos (document_id) VALUES ('m');
      INSERT INTO tags (document_id) VALUES ('t');
      INSERT INTO notes_items_lnk (note_id, memo_id, memo_ord) VALUES (1, 1, 1)`);
    await model.change(modelVersion({ [NOTE]: { items: to(TAG) }, ...others }));
    await model.script('INSERT INTO notes_items_lnk (note_id, tag_id, tag_ord) VALUES (1, 1, 1)');
    await model.change(modelVersion({ [NOTE]: { items: to(MEMO) }, ...others }));
    expect(await model.rows('SELECT note_id, memo_id FROM notes_items_lnk')).toEqual([[1, 1]]);
    await model.change(modelVersion({ [NOTE]: { items: to(TAG) }, ...others }));
    expect(await model.rows('SELECT note_id, tag_id FROM notes_items_lnk')).toEqual([[1, 1]]);
  });

  it('of a content-type, for attributes with the same type', async () => {
    const memo = { [MEMO]: { title: { type: 'string' } } };
    const model = await openModel(
      modelVersion({ [NOTE]: { title: { type: 'string' }, rank: { type: 'string' } }, ...memo }),
    );
    await model.script(`INSERT INTO notes (document_id, title, rank) VALUES ('a', 'kept', 'high')`);
    await model.change(modelVersion(memo));
    const other = { title: { type: 'string' }, rank: { type: 'boolean' } };
    // An attribute of a type that is created again is not converted.
    await model.change(modelVersion({ [NOTE]: other, ...memo }));
    expect(await model.rows('SELECT title, rank FROM notes')).toEqual([['kept', null]]);
  });

  it('but not from a former table if the new type has another one', async () => {
    const title = (type: string) => ({ [NOTE]: { title: { type } } });
    const model = await openModel(modelVersion(title('string')));
    await model.script(`INSERT INTO notes (document_id, title) VALUES ('a', 'kept')`);
    await model.change(modelVersion({}));
    await model.change(modelVersion(title('boolean')));
    await model.change(modelVersion({}));
    const named = { [NOTE]: { collectionName: 'letters' } };
    await model.change(modelVersion(title('string'), named));
    expect(await model.column('SELECT title FROM letters')).toEqual([]);
    await model.change(modelVersion({}));
    await model.change(modelVersion(title('string')));
    expect(await model.column('SELECT title FROM notes')).toEqual(['kept']);
  });

  it('but not those of a table that another type uses now', async () => {
    const model = await openModel(modelVersion({ [NOTE]: { title: { type: 'string' } } }));
    await model.script(`INSERT INTO notes (document_id, title) VALUES ('a', 'kept')`);
    await model.change(modelVersion({}));
    const named = { [MEMO]: { collectionName: 'notes' } };
    await model.change(modelVersion({ [MEMO]: { title: { type: 'string' } } }, named));
    expect(await model.column('SELECT title FROM notes')).toEqual([]);
    expect(await model.column('SELECT title FROM quoin_kept_1')).toEqual(['kept']);
  });
});

describe('a changed type', () => {
  const values = (type: string) => modelVersion({ [NOTE]: { value: { type } } });

  it('converts if every value fits', async () => {
    const model = await openModel(values('string'));
    await model.script(
      `INSERT INTO notes (document_id, value) VALUES ('a', '12'), ('b', '-7'), ('c', NULL)`,
    );
    await model.change(values('integer'));
    expect(await model.column('SELECT value FROM notes ORDER BY id')).toEqual([12, -7, null]);
  });

  it('is rejected with the number of values that do not fit, and changes nothing', async () => {
    const model = await openModel(values('string'));
    await model.script(`INSERT INTO notes (document_id, value) VALUES ('a', '12'), ('b', 'big')`);
    await expect(model.change(values('integer'))).rejects.toThrow(
      'value of api::note.note cannot become integer: 1 value of type string would not fit, such as "big".',
    );
    expect(await model.column('SELECT value FROM notes ORDER BY id')).toEqual(['12', 'big']);
  });

  it('converts all batches of a large table', { timeout: 120_000 }, async () => {
    const model = await openModel(modelVersion({ [NOTE]: { size: { type: 'integer' } } }));
    const count = 45_000;
    const rows = onClient({
      sqlite: `WITH RECURSIVE c(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM c WHERE i < ${count})
        INSERT INTO notes (document_id, size) SELECT 'd' || i, i FROM c`,
      postgres: `INSERT INTO notes (document_id, size) SELECT 'd' || i, i FROM generate_series(1, ${count}) i`,
    });
    await model.script(rows);
    await model.change(modelVersion({ [NOTE]: { size: { type: 'string' } } }));
    const converted = 'SELECT count(*) FROM notes WHERE size = cast(id AS varchar(20))';
    expect((await model.column(converted)).map(Number)).toEqual([count]);
  });

  it('retains values that do not fit on request, and restores them', async () => {
    const model = await openModel(values('string'));
    await model.script(`INSERT INTO notes (document_id, value) VALUES ('a', '12'), ('b', 'big')`);
    const { retained } = await model.change(values('integer'), { setsAside: true });
    expect(retained).toMatchObject([{ uid: NOTE, attribute: 'value', form: 'string' }]);
    expect(await model.column('SELECT value FROM notes ORDER BY id')).toEqual([12, null]);
    await model.change(values('string'));
    expect(await model.column('SELECT value FROM notes ORDER BY id')).toEqual(['12', 'big']);
  });

  const time = onClient({ sqlite: '1767348000000', postgres: `'2026-01-02 10:00:00'` });
  const day = onClient({ sqlite: '1767312000000', postgres: `'2026-01-02 00:00:00'` });
  const yes = onClient({ sqlite: '1', postgres: 'true' });

  it.each([
    ['string', `'true'`, 'boolean', onClient<unknown>({ sqlite: 1, postgres: true })],
    ['string', `'2026-01-02'`, 'date', '2026-01-02'],
    ['string', `'{"a":1}'`, 'json', onClient({ sqlite: '{"a":1}', postgres: '{"a": 1}' })],
    ['integer', '7', 'string', '7'],
    ['integer', '1', 'boolean', onClient<unknown>({ sqlite: 1, postgres: true })],
    ['decimal', '12', 'integer', 12],
    ['decimal', '1.50', 'string', '1.5'],
    ['biginteger', '9007199254740993', 'string', '9007199254740993'],
    ['boolean', yes, 'string', 'true'],
    ['boolean', yes, 'integer', 1],
    ['date', `'2026-01-02'`, 'string', '2026-01-02'],
    ['datetime', day, 'date', '2026-01-02'],
    ['datetime', time, 'string', '2026-01-02T10:00:00.000Z'],
    [
      'time',
      `'10:20:30.000'`,
      'string',
      onClient({ sqlite: '10:20:30.000', postgres: '10:20:30' }),
    ],
    ['json', `'[]'`, 'blocks', '[]'],
    ['text', `'some text'`, 'string', 'some text'],
  ])('converts %s %s to %s', async (from, value, to, expected) => {
    const model = await openModel(values(from));
    await model.script(`INSERT INTO notes (document_id, value) VALUES ('a', ${value})`);
    await model.change(values(to));
    const [stored] = await model.column('SELECT value FROM notes');
    expect(stored === true ? 1 : stored).toEqual(expected === true ? 1 : expected);
  });

  it.each([
    ['string', `'007'`, 'integer'],
    ['string', `'3000000000'`, 'integer'],
    ['string', `'1e400'`, 'float'],
    ['string', `'2026-02-30'`, 'date'],
    ['string', `'plain'`, 'json'],
    ['string', `'yes'`, 'boolean'],
    ['decimal', '1.5', 'integer'],
    ['datetime', time, 'date'],
    ['json', `'{}'`, 'blocks'],
    ['integer', '7', 'date'],
  ])('rejects %s %s to %s', async (from, value, to) => {
    const model = await openModel(values(from));
    await model.script(`INSERT INTO notes (document_id, value) VALUES ('a', ${value})`);
    await expect(model.change(values(to))).rejects.toThrow('1 value of type');
  });

  it('never exposes a password', async () => {
    const model = await openModel(values('password'));
    await model.script(`INSERT INTO notes (document_id, value) VALUES ('a', 'hash')`);
    await model.change(values('string'));
    expect(await model.column('SELECT value FROM notes')).toEqual([null]);
  });
});

describe('other changes', () => {
  it('rejects turning a collection with several documents into a single type', async () => {
    const version = (kind: 'collectionType' | 'singleType') =>
      modelVersion({ [NOTE]: { title: { type: 'string' } } }, { [NOTE]: { kind } });
    const model = await openModel(version('collectionType'));
    await model.script(`INSERT INTO notes (document_id) VALUES ('a'), ('b')`);
    await expect(model.change(version('singleType'))).rejects.toThrow(
      'api::note.note cannot become a single type: it has 2 documents.',
    );
    await model.script(`DELETE FROM notes WHERE document_id = 'b'`);
    await model.change(version('singleType'));
  });

  it('clears the schema that Strapi has stored', async () => {
    const model = await openModel(modelVersion({ [NOTE]: { title: { type: 'string' } } }));
    await model.script(
      `INSERT INTO strapi_database_schema (schema, hash) VALUES ('{"tables":[{"name":"notes"}]}', 'abc')`,
    );
    await model.change(modelVersion({ [NOTE]: {} }));
    expect(await model.rows('SELECT schema, hash FROM strapi_database_schema')).toEqual([
      [onClient({ sqlite: '{"tables":[]}', postgres: '{"tables": []}' }), 'quoin'],
    ]);
  });
});
