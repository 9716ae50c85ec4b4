// Vitest configuration of the comparison with a real Strapi (`npm run test:strapi`).
import type { ViteUserConfig } from 'vitest/config';

const config: ViteUserConfig = {
  test: {
    include: ['test/strapi/**/*.strapi.test.ts'],
    globalSetup: [
      './test/strapi/installed.ts',
      './test/support/built-program.mjs',
      './test/support/postgres-server.mjs',
    ],
  },
};

export default config;
