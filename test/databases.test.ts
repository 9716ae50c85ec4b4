// Tests open databases through the support modules, so that each can run on SQLite and on PostgreSQL; those that open one
// themselves are listed here, with the reason.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { findDatabaseTests, ON_BOTH } from './support/database-tests.ts';

const root = path.resolve(import.meta.dirname, '..');

/** Folders and files that import a driver. */
const THEMSELVES: Readonly<Record<string, string>> = {
  'src/storage/sqlite/': 'about SQLite',
  'src/storage/postgres/': 'about PostgreSQL',
  'src/storage/migration/sync-database.test.ts': 'files that Strapi made, on SQLite alone',
  'src/transfer/copy-database.test.ts': 'from one kind of database to the other',
  'src/transfer/import/import-archive.test.ts': 'both kinds beside each other',
  'test/bodies.test.ts': 'looks into a fixture for what is there',
  'test/cli/': 'programs with a database in their folder',
  'test/postgres/': 'about PostgreSQL servers',
  'test/lifecycle/engine-database.ts': 'a database in memory where it is SQLite',
  'test/support/other-connection.ts': 'for test/cli',
  'test/support/postgres-cluster.ts': 'for test/postgres',
  'test/support/postgres-database.ts': 'a support module for databases',
  'test/support/server-database.ts': 'a support module for databases',
  'test/support/temp-database.ts': 'for src/storage/sqlite',
  'test/support/test-database.ts': 'a support module for databases',
};

const DRIVER =
  /^import (?!type)[^;]*'(?:better-sqlite3|pg|[^']*\/(?:sqlite|postgres)\/driver\.ts)'/m;

function filesOf(folder: string): readonly string[] {
  return readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((file) => path.posix.join(folder, ...file.split(path.sep)))
    .filter((file) => file.endsWith('.ts') && (folder === 'test' || file.endsWith('.test.ts')));
}

const importing = ['src', 'test']
  .flatMap(filesOf)
  .filter((file) => DRIVER.test(readFileSync(path.join(root, file), 'utf8')));

test('no other module opens a database itself', () => {
  const listed = Object.keys(THEMSELVES);
  expect(importing.filter((file) => !listed.some((each) => file.startsWith(each)))).toEqual([]);
});

test.each(Object.keys(THEMSELVES))('%s opens a database', (each) => {
  expect(importing.filter((file) => file.startsWith(each))).not.toEqual([]);
});

test('tests that open a database are listed once', () => {
  const { either, postgres } = findDatabaseTests();
  expect(either).toContain('src/documents/operations/delete-document.test.ts');
  expect(either).not.toContain('test/api/users.test.ts');
  expect(postgres).toContain('src/storage/postgres/driver.test.ts');
  expect(either.filter((file) => postgres.includes(file))).toEqual([]);
});

test.each(ON_BOTH)('the prefix %s matches a test that opens a database', (each) => {
  const { either, postgres } = findDatabaseTests();
  expect([...either, ...postgres].some((file) => file.startsWith(each))).toBe(true);
});
