// In charge of the tests that need the real Strapi: they take minutes, and are run by `npm run test:strapi`.
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/strapi/**/*.strapi.test.ts'],
    globalSetup: [
      './test/strapi/installed.ts',
      './test/support/built-program.mjs',
      './test/support/postgres-server.mjs',
    ],
  },
});
