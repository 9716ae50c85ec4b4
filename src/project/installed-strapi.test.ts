// A project in which Strapi is installed: imports of Strapi resolve to the modules of Quoin.
import { expect, test } from 'vitest';
import { collectionType, makeProject, schemaOf } from '../../test/support/project-folder.ts';
import { openProject } from '../app/project.ts';

const INSTALLED = {
  'node_modules/@strapi/strapi/package.json': { name: '@strapi/strapi', main: 'index.js' },
  'node_modules/@strapi/strapi/index.js':
    "module.exports = { factories: { createCoreRouter() { throw new Error('this is the real one'); } } };",
};

test.each([
  [
    'CommonJS',
    'post.js',
    "module.exports = require('@strapi/strapi').factories.createCoreRouter('api::post.post');",
  ],
  [
    'CommonJS that requires another file',
    'post.js',
    "module.exports = require('../inner').router;",
  ],
  [
    'an ES module',
    'post.js',
    "import { factories } from '@strapi/strapi';\nexport default factories.createCoreRouter('api::post.post');",
  ],
  [
    'TypeScript',
    'post.ts',
    "import { factories } from '@strapi/strapi';\nexport default factories.createCoreRouter('api::post.post' as string);",
  ],
])('resolves a router in %s', async (_, name, code) => {
  const folder = makeProject({
    ...INSTALLED,
    ...(name.endsWith('.ts') ? { 'tsconfig.json': {} } : {}),
    [schemaOf('post')]: collectionType('post'),
    [`src/api/post/routes/${name}`]: code,
    'src/api/post/inner.js':
      "exports.router = require('@strapi/strapi').factories.createCoreRouter('api::post.post');",
  });
  const { routes, warnings } = await openProject(folder, { environment: {} });
  expect(warnings).toEqual([]);
  expect(routes.routes.map(({ method, path }) => `${method} ${path}`)).toContain('GET /posts/:id');
});
