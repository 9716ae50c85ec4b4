import BetterSqlite from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { StatementCost, StatementInput } from '../../statement-costs.ts';
import { SqliteCosts } from './sqlite-costs.ts';

const PEOPLE = 4000;
const ALL: StatementInput = { listed: 1, limit: null };
/** Bytes of each text; the sample contains the longest ones. */
const TEXT = 2000;

let connection: BetterSqlite.Database;
let costs: SqliteCosts;

beforeAll(() => {
  connection = new BetterSqlite(':memory:');
  connection.exec(`
    create table people (id integer primary key, name text, born integer, bio text);
    create table towns (id integer primary key, name text);
    create table homes (id integer primary key, person_id integer, town_id integer);
    create index homes_person on homes (person_id);
    create index homes_town on homes (town_id);
    create index people_born on people (born);
    with recursive n(i) as (select 1 union all select i + 1 from n where i < ${PEOPLE})
      insert into people select i, 'p' || i, i % 3, printf('%.${TEXT}c', 'x') from n;
    insert into towns select id, 't' || id from people where id <= 40;
    insert into homes select id, id, 1 + id % 40 from people;
    create table notes as select * from people where id <= 20;
  `);
  costs = new SqliteCosts(connection);
});

afterAll(() => void connection.close());

function cost(sql: string, input: StatementInput = ALL): StatementCost {
  return costs.plan(sql).cost(input);
}

describe('rows', () => {
  test.each([
    ['a table', 'select name from "people" as "t1"', PEOPLE],
    ['its first rows, by id', 'select name from "people" as "t1" order by "t1"."id" limit ?', 10],
    ['a row', 'select name from "people" as "t1" where "t1"."id" = ?', 1],
    ['an index with few keys', 'select id from "people" as "t1" where "t1"."born" = ?', PEOPLE / 3],
    [
      'a join',
      'select "t2"."town_id" from "people" as "t1" join "homes" as "t2" on "t2"."person_id" = "t1"."id" where "t1"."id" = ?',
      2,
    ],
    ['a range of ids', 'select name from "people" as "t1" where "t1"."id" > ?', PEOPLE],
    ['a union', 'select name from "towns" as "t1" union all select name from "notes" as "t2"', 60],
  ])('%s', (_name, sql, rows) => {
    const limit = sql.includes('limit') ? 10 : null;
    expect(cost(sql, { listed: 1, limit }).rows).toBeCloseTo(rows, -1);
  });

  test('of a list are the number of its values, at most the number of rows in the table', () => {
    const sql = `select name from "people" as "t1" where "t1"."id" in (select value from json_each(?))`;
    expect(cost(sql, { listed: 16, limit: null }).rows).toBe(16);
    expect(cost(sql, { listed: 100_000, limit: null }).rows).toBe(PEOPLE);
  });

  test('of a join through a list are the sum over its values', () => {
    const sql = `select person_id from "homes" as "t1" where "t1"."town_id" in (select value from json_each(?))`;
    expect(cost(sql, { listed: 4, limit: null }).rows).toBeCloseTo((4 * PEOPLE) / 40, -1);
  });
});

describe('time', () => {
  const row = 'select name from "people" as "t1" where "t1"."id" = ?';
  const page = 'select name from "people" as "t1" order by "t1"."id" limit ?';
  const sorted = 'select name from "people" as "t1" order by "t1"."name" limit ?';
  const time = (sql: string, limit: number | null = null): number =>
    cost(sql, { listed: 1, limit }).milliseconds;

  test('of a sorted page is that of all its rows', () => {
    expect(time(page, 10)).toBeLessThan(100 * time(row));
    expect(time(sorted, 10)).toBeGreaterThan(1000 * time(row));
  });

  test('of a correlated subquery counts for each row', () => {
    const subquery =
      '(select max(town_id) from "homes" as "t2" where "t2"."person_id" = "t1"."id")';
    const few = `select ${subquery} from "people" as "t1" order by "t1"."id" limit ?`;
    const all = `select id from "people" as "t1" order by ${subquery} limit ?`;
    expect(time(few, 10)).toBeLessThan(time(all, 10) / 50);
  });

  test('of an uncorrelated subquery counts once', () => {
    const list = `select "t2"."person_id" from "homes" as "t2" join "towns" as "t3" on "t3"."id" = "t2"."town_id" where "t3"."name" = ?`;
    const one = `select count(*) from "people" as "t1" where "t1"."id" in (${list})`;
    const two = `${one} and "t1"."id" in (${list})`;
    expect(time(two) / time(one)).toBeGreaterThan(1.3);
    expect(time(two) / time(one)).toBeLessThan(2.5);
  });

  test('grows with nested filters through relations', () => {
    const through = (inner: string): string =>
      `"t1"."id" in (select "t2"."person_id" from "homes" as "t2" where not ("t2"."town_id" in (${inner})))`;
    const shallow = `select count(*) from "people" as "t1" where ${through('select "t3"."id" from "towns" as "t3"')}`;
    const deep = `select count(*) from "people" as "t1" where ${through('select "t4"."town_id" from "homes" as "t4" join "people" as "t5" on "t5"."id" = "t4"."person_id" where not ("t5"."name" = ?)')}`;
    expect(time(deep)).toBeGreaterThan(1.5 * time(shallow));
  });
});

describe('bytes compared with patterns', () => {
  test('are the bytes of the visited rows', () => {
    const scan = cost(`select id from "people" as "t1" where "t1"."bio" like ?`);
    expect(scan.visitedBytes).toBeGreaterThan(PEOPLE * TEXT);
    expect(scan.visitedBytes).toBeLessThan(PEOPLE * TEXT * 1.1);
    const one = cost(`select id from "people" as "t1" where "t1"."id" = ? and "t1"."bio" like ?`);
    expect(one.visitedBytes).toBeLessThan(TEXT * 1.1);
  });

  test('of a small table are counted exactly', () => {
    connection.exec(`update notes set bio = printf('%.800000c', 'x') where id = 13`);
    const { visitedBytes } = new SqliteCosts(connection)
      .plan(`select id from "notes" as "t1" where "t1"."bio" like ?`)
      .cost(ALL);
    expect(visitedBytes).toBeGreaterThan(800_000 + 19 * TEXT);
  });
});

test('a virtual table counts as small', () => {
  connection.exec('create virtual table words using fts5(word)');
  expect(cost('select rowid from "words" where "words" match ?').milliseconds).toBeLessThan(5);
});

test('nested subqueries are each estimated once', () => {
  const nested = (depth: number): string =>
    depth === 0
      ? '1'
      : `select "t${depth}"."id" from "people" as "t${depth}" where "t${depth}"."id" in (${nested(depth - 1)})`;
  // Doubling with each level would take billions of estimates.
  expect(cost(nested(32)).rows).toBeGreaterThan(0);
});
