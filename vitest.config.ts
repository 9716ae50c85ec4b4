import { availableParallelism } from 'node:os';
import path from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { driverPackage, isNode20 } from './scripts/driver.mjs';
import { findDatabaseTests } from './test/support/database-tests.ts';

const { either, postgres } = findDatabaseTests();

/** What opens a database through the support modules and is played on SQLite alone, and why. */
const SQLITE_ONLY: readonly string[] = [
  // The driver itself.
  'src/storage/sqlite/**',
  // Other databases have none: their drivers hold nobody up.
  'test/threaded-reads.test.ts',
  'test/isolated-reads.test.ts',
  // HTTP, files, mails, the settings of a project and the forms of answers: the database decides nothing about them, and
  // what they ask of it is asked by other tests, and by the recorded cases, on either database.
  'test/api/admin-session.test.ts',
  'test/api/bodies.test.ts',
  'test/api/cache-headers.test.ts',
  'test/api/configuration.test.ts',
  'test/api/configured-headers.test.ts',
  'test/api/draining.test.ts',
  'test/api/http.test.ts',
  'test/api/mails.test.ts',
  'test/api/providers-by-name.test.ts',
  'test/api/proxy.test.ts',
  'test/api/replaced-files.test.ts',
  'test/api/routes.test.ts',
  'test/api/schema-routes.test.ts',
  'test/api/session-cookies.test.ts',
  'test/api/slow-requests.test.ts',
  'test/api/sockets.test.ts',
  'test/api/static-files.test.ts',
  'test/api/typescript-blog.test.ts',
  'test/api/upload-config.test.ts',
  'test/api/upload-failures.test.ts',
  'test/api/upload-names.test.ts',
  'test/clients/**',
  'test/docs*.test.ts',
  'test/security/defaults.test.ts',
  'test/security/routes.test.ts',
  'test/security/vulnerabilities-accounts.test.ts',
  'test/security/vulnerabilities-files.test.ts',
];

/** Tests of what is used before Node 22 alone. */
const ONLY_NODE_20 = isNode20 ? [] : ['src/**/*-node20.test.ts'];

/** Begun late, they would be waited for alone. */
const LONGEST: readonly string[] = ['test/cli/build.test.ts', 'test/cli/readme.test.ts'].map(
  (file) => path.join(import.meta.dirname, file),
);

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isLong = ({ moduleId }: TestSpecification): boolean => LONGEST.includes(moduleId);
    return [...sorted.filter(isLong), ...sorted.filter((each) => !isLong(each))];
  }
}

export default defineConfig({
  test: {
    // Nothing takes as long on a machine that has nothing else to do.
    testTimeout: 60_000,
    // A database is made in them.
    hookTimeout: 120_000,
    // Tests wait for databases and for programs that they start: with more workers than cores no core is idle.
    maxWorkers: Math.ceil(availableParallelism() * 1.5),
    alias: {
      '@node-rs/bcrypt': path.resolve(import.meta.dirname, 'test/support/quick-bcrypt.ts'),
      // Loading the current release on Node 20 would end the process.
      'better-sqlite3': driverPackage,
    },
    sequence: { sequencer: LongestFirst },
    setupFiles: ['./test/support/property-seed.ts'],
    reporters: ['default', './test/support/summary-reporter.ts'],
    projects: [
      {
        extends: true,
        test: {
          name: 'sqlite',
          // Loading the modules takes longer than most tests: files that one worker runs share them.
          isolate: false,
          include: ['src/**/*.test.ts', 'test/**/*.test.ts', 'bench/**/*.test.mjs'],
          exclude: [
            'test/cli/**',
            'test/strapi/**',
            'test/postgres/**',
            ...postgres,
            ...ONLY_NODE_20,
          ],
          globalSetup: ['./test/support/memory-folder.mjs', './test/support/postgres-server.mjs'],
          provide: { client: 'sqlite' },
        },
      },
      {
        // Every test that opens a database, on PostgreSQL.
        extends: true,
        test: {
          name: 'postgres',
          isolate: false,
          include: [...either, ...postgres],
          // Each statement is on its way for longer.
          testTimeout: 120_000,
          exclude: ['test/cli/**', 'test/strapi/**', ...SQLITE_ONLY],
          globalSetup: ['./test/support/memory-folder.mjs', './test/support/postgres-server.mjs'],
          provide: { client: 'postgres' },
        },
      },
      {
        extends: true,
        test: {
          name: 'program',
          testTimeout: 120_000,
          include: ['test/cli/**/*.test.ts'],
          globalSetup: [
            './test/support/memory-folder.mjs',
            './test/support/built-program.mjs',
            './test/support/postgres-server.mjs',
          ],
          provide: { client: 'sqlite' },
        },
      },
      {
        // The admin interface: its rules, and its build.
        extends: true,
        test: {
          name: 'admin',
          include: ['admin/src/**/*.test.{ts,tsx}', 'admin/test/**/*.test.ts'],
          globalSetup: ['./test/support/built-program.mjs'],
        },
      },
      {
        // The admin interface in Chromium, in front of the built server.
        extends: true,
        test: {
          name: 'browser',
          include: ['admin/e2e/**/*.test.ts'],
          testTimeout: 120_000,
          globalSetup: [
            './test/support/memory-folder.mjs',
            './test/support/built-program.mjs',
            './admin/e2e/support/find-browser.mjs',
          ],
        },
      },
    ],
  },
});
