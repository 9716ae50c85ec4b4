import { describe, expect, test } from 'vitest';
import { generatedUid, isEmptyHooks } from './generated-code.ts';

describe('generated files of Strapi', () => {
  test.each([
    `'use strict';\n\n/**\n * post router\n */\n\nconst { createCoreRouter } = require('@strapi/strapi').factories;\n\nmodule.exports = createCoreRouter('api::post.post');\n`,
    `const { factories } = require("@strapi/strapi")\nmodule.exports = factories.createCoreRouter("api::post.post")`,
    `/**\n * post router\n */\n\nimport { factories } from '@strapi/strapi';\n\nexport default factories.createCoreRouter('api::post.post');\n`,
    `// @ts-check\nimport {factories} from '@strapi/strapi'\n\nexport default factories.createCoreRouter('api::post.post')\n`,
  ])('are recognized: %j', (text) => {
    expect(generatedUid(text, 'createCoreRouter')).toBe('api::post.post');
  });

  test.each([
    ``,
    `import { factories } from '@strapi/strapi';\nexport default factories.createCoreController('api::post.post');`,
    `import { factories } from '@strapi/strapi';\nexport default factories.createCoreRouter('api::post.post', {});`,
    `import { factories } from '@strapi/strapi';\nexport default factories.createCoreRouter('api::post.post');\nopen();`,
    `import { factories } from './mine';\nexport default factories.createCoreRouter('api::post.post');`,
    `open('/*');\nimport { factories } from '@strapi/strapi';\nexport default factories.createCoreRouter('api::post.post');`,
  ])('are not recognized with changes: %j', (text) => {
    expect(generatedUid(text, 'createCoreRouter')).toBeUndefined();
  });
});

describe('hooks of src/index', () => {
  test.each([
    ``,
    `'use strict';\nmodule.exports = {\n  /** x */\n  register(/*{ strapi }*/) {},\n\n  bootstrap(/*{ strapi }*/) {},\n};`,
    `// import type { Core } from '@strapi/strapi';\n\nexport default {\n  register(/* { strapi }: { strapi: Core.Strapi } */) {},\n  bootstrap(): void {},\n};`,
  ])('are empty in %j', (text) => {
    expect(isEmptyHooks(text)).toBe(true);
  });

  test.each([
    `export default { register() {}, bootstrap() { open(); } };`,
    `open();\nexport default { register() {}, bootstrap() {} };`,
    `export default { register };`,
  ])('are not empty in %j', (text) => {
    expect(isEmptyHooks(text)).toBe(false);
  });
});
