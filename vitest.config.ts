import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    testTimeout: 20_000,
    // By default one core is left idle: on two that is half of the machine.
    maxWorkers: '100%',
    reporters: ['default', './test/support/tally-reporter.ts'],
    projects: [
      {
        extends: true,
        test: {
          name: 'house',
          include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
          exclude: ['test/cli/**', 'test/strapi/**'],
          globalSetup: ['./test/support/postgres-server.mjs'],
        },
      },
      {
        extends: true,
        test: {
          name: 'program',
          include: ['test/cli/**/*.test.ts'],
          globalSetup: ['./test/support/built-program.mjs', './test/support/postgres-server.mjs'],
        },
      },
    ],
  },
});
