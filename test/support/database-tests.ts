// Finds the test files that open a database by their imports, and selects those that run on both clients.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '../..');

const EITHER = 'test/support/test-database.ts';
const SQLITE = 'src/storage/sqlite/';
const SERVER = 'test/support/postgres-database.ts';

/**
 * Prefixes of the paths of tests that run on PostgreSQL as well, because they depend on the database: on statements, types, locks
 * or commits. Other tests verify rules above the storage, and send statements that these send too.
 */
export const ON_BOTH: readonly string[] = [
  'src/app/model-changes/',
  'src/auth/admin/admin-accounts',
  'src/auth/caller-cache',
  'src/code/database/',
  'src/code/documents/',
  'src/code/lifecycles/',
  'src/documents/links/morph-links',
  'src/documents/links/store-links',
  'src/documents/operations/delete-document',
  'src/documents/options/deleted-drafts',
  'src/documents/options/make-drafts-columns',
  'src/documents/options/make-drafts.test',
  'src/documents/plan/',
  'src/documents/programs/documents.test',
  'src/documents/validation/ruled-values',
  'src/documents/validation/unique',
  'src/documents/write-hooks',
  'src/documents/writer',
  'src/model/',
  'src/query/',
  'src/storage/',
  'src/transfer/',
  'test/api/admin-registration',
  'test/api/client-disconnect',
  'test/api/content-manager-candidates',
  'test/api/content-manager-cost',
  'test/api/content-manager-lists',
  'test/api/content-manager-queries',
  'test/api/join-columns',
  'test/api/keyset-pagination',
  'test/api/password-races',
  'test/api/refreshed-sessions',
  'test/api/repetitive-search',
  'test/api/schema-changes',
  'test/api/schema-full-disk',
  'test/api/schema-plan',
  'test/api/search-index',
  'test/api/single-type-rows',
  'test/api/write-rejections',
  'test/archives',
  'test/blog',
  'test/bodies',
  'test/cached-totals',
  'test/code/content-manager-services',
  'test/code/hook-writes',
  'test/code/middleware-results',
  'test/code/migrations',
  'test/code/permission-conditions',
  'test/code-conformance',
  'test/conformance',
  'test/import',
  'test/lifecycle',
  'test/media-cost',
  'test/publish-cost',
  'test/query-strings',
  'test/read-cost',
  'test/read-plans',
  'test/response-cache',
  'test/search-index',
  'test/security/matrix.test',
  'test/write-cost',
];

/** Paths of test files, from the root of the repository. */
export interface DatabaseTests {
  /** Files that open the database of the vitest project, and run on both clients. */
  readonly either: readonly string[];
  /** Files that always open PostgreSQL, so that they run only once. */
  readonly postgres: readonly string[];
}

/** Classifies all test files. */
export function findDatabaseTests(): DatabaseTests {
  const tests = ['src', 'test'].flatMap(testsIn).map((file) => ({ file, reached: reach(file) }));
  const either = tests.filter(({ file, reached }) => reached.has(EITHER) && isOnBoth(file));
  const postgres = tests.filter(({ reached }) => reached.has(SERVER) && !reached.has(EITHER));
  return { either: either.map(({ file }) => file), postgres: postgres.map(({ file }) => file) };
}

function isOnBoth(file: string): boolean {
  return !file.startsWith(SQLITE) && ON_BOTH.some((each) => file.startsWith(each));
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
