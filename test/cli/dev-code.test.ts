// `quoin dev` and project code: saved code runs with the next request, and tasks of the previous version end.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { startDev } from '../support/dev-server.ts';
import { eventually } from '../support/eventually.ts';
import { collectionType, schemaOf } from '../support/project-folder.ts';

const CONTROLLER = 'src/api/own/controllers/own.ts';
const ROUTES = `export default { routes: [
  { method: 'GET', path: '/own', handler: 'own.run', config: { auth: false } } ] };`;

function controller(text: string): string {
  return `import { word } from '../lib/word';\nexport default { run: (ctx: any) => { ctx.body = { data: word + '${text}' }; } };`;
}

test('reloads a controller, and a file that it imports', async () => {
  const server = await startDev({
    [schemaOf('post')]: collectionType('post'),
    'src/api/own/routes/own.ts': ROUTES,
    [CONTROLLER]: controller('one'),
    'src/api/own/lib/word.ts': `export const word = 'a ';`,
  });
  expect((await server.get('/api/own')).body.data).toBe('a one');
  server.save({ [CONTROLLER]: controller('two') });
  await server.until('/api/own', ({ body }) => body.data === 'a two');
  server.save({ 'src/api/own/lib/word.ts': `export const word = 'the ';` });
  await server.until('/api/own', ({ body }) => body.data === 'the two');
  server.save({ [CONTROLLER]: 'export default {' });
  await server.printed('Not applied: one error.');
  expect((await server.get('/api/own')).body.data).toBe('the two');
  server.save({ [CONTROLLER]: controller('three') });
  await server.until('/api/own', ({ body }) => body.data === 'the three');
});

test('`strapi` remains that of the previous version while a new one cannot be loaded', async () => {
  const index = (text: string): string => `module.exports = { register() { ${text} } };`;
  const server = await startDev({
    [schemaOf('post')]: collectionType('post'),
    'src/index.js': index('return 1;'),
    'src/api/own/routes/own.js': ROUTES.replace('export default', 'module.exports ='),
    'src/api/own/controllers/own.js':
      'module.exports = { run: (ctx) => { ctx.body = { data: String(strapi.isLoaded) }; } };',
  });
  expect((await server.get('/api/own')).body.data).toBe('true');
  server.save({ 'src/index.js': index(`throw new Error('no luck');`) });
  await server.printed('Not applied: one error.');
  expect((await server.get('/api/own')).body.data).toBe('true');
});

test('runs cron tasks of the saved version, but not of the previous one', async () => {
  const config = (
    word: string,
  ): string => `module.exports = { cron: { enabled: true, tasks: { own: {
    options: { rule: '* * * * * *' },
    task: () => require('node:fs').appendFileSync('runs', '${word}'),
  } } } };`;
  const server = await startDev({
    [schemaOf('post')]: collectionType('post'),
    'config/server.js': config('a'),
  });
  const runs = (): string => {
    try {
      return readFileSync(path.join(server.folder, 'runs'), 'utf8');
    } catch {
      return '';
    }
  };
  await eventually(() => runs().includes('a'));
  server.save({ 'config/server.js': config('b') });
  await eventually(() => runs().includes('bb'));
  expect(runs()).toMatch(/^a+b+$/);
});
