import { expect, test } from 'vitest';
import { makeProject } from '../../test/support/project-folder.ts';
import { evaluateFiles, type EvaluatedFile } from './evaluation.ts';
import { openFolder } from './folder.ts';

const TYPES = [
  {
    uid: 'api::post.post',
    kind: 'collectionType',
    singularName: 'post',
    pluralName: 'posts',
    draftAndPublish: false,
    versioned: false,
  },
] as const;
const CORE = ['find', 'findOne', 'create', 'update', 'delete'].map(
  (action) => `api::post.post.${action}`,
);

test('routers, whatever way they are made', async () => {
  const evaluated = await evaluate('router', {
    'a.js': `const { createCoreRouter } = require('@strapi/strapi').factories;
      module.exports = createCoreRouter('api::post.post', { only: ['find'], prefix: '/v2' });`,
    'b.ts': `import { factories } from '@strapi/strapi';
      const inner = factories.createCoreRouter('api::post.post', { except: ['find', 'update', 'delete', 'create'] });
      export default {
        get prefix(): string { return ''; },
        get routes() { return [{ method: 'GET', path: '/posts/mine', handler: 'post.mine' }, ...inner.routes]; },
      };`,
    'c.mjs': `export default ({ strapi }) => ({ routes: [{
      method: ' get ', path: '/x', handler: () => strapi.log.info('x'),
      config: { auth: { scope: ['a'] }, policies: ['p', { name: 'q' }, () => true], middlewares: [{ resolve: 'm' }] },
    }] });`,
    'd.json': {
      routes: [{ method: 'GET', path: '/y', handler: 'y.y', config: { auth: true, prefix: '' } }],
      prefix: '/no',
    },
  });
  const none = { policies: [], middlewares: [] };
  expect(evaluated).toEqual([
    { routes: [{ ...none, method: 'GET', path: '/v2/posts', handler: 'api::post.post.find' }] },
    {
      routes: [
        { ...none, method: 'GET', path: '/posts/mine', handler: 'post.mine' },
        { ...none, method: 'GET', path: '/posts/:id', handler: 'api::post.post.findOne' },
      ],
    },
    {
      routes: [
        {
          method: 'GET',
          path: '/x',
          auth: ['a'],
          policies: ['p', 'q', 'a function'],
          middlewares: ['m'],
        },
      ],
    },
    { routes: [{ ...none, method: 'GET', path: '/y', handler: 'y.y', auth: 'unknown' }] },
  ]);
});

test('controllers, whatever way they are made', async () => {
  const head = `const { createCoreController } = require('@strapi/strapi').factories;`;
  const evaluated = await evaluate('controller', {
    'a.js': `${head} module.exports = createCoreController('api::post.post');`,
    'b.js': `${head} module.exports = createCoreController('api::post.post', { find() {}, mine() {} });`,
    'c.js': `${head} module.exports = createCoreController('api::post.post', ({ strapi }) => {
      const ready = strapi.plugin('x').service('y').ready();
      return { async create(ctx) { return super.create(ctx); }, sanitizeOutput() { return ready; } };
    });`,
    'd.js': `${head} module.exports = createCoreController('api::other.other');`,
    'e.js': `module.exports = { find() {}, findOne() {} };`,
    'f.js': `module.exports = () => ({ find() {} });`,
  });
  const other = CORE.map((name) => name.replaceAll('post', 'other'));
  expect(evaluated.map(({ controller }) => controller)).toEqual([
    { untouched: CORE, hooks: [], publication: [] },
    { untouched: CORE.slice(1), hooks: [], publication: [] },
    {
      untouched: CORE.filter((name) => !name.endsWith('create')),
      hooks: ['sanitizeOutput'],
      publication: [],
    },
    { untouched: other, hooks: [], publication: [] },
    { untouched: [], hooks: [], publication: [] },
    { untouched: [], hooks: [], publication: [] },
  ]);
});

test('files that use packages of Strapi and the global are read', async () => {
  const [file] = await evaluate('controller', {
    'a.ts': `import { factories } from '@strapi/strapi';
      import { errors } from '@strapi/utils';
      class Mine extends errors.ApplicationError {}
      const [first] = strapi.config.get('list');
      export default factories.createCoreController('api::post.post', { mine: () => new Mine(String(first)) } as any);`,
  });
  expect(file?.controller?.untouched).toEqual(CORE);
});

const ROUTER = 'module.exports = { routes: [] };';

test('whatever a file does, it fails alone and says why', async () => {
  const evaluated = await evaluate('router', {
    'a.js': ROUTER,
    'b.js': 'throw new Error("no database");',
    'c.js': 'process.exit(0);',
    'e.js': 'module.exports = require("not-installed");',
    'f.js': 'module.exports = {{',
    'g.js': 'module.exports = 7;',
    'h.js': 'module.exports = { routes: [{}] };',
    'i.js': `const { factories } = require('@strapi/strapi'); module.exports = factories.createCoreRouter('api::no.no');`,
    'j.js': `Promise.reject(new Error()); setTimeout(() => { throw new Error(); }); setInterval(() => {}, 1); ${ROUTER}`,
    'k.js': 'module.exports = async () => ({ routes: [] });',
    'l.js': `console.log('not seen'); ${ROUTER}`,
  });
  expect(evaluated.map(({ routes, failure }) => routes ?? failure)).toEqual([
    [],
    'no database',
    'it exits the process',
    expect.stringContaining('not-installed'),
    expect.stringMatching(/Unexpected|expected/i),
    expect.stringContaining('exports no router'),
    expect.stringContaining('no method or no path'),
    expect.stringContaining('no content-type "api::no.no"'),
    [],
    expect.stringContaining('exports no router'),
    [],
  ]);
});

test('a file that does not come to an end is given up, and the next one is read', async () => {
  const endless = { 'a.js': ROUTER, 'b.js': 'while (true) {}', 'c.js': ROUTER };
  // Much more than it takes to start a thread and read a file.
  expect(await evaluate('router', endless, 5000)).toEqual([
    { routes: [] },
    { failure: 'it does not finish' },
    { routes: [] },
  ]);
});

test('what a file prints holds nothing up, and memory has an end', async () => {
  const evaluated = await evaluate(
    'router',
    {
      'a.mjs': `for (let i = 0; i < 20; i++)
          for (const stream of [process.stdout, process.stderr])
            await new Promise((done) => stream.write('x'.repeat(100_000), done));
        export default { routes: [] };`,
      'b.js': `const kept = []; while (true) kept.push(Array.from({ length: 100_000 }, () => ({})));`,
      'c.js': 'module.exports = { routes: [] };',
    },
    100_000,
  );
  expect(evaluated).toEqual([
    { routes: [] },
    { failure: expect.stringContaining('memory') },
    { routes: [] },
  ]);
}, 300_000);

test('the variables of the project are there', async () => {
  const evaluated = await evaluate('router', {
    'a.js': `module.exports = { routes: [{ method: 'GET', path: process.env.NAME, handler: 'x.x' }] };`,
  });
  expect(evaluated).toMatchObject([{ routes: [{ path: '/from-env' }] }]);
});

async function evaluate(
  kind: 'router' | 'controller',
  files: Readonly<Record<string, string | object>>,
  timeLimit?: number,
): Promise<readonly EvaluatedFile[]> {
  const folder = openFolder(makeProject(files));
  const jobs = Object.keys(files).map((name) => ({ kind, file: `${folder.root}/${name}` }));
  return evaluateFiles(
    { folder, types: TYPES, jobs, environment: { NAME: '/from-env' } },
    timeLimit,
  );
}
