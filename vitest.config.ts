import { availableParallelism } from 'node:os';
import path from 'node:path';
import type { ViteUserConfig } from 'vitest/config';
import { BaseSequencer, type InlineConfig, type TestSpecification } from 'vitest/node';
import { driverPackage, isNode20 } from './scripts/driver.mjs';
import { findDatabaseTests } from './test/support/database-tests.ts';

const { either, postgres } = findDatabaseTests();

/** Tests of code or of V8 that matter on Node 20 only. */
const ONLY_NODE_20 = isNode20 ? [] : ['src/**/*-node20.test.ts', 'test/**/*-node20.test.ts'];

/**
 * Tests open and close many servers, which leaves much garbage, and rarely call a function often enough for its optimized code
 * to pay off. On Node 20, these flags reduce the CPU time by about 12 %; newer releases do not have the last one.
 */
const V8_FLAGS = [
  '--max-semi-space-size=64',
  '--single-threaded-gc',
  ...(isNode20 ? ['--interrupt-budget=1000000'] : []),
];

/** The longest tests of a project start first, in this order, so that no worker is idle at its end. */
const LONGEST: readonly string[] = [
  'admin/e2e/writing.test.ts',
  'admin/e2e/story.test.ts',
  'admin/e2e/types.test.ts',
  'admin/e2e/concurrent-edits.test.ts',
  'admin/e2e/media.test.ts',
  'admin/e2e/relations.test.ts',
  'admin/e2e/blocks.test.ts',
  'admin/e2e/sections.test.ts',
  'test/conformance.test.ts',
  'test/api/schema-changes.test.ts',
  'src/model/apply/apply-plan.test.ts',
  'test/security/matrix.test.ts',
  'test/bodies.test.ts',
  'test/cli/workers-model.test.ts',
  'test/cli/workers.test.ts',
  'test/cli/isolated-reads.test.ts',
  'test/cli/build.test.ts',
  'test/cli/dev.test.ts',
  'test/cli/backup.test.ts',
  'test/cli/model-crash.test.ts',
  'test/cli/workers-code.test.ts',
  'test/security/hostile-input.test.ts',
  'test/cache-limits.test.ts',
  'test/isolated-reads.test.ts',
  'test/background-reads.test.ts',
  'test/threaded-reads.test.ts',
  'test/code-conformance.test.ts',
].map((file) => path.join(import.meta.dirname, file));

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification): number => {
      const index = LONGEST.indexOf(moduleId);
      return index === -1 ? LONGEST.length : index;
    };
    return (await super.sort(files)).toSorted((one, other) => rank(one) - rank(other));
  }
}

/**
 * Projects run one after another. Their tests wait for databases, processes and pages, so more workers than cores keep all
 * cores busy.
 * @param order The projects with the lowest number run first, and those with the same number together
 * @param factor Workers per core
 */
function turn(order: number, factor: number): Pick<InlineConfig, 'maxWorkers' | 'sequence'> {
  const maxWorkers = Math.ceil(availableParallelism() * factor);
  return { maxWorkers, sequence: { groupOrder: order } };
}

function inSupport(name: string): string {
  return path.resolve(import.meta.dirname, `test/support/${name}.ts`);
}

const config: ViteUserConfig = {
  test: {
    // Long enough for a busy machine.
    testTimeout: 120_000,
    execArgv: V8_FLAGS,
    expect: { poll: { timeout: 45_000 } },
    // Hooks create databases.
    hookTimeout: 120_000,
    alias: [
      { find: '@node-rs/bcrypt', replacement: inSupport('fast-bcrypt') },
      // The current release crashes Node 20.
      { find: 'better-sqlite3', replacement: driverPackage },
      {
        find: /^.*\/base\/(?:worker-thread|child-process)\.ts$/,
        replacement: inSupport('background-entry'),
      },
    ],
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
          globalSetup: [
            './test/support/memory-folder.mjs',
            './test/support/background-entries.mjs',
            './test/support/postgres-server.mjs',
          ],
          provide: { client: 'sqlite' },
        },
      },
      {
        // Tests that depend on the database, on PostgreSQL.
        extends: true,
        test: {
          ...turn(1, 2),
          name: 'postgres',
          isolate: false,
          include: [...either, ...postgres, 'test/postgres/**/*.test.ts'],
          exclude: ['test/cli/**', 'test/strapi/**'],
          globalSetup: [
            './test/support/memory-folder.mjs',
            './test/support/background-entries.mjs',
            './test/support/postgres-server.mjs',
          ],
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
          ...turn(0, 1.5),
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
          ...turn(0, 1.5),
          name: 'browser',
          isolate: false,
          include: ['admin/e2e/**/*.test.ts'],
          globalSetup: [
            './test/support/memory-folder.mjs',
            './test/support/built-program.mjs',
            './test/support/postgres-server.mjs',
            './admin/e2e/support/find-browser.mjs',
            './admin/e2e/support/seeded-blog.ts',
          ],
          provide: { client: process.env['PANEL_CLIENT'] === 'postgres' ? 'postgres' : 'sqlite' },
        },
      },
    ],
  },
};

export default config;
