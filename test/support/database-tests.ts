// Finds the test files that open a database by their imports, so that each runs on both clients.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '../..');

const EITHER = 'test/support/test-database.ts';
const SERVER = 'test/support/postgres-database.ts';

/** Paths of test files, from the root of the repository. */
export interface DatabaseTests {
  /** Files that open the database of the vitest project. */
  readonly either: readonly string[];
  /** Files that always open PostgreSQL, so that they run only once. */
  readonly postgres: readonly string[];
}

/** Classifies all test files. */
export function findDatabaseTests(): DatabaseTests {
  const tests = ['src', 'test'].flatMap(testsIn).map((file) => ({ file, reached: reach(file) }));
  const either = tests.filter(({ reached }) => reached.has(EITHER));
  const postgres = tests.filter(({ reached }) => reached.has(SERVER) && !reached.has(EITHER));
  return { either: either.map(({ file }) => file), postgres: postgres.map(({ file }) => file) };
}

function testsIn(folder: string): readonly string[] {
  return readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.test.ts'))
    .map((file) => path.posix.join(folder, ...file.split(path.sep)))
    .toSorted();
}

const imported = new Map<string, readonly string[]>();

/** The files of `test` that a file imports, directly or indirectly. */
function reach(file: string, reached: Set<string> = new Set()): ReadonlySet<string> {
  const known = imported.get(file) ?? importsOf(file);
  imported.set(file, known);
  for (const each of known) {
    if (reached.has(each)) continue;
    reached.add(each);
    reach(each, reached);
  }
  return reached;
}

/** Type imports are ignored. */
function importsOf(file: string): readonly string[] {
  const text = readFileSync(path.join(root, file), 'utf8');
  const found = text.matchAll(/^(?:import|export)(?! type)\b[^;']*'(\.{1,2}\/[^']+\.ts)'/gm);
  return [...found]
    .map(([, name = '']) => path.posix.join(path.posix.dirname(file), name))
    .filter((name) => name.startsWith('test/'));
}
