import { availableParallelism } from 'node:os';
import path from 'node:path';
import type { ViteUserConfig } from 'vitest/config';
import { BaseSequencer, type InlineConfig, type TestSpecification } from 'vitest/node';
import { driverPackage, isNode20 } from './scripts/driver.mjs';
import { findDatabaseTests } from './test/support/database-tests.ts';

const { either, postgres } = findDatabaseTests();

function inApi(name: string): string {
  return `test/api/${name}.test.ts`;
}

function inCode(name: string): string {
  return `test/code/${name}.test.ts`;
}

function inSecurity(name: string): string {
  return `test/security/${name}.test.ts`;
}

/** Tests that open a database but run on SQLite only, and the reasons. */
const SQLITE_ONLY: readonly string[] = [
  // The driver itself.
  'src/storage/sqlite/**',
  // Reader threads and processes exist for SQLite only.
  'test/background-reads.test.ts',
  'test/threaded-reads.test.ts',
  'test/isolated-reads.test.ts',
  // HTTP, files, emails, configuration and response formats do not depend on the database. Other tests and the recorded cases
  // send the same statements on both databases.
  'test/api/admin-cost.test.ts',
  'test/api/admin-init.test.ts',
  'test/api/admin-logos.test.ts',
  'test/api/admin-session.test.ts',
  'test/api/admin-start.test.ts',
  'test/api/admin-webhooks.test.ts',
  'test/api/bodies.test.ts',
  'test/api/built-panel.test.ts',
  'test/api/cache-headers.test.ts',
  'test/api/configuration.test.ts',
  'test/api/configured-headers.test.ts',
  'test/api/draining.test.ts',
  'test/api/http.test.ts',
  'test/api/live-cache.test.ts',
  'test/api/mails.test.ts',
  'test/api/providers-by-name.test.ts',
  'test/api/proxy.test.ts',
  'test/api/replaced-files.test.ts',
  'test/api/routes.test.ts',
  'test/api/schema-legacy-routes.test.ts',
  'test/api/schema-relations.test.ts',
  'test/api/schema-routes.test.ts',
  'test/api/session-cookies.test.ts',
  'test/api/slow-requests.test.ts',
  'test/api/sockets.test.ts',
  'test/api/static-files.test.ts',
  'test/api/typescript-blog.test.ts',
  'test/api/upload-config.test.ts',
  'test/api/upload-failures.test.ts',
  'test/api/upload-names.test.ts',
  'test/api/url-uploads.test.ts',
  'test/cache-limits.test.ts',
  'test/clients/**',
  // How project code is loaded and called. Its reads and writes run on both in `code-conformance`, `administrator-writes`,
  // `conditional-writes`, `hook-writes` and the tests of `src/code`.
  ...['administrator-accounts', 'administrator-reads'].map(inCode),
  ...['changed-requests', 'creators', 'document-middlewares'].map(inCode),
  ...['every-request', 'form-files', 'list-pages', 'replaced-library'].map(inCode),
  ...['replaced-services', 'start-of-code', 'strapi-middlewares'].map(inCode),
  ...['route-options', 'server-members', 'sessions', 'strapi-members'].map(inCode),
  ...[
    'auth-strategies',
    'bad-code',
    'built-in-plugins',
    'changed-types',
    'described-routes',
    'email-plugin',
    'generate',
  ].map(inCode),
  ...['installed-plugins', 'plugin-extensions', 'plugin-services', 'types', 'version-routes'].map(
    inCode,
  ),
  ...['project-code', 'request-state', 'super-reads', 'upload-providers'].map(inCode),
  // Forms, rules and responses of accounts and administrators. Their rows are written by `documents/writer` and
  // `storage/statements/row-statements`, and the recorded cases of the areas auth and admin play the same routes on both databases; races,
  // hostile values and sessions stay on both (`accounts`, `sessions`, `users-random`, `admin-registration`).
  ...['access', 'admin-passwords', 'admin-roles', 'admin-settings', 'admin-tokens'].map(inApi),
  ...['admin-transfer-tokens', 'admin-users', 'providers', 'roles', 'signed-in'].map(inApi),
  ...['users', 'users-without-role'].map(inApi),
  ...['permissions', 'privilege-ceiling', 'vulnerabilities-sessions'].map(inSecurity),
  // Requests that are rejected before a statement runs, and keys that are never part of one.
  ...['actions-rejected', 'long-keys', 'write-rules'].map(inApi),
  inSecurity('inherited-names'),
  // Rules above the storage. The statements that they send, or their parts, are sent to PostgreSQL by other tests; races,
  // transactions of code, and the order of links stay on both.
  ...['actions', 'actions-on-all', 'admin-default-permissions', 'admin-homepage'].map(inApi),
  ...['content-manager-users', 'default-locale', 'drafts', 'file-lists'].map(inApi),
  ...['media-library', 'media-library-rules', 'panel-start'].map(inApi),
  ...['schema-store', 'source-maps', 'switched-off', 'users-list'].map(inApi),
  'src/documents/programs/documents-versions.test.ts',
  'src/documents/programs/method-params.test.ts',
  'src/documents/programs/unknown-type.test.ts',
  'src/documents/programs/document-writes.test.ts',
  'src/documents/options/make-drafts-any.test.ts',
  'src/documents/locales/remove-locale.test.ts',
  // Values and files around rows that other tests write on both databases.
  ...['content-manager-locales', 'content-manager-views', 'errors', 'previews', 'upload'].map(
    inApi,
  ),
  // Bytes and headers of responses, and how a server closes.
  ...['cached-wire', 'server-timing'].map(inApi),
  'src/cli/serve.test.ts',
  'test/docs*.test.ts',
  'test/security/admin-matrix.test.ts',
  'test/security/defaults.test.ts',
  'test/security/hostile-input.test.ts',
  'test/security/inherited-names-code.test.ts',
  'test/security/large-values.test.ts',
  'test/security/routes.test.ts',
  'test/security/vulnerabilities-accounts.test.ts',
  'test/security/vulnerabilities-files.test.ts',
];

