// `quoin run` as a process: scripts that open the project with `createStrapi`, and their exit codes.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { blocksOf, sectionOf } from '../support/documented.ts';
import { readValue } from '../support/other-connection.ts';
import { startProgram, quoinProgram, runQuoin } from '../support/program.ts';
import {
  collectionType,
  makeProject,
  schemaOf,
  type ProjectFiles,
} from '../support/project-folder.ts';

const guide = readFileSync(path.resolve(import.meta.dirname, '../../docs/code.md'), 'utf8');
const [documented] = blocksOf(sectionOf(guide, 'Scripts'));

/** A project with posts and without code. */
function makeSite(files: ProjectFiles): string {
  return makeProject({ [schemaOf('post')]: collectionType('post'), ...files });
}

function titles(folder: string): unknown {
  return readValue(
    folder,
    'select group_concat(title) from (select title from posts where published_at is not null order by id)',
  );
}

describe('a script that opens the project', () => {
  test('in CommonJS, as documented, stores data and gets its arguments', async () => {
    const folder = makeSite({ 'scripts/seed.js': documented?.body ?? '' });
    const first = await runQuoin(folder, 'run', 'scripts/seed.js');
    expect([first.code, first.stderr]).toEqual([0, '']);
    expect(first.stdout).toMatch(/\n1\n$/);
    const second = await runQuoin(folder, 'run', 'scripts/seed.js', '--version');
    expect(second).toEqual({ code: 0, stdout: '2\n', stderr: '' });
    expect(titles(folder)).toBe('First,--version');
  });

  test('in TypeScript, with an import, top-level await and code of the project', async () => {
    const folder = makeSite({
      'tsconfig.json': '{}',
      'src/index.ts': `export default {
        bootstrap() { console.log('bootstrap'); },
        destroy() { console.log('destroy'); },
      };`,
      'scripts/titles.ts': 'export const shout = (title: string): string => title.toUpperCase();',
      'scripts/seed.ts': `#!/usr/bin/env tsx
import { compileStrapi, createStrapi } from '@strapi/strapi';
import { shout } from './titles';
const context: { appDir: string; distDir: string } = await compileStrapi();
console.log(context.appDir === process.cwd(), context.distDir.slice(context.appDir.length + 1));
const app = createStrapi(context);
console.log((await app.load()) === strapi);
await app.documents('api::post.post').create({ data: { title: shout('first') }, status: 'published' });
await strapi.destroy();
await app.destroy();
process.exitCode = 3;`,
    });
    const { code, stdout, stderr } = await runQuoin(folder, 'run', 'scripts/seed.ts');
    expect([code, stderr]).toEqual([3, '']);
    expect(stdout).toMatch(/^true dist\n[^]*\nbootstrap\ntrue\ndestroy\n$/);
    expect(titles(folder)).toBe('FIRST');
  });

  test('runs as the main module', async () => {
    const folder = makeSite({
      'main.js': `if (require.main === module) console.log(process.argv[1] === __filename, process.argv.slice(2));`,
    });
    const { stdout } = await runQuoin(folder, 'run', 'main.js', 'a', '--port', '1');
    expect(stdout).toBe("true [ 'a', '--port', '1' ]\n");
  });

  test('can listen, and closes the project on a signal', async () => {
    const folder = makeSite({
      'src/index.js': `module.exports = { destroy() { console.log('destroy'); } };`,
      'config/server.json': { host: '127.0.0.1', port: 0 },
      'serve.js': `require('@strapi/strapi').createStrapi().start();`,
    });
    const command = [process.execPath, quoinProgram, 'run', 'serve.js'];
    const server = await startProgram(folder, command);
    expect((await fetch(`http://127.0.0.1:${server.port}/_health`)).status).toBe(204);
    server.signal('SIGTERM');
    expect((await server.ended()).code).toBe(0);
    expect(server.output().stdout).toContain('\ndestroy\n');
  });
});

describe('errors', () => {
  test.each([
    ['fail.js', "const failed = 'failed';\nthrow new Error(failed);", 'fail.js:2:7'],
    ['fail.ts', "const failed: string = 'failed';\nthrow new Error(failed);", 'fail.ts:2:7'],
    [
      'later.js',
      `const { createStrapi } = require('@strapi/strapi');
createStrapi().load().then(() => {
  throw new Error('failed');
});`,
      'later.js:3:9',
    ],
  ])('of %s are printed with their location', async (name, script, location) => {
    const { code, stderr } = await runQuoin(makeSite({ [name]: script }), 'run', name);
    expect(code).toBe(1);
    expect(stderr).toContain('Error: failed\n');
    expect(stderr).toContain(location);
  });

  test('of a missing script', async () => {
    const { code, stderr } = await runQuoin(makeSite({}), 'run', 'scripts/sed.js');
    expect([code, stderr]).toEqual([1, 'There is no file scripts/sed.js in this folder.\n']);
  });

  test('of a project whose code is switched off', async () => {
    const folder = makeSite({
      'config/quoin.json': { code: false },
      'seed.mjs': `import { createStrapi } from '@strapi/strapi';
await createStrapi().load();`,
    });
    const { code, stderr } = await runQuoin(folder, 'run', 'seed.mjs');
    expect(code).toBe(1);
    expect(stderr).toContain('createStrapi needs project code, which is switched off');
  });

  test.each(['createStrapi', 'compileStrapi'])('of project code that calls %s', async (name) => {
    const folder = makeSite({
      'src/index.js': `module.exports = { bootstrap: () => require('@strapi/strapi').${name}() };`,
    });
    const { code, stderr } = await runQuoin(folder, 'start', '--port', '0');
    expect(code).toBe(1);
    expect(stderr).toContain(
      `${name} works only in scripts that are run with "quoin run <script>"`,
    );
  });
});
