// Running a read by hand: the coroutine is given rows as a driver would give them.
import { expect, test } from 'vitest';
import { kitchenRegistry } from '../../test/support/vendored-projects.ts';
import { MAX_READ_ROWS } from '../base/limits.ts';
import { createLayout } from '../storage/layout.ts';
import { sqliteDialect } from '../storage/sqlite/dialect.ts';
import { fullAccess } from './access.ts';
import { compileRead } from './compile.ts';
import { parseRead } from './parse.ts';
import { parseQueryString } from './parse/query-string.ts';
import { planRead } from './planner.ts';
import { runRead } from './run.ts';
import { Totals } from './totals.ts';

const registry = kitchenRegistry();
/** Of a database that nobody asks. */
const totals = new Totals({ version: () => 0, onChange: () => () => undefined });

/** The coroutine of a list of authors, without its count. */
function readingOf(query: string): ReturnType<typeof runRead> {
  const type = registry.contentType('api::author.author');
  const params = parseRead(parseQueryString(`fields=id&pagination[withCount]=false&${query}`), {
    paging: 'nested',
    drafts: false,
    localized: false,
    severalLocales: true,
    isWrite: false,
    limits: { defaultLimit: 25, maxLimit: 100, withCount: true },
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
  };
  return runRead(compileRead(shape, target), values, { dialect: sqliteDialect, totals });
}

test('the statements of a level are asked for together, with the ids of the rows above', () => {
  const reading = readingOf('populate[mentor][populate]=avatar&populate[mentees]=true');
  expect(reading.next().value).toHaveLength(1);
  const level = reading.next([
    [
      [1, 'a'],
      [2, 'b'],
      [1, 'a'],
    ],
  ]);
  expect(level.value).toMatchObject([{ values: ['[1,2]'] }, { values: ['[1,2]'] }]);
  const below = reading.next([[[1, 7, 'm']], []]);
  expect(below.value).toMatchObject([{ values: ['[7]'] }]);
  expect(reading.next([[]])).toMatchObject({ done: true, value: { total: null } });
});

test('more rows than one read may take are refused', () => {
  const reading = readingOf('populate=mentees');
  reading.next();
  reading.next([[[1, 'a']]]);
  const rows = Array.from({ length: MAX_READ_ROWS + 1 }, (_, id) => [1, id, 'm']);
  expect(() => reading.next([rows])).toThrow('too large');
});