/** Tests of code or of V8 that matter on Node 20 only. */
const ONLY_NODE_20 = isNode20 ? [] : ['src/**/*-node20.test.ts', 'test/**/*-node20.test.ts'];

/** The longest tests of a project start first, so that no worker is idle at its end. */
const LONGEST: readonly string[] = [
  'test/cli/build.test.ts',
  'test/cli/workers-model.test.ts',
  'test/cli/model-crash.test.ts',
  'test/api/schema-changes.test.ts',
  'admin/e2e/writing.test.ts',
  'admin/e2e/types.test.ts',
  'test/conformance.test.ts',
  'test/threaded-reads.test.ts',
  'test/isolated-reads.test.ts',
  'test/code-conformance.test.ts',
].map((file) => path.join(import.meta.dirname, file));

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isLong = ({ moduleId }: TestSpecification): boolean => LONGEST.includes(moduleId);
    return [...sorted.filter(isLong), ...sorted.filter((each) => !isLong(each))];
  }
}

/**
 * Projects run one after another. Their tests wait for databases, processes and pages, so more workers than cores keep all
 * cores busy.
 * @param order The project with the lowest number runs first
 * @param factor Workers per core
 */
function turn(order: number, factor: number): Pick<InlineConfig, 'maxWorkers' | 'sequence'> {
  const maxWorkers = Math.ceil(availableParallelism() * factor);
  return { maxWorkers, sequence: { groupOrder: order } };
}

const config: ViteUserConfig = {
  test: {
    // Long enough for a busy machine.
    testTimeout: 120_000,
    expect: { poll: { timeout: 45_000 } },
    // Hooks create databases.
    hookTimeout: 120_000,
    alias: {
      '@node-rs/bcrypt': path.resolve(import.meta.dirname, 'test/support/fast-bcrypt.ts'),
      // The current release crashes Node 20.
      'better-sqlite3': driverPackage,
    },
    sequence: { sequencer: LongestFirst },
    // Projects share transformed modules, and so does the next run.
    experimental: { fsModuleCache: true },
    setupFiles: ['./test/support/property-seed.ts'],
    reporters: ['default', './test/support/summary-reporter.ts'],
    projects: [
      {
        extends: true,
        test: {
          ...turn(3, 1.5),
          name: 'sqlite',
          // Loading modules takes longer than most tests, so the files of a worker share them.
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
        // All tests that open a database, on PostgreSQL.
        extends: true,
        test: {
          ...turn(1, 2),
          name: 'postgres',
          isolate: false,
          include: [...either, ...postgres, 'test/postgres/**/*.test.ts'],
          exclude: ['test/cli/**', 'test/strapi/**', ...SQLITE_ONLY],
          globalSetup: ['./test/support/memory-folder.mjs', './test/support/postgres-server.mjs'],
          provide: { client: 'postgres' },
        },
      },
      {
        extends: true,
        test: {
          ...turn(2, 2.5),
          name: 'program',
          isolate: false,
          include: ['test/cli/**/*.test.ts'],
          exclude: [...ONLY_NODE_20],
          globalSetup: [
            './test/support/memory-folder.mjs',
            './test/support/built-program.mjs',
            './test/support/postgres-server.mjs',
          ],
          provide: { client: 'sqlite' },
        },
      },
      {
        // The admin interface: unit tests and its build.
        extends: true,
        test: {
          ...turn(4, 1.5),
          name: 'admin',
          isolate: false,
          include: ['admin/src/**/*.test.{ts,tsx}', 'admin/test/**/*.test.ts'],
          globalSetup: ['./test/support/built-program.mjs'],
        },
      },
      {
        // The admin interface in Chromium, with the built server.
        extends: true,
        test: {
          ...turn(0, 2.5),
          name: 'browser',
          isolate: false,
          include: ['admin/e2e/**/*.test.ts'],
          globalSetup: [
            './test/support/memory-folder.mjs',
            './test/support/built-program.mjs',
            './test/support/postgres-server.mjs',
            './admin/e2e/support/find-browser.mjs',
          ],
          provide: { client: process.env['PANEL_CLIENT'] === 'postgres' ? 'postgres' : 'sqlite' },
        },
      },
    ],
  },
};

export default config;
