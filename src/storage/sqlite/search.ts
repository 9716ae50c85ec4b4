// SQLite search indexes: an FTS5 table of trigrams, maintained by triggers. To keep it small it contains neither
// texts nor positions, so candidates are checked again.
import { sql } from 'kysely';
import type { Fragment } from '../dialect.ts';
import { SEARCH_INDEX } from '../layout/names.ts';
import type { Progress, SearchDialect, SearchIndex } from '../search/search-dialect.ts';
import type { ReadSteps, Session } from '../session.ts';
import { quote } from './quote.ts';

/** Length of a trigram, and maximum number of trigrams per search. */
const PIECE = 3;
const MAX_TERMS = 32;

/** Number of rows that are indexed at once. */
const CHUNK = 5000;

export const sqliteSearch: SearchDialect = {
  few: 2000,

  /** The index folds case, and more letters than LIKE does. */
  phrase(text): string | null {
    const characters = Array.from(text);
    if (characters.length < PIECE) return null;
    const pieces = characters
      .slice(0, characters.length - PIECE + 1)
      .map((_, i) => characters.slice(i, i + PIECE).join(''));
    const selected = [...new Set(pieces)].slice(0, MAX_TERMS);
    return selected.map((piece) => `"${piece.replaceAll('"', '""')}"`).join(' ');
  },

  candidates({ name }, phrase): Fragment {
    const index = sql.id(name);
    return sql`select rowid from ${index} where ${index} match ${phrase}`;
  },

  version: { sql: 'PRAGMA schema_version', values: [] },

  *inspect(): ReadSteps<ReadonlyMap<string, string>> {
    const [rows = []] = yield [{ sql: OBJECTS, values: [] }];
    const found = new Map<string, string>();
    for (const [type, object, text] of rows) {
      const name = type === 'trigger' ? String(object).slice(0, -SUFFIX) : String(object);
      found.set(name, `${found.get(name) ?? ''}${String(text)};`);
    }
    return found;
  },

  definition: (index) => [table(index), ...triggers(index)].map((text) => `${text};`).join(''),

  async make(session, index, progress): Promise<void> {
    await session.script(table(index));
    await fill(session, index, progress);
    // Each write creates a segment; they are merged when there are 16.
    const name = quote(index.name);
    await session.script(`INSERT INTO ${name}(${name}, rank) VALUES ('automerge', 0)`);
    for (const trigger of triggers(index)) await session.script(trigger);
  },

  async drop(session, name): Promise<void> {
    for (const event of EVENTS)
      await session.script(`DROP TRIGGER IF EXISTS ${quote(name + event)}`);
    await session.script(`DROP TABLE IF EXISTS ${quote(name)}`);
  },
};

/** Suffixes of the triggers for delete, insert and update. */
const EVENTS = ['_d', '_i', '_u'] as const;
const SUFFIX = 2;

const OBJECTS = `SELECT type, name, sql FROM sqlite_schema WHERE name GLOB '${SEARCH_INDEX}_*'
  AND (type = 'trigger' OR sql LIKE 'CREATE VIRTUAL TABLE %') ORDER BY type, name`;

function table({ name }: SearchIndex): string {
  return `CREATE VIRTUAL TABLE ${quote(name)} USING fts5(text, content='', contentless_delete=1, tokenize='trigram', detail=none)`;
}

function triggers(index: SearchIndex): readonly string[] {
  const { name, columns } = index;
  const [onDelete, onInsert, onUpdate] = EVENTS.map(
    (event) => `CREATE TRIGGER ${quote(name + event)}`,
  );
  const from = quote(index.table);
  const forget = (id: string): string => `DELETE FROM ${quote(name)} WHERE rowid = ${id};`;
  // REPLACE deletes a row without firing its trigger.
  const take = `${forget('new.id')} INSERT INTO ${quote(name)}(rowid, text) VALUES (new.id, ${textOf(index, 'new.')});`;
  const values = (row: string): string =>
    `(${columns.map((column) => row + quote(column)).join(', ')})`;
  return [
    `${onDelete} AFTER DELETE ON ${from} BEGIN ${forget('old.id')} END`,
    `${onInsert} AFTER INSERT ON ${from} BEGIN ${take} END`,
    `${onUpdate} AFTER UPDATE OF ${columns.map(quote).join(', ')} ON ${from} WHEN ${values('old.')} IS NOT ${values('new.')} BEGIN ${forget('old.id')} ${take} END`,
  ];
}

/** All columns as one text. */
function textOf({ columns }: SearchIndex, row = ''): string {
  return columns
    .map((column) => `coalesce(CAST(${row}${quote(column)} AS TEXT), '')`)
    .join(' || char(10) || ');
}

async function fill(session: Session, index: SearchIndex, progress: Progress): Promise<void> {
  const from = quote(index.table);
  const number = async (query: string, values: readonly number[] = []): Promise<number> =>
    Number((await session.rows({ sql: query, values }))[0]?.[0] ?? 0);
  const total = await number(`SELECT count(*) FROM ${from}`);
  let done = 0;
  let at = await number(`SELECT min(id) - 1 FROM ${from}`);
  while (done < total) {
    const end = await number(
      `SELECT max(id) FROM (SELECT id FROM ${from} WHERE id > ? ORDER BY id LIMIT ${CHUNK})`,
      [at],
    );
    await session.run({
      sql: `INSERT INTO ${quote(index.name)}(rowid, text) SELECT id, ${textOf(index)} FROM ${from} WHERE id > ? AND id <= ?`,
      values: [at, end],
    });
    done = Math.min(done + CHUNK, total);
    at = end;
    progress(done, total);
  }
}
