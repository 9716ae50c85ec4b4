// Runs a read step by step with rows that a driver would return.
import { expect, test } from 'vitest';
import { kitchenRegistry } from '../../test/support/vendored-projects.ts';
import { MAX_READ_ROWS } from '../base/limits.ts';
import { ChangeFeed } from '../storage/commits/change-feed.ts';
import { createLayout } from '../storage/layout/layout.ts';
import type { SearchIndex } from '../storage/search/search-dialect.ts';
import { ValidIndexes } from '../storage/search/valid-indexes.ts';
import { sqliteDialect } from '../storage/sqlite/dialect.ts';
import { fullAccess } from './access.ts';
import { compileRead } from './compile.ts';
import { parseRead } from './parse.ts';
import { parseQueryString } from './parse/query-string.ts';
import { planRead } from './planner.ts';
import { runRead } from './run.ts';
import { Totals } from './totals.ts';

const registry = kitchenRegistry();
/** Changes of a database that is not used. */
const changes = new ChangeFeed();
const totals = new Totals({
  version: () => changes.version,
  isCommitting: false,
  onChange: (listener) => changes.subscribe(listener),
});

/** All text columns of authors. */
const index: SearchIndex = {
  uid: 'api::author.author',
  name: 'quoin_search_authors',
  table: 'authors',
  attributes: new Set(['id', 'documentId', 'name', 'email', 'bio']),
  columns: ['name', 'email', 'bio'],
};

/** Search indexes that are never validated. */
const indexes = new ValidIndexes({ ...sqliteDialect.search, version: null });

/** The coroutine of a list of authors, by default without its count. */
function stepsOf(query: string, counted = false): ReturnType<typeof runRead> {
  const type = registry.contentType('api::author.author');
  const text = `fields=id&pagination[withCount]=${counted}&${query}`;
  const params = parseRead(parseQueryString(text), {
    paging: 'nested',
    drafts: false,
    localized: false,
    severalLocales: true,
    isWrite: false,
    limits: { defaultLimit: 25, maxLimit: 100, withCount: true },
    checksRange: true,
    versionFilters: true,
    strictRoots: false,
    strictDocuments: false,
  });
  const surroundings = { registry, access: fullAccess, defaultLocale: 'en' };
  const { shape, values } = planRead({ type, one: null }, params, surroundings);
  const target = {
    registry,
    layout: createLayout(registry),
    dialect: sqliteDialect,
    served: new Map(),
    search: new Map([[type.uid, index]]),
    output: 'text' as const,
  };
  return runRead(compileRead(shape, target), values, { dialect: sqliteDialect, totals, indexes });
}

test('sends the statements of a level together, with the ids of their parent rows', () => {
  const steps = stepsOf('populate[mentor][populate]=avatar&populate[mentees]=true');
  expect(steps.next().value).toHaveLength(1);
  const level = steps.next([
    [
      [1, 'a'],
      [2, 'b'],
      [1, 'a'],
    ],
  ]);
  expect(level.value).toMatchObject([{ values: ['[1,2]'] }, { values: ['[1,2]'] }]);
  const below = steps.next([[[1, 7, 'm']], []]);
  expect(below.value).toMatchObject([{ values: ['[7]'] }]);
  expect(steps.next([[]])).toMatchObject({ done: true, value: { total: null } });
});

test('does not cache a count if a commit happened after its snapshot', () => {
  const search = (): ReturnType<typeof runRead> => stepsOf('_q=word', true);
  const numbers = [true, false, false].map((isConcurrent) => {
    const steps = search();
    const { value: probe } = steps.next();
    if (isConcurrent) changes.emit(new Set(['authors']));
    const { value: queries } = steps.next([[[1]]]);
    const { value } = steps.next([[], [[7]]]);
    return [probe, queries, value];
  });
  expect(numbers).toMatchObject([
    [{ length: 1 }, { length: 2 }, { total: 7 }],
    [{ length: 1 }, { length: 2 }, { total: 7 }],
    [{ length: 1 }, { length: 1 }, { total: 7 }],
  ]);
});

test('rejects a read of too many rows', () => {
  const steps = stepsOf('populate=mentees');
  steps.next();
  steps.next([[[1, 'a']]]);
  const rows = Array.from({ length: MAX_READ_ROWS + 1 }, (_, id) => [1, id, 'm']);
  expect(() => steps.next([rows])).toThrow('too large');
});
