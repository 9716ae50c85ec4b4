// Scripts that import the built package in a project's folder, with and without a running server.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { blocksOf, sectionOf } from '../support/documented.ts';
import { runNode, runQuoin, startQuoin } from '../support/program.ts';
import { makeProject, writeFiles } from '../support/project-folder.ts';

const root = path.resolve(import.meta.dirname, '../..');
const text = readFileSync(path.join(root, 'docs/scripting.md'), 'utf8');

/** A project as `quoin init` makes it, in which `quoin` can be imported, with these files. */
function makeSite(files: Readonly<Record<string, string>>): string {
  const site = makeProject(files, path.join(root, 'templates/site'));
  mkdirSync(path.join(site, 'node_modules'));
  symlinkSync(root, path.join(site, 'node_modules/quoin'), 'dir');
  return site;
}

/** The output of a script. @throws if it fails */
async function run(site: string, file: string, ...args: readonly string[]): Promise<string> {
  const { code, stdout, stderr } = await runNode(site, file, ...args);
  expect([code, stderr]).toEqual([0, '']);
  return stdout;
}

describe('the scripts of docs/scripting.md', () => {
  const blocks = blocksOf(text);
  const scripts = blocks.flatMap(({ language, body }, at) =>
    language === 'js' ? [[at, body] as const] : [],
  );

  test.each(scripts)('print the documented output (block %i)', async (at, body) => {
    const printed = blocks.slice(at).find(({ language }) => language === 'txt')?.body;
    const site = makeSite({ 'scripts/import.mjs': body });
    expect(await run(site, 'scripts/import.mjs')).toBe(printed);
    expect(await run(site, 'scripts/import.mjs')).toBe(printed);
  });

  test('there are two', () => {
    expect(scripts).toHaveLength(2);
  });
});

describe('a script next to a server', () => {
  const ADD = `import { createQuoin } from 'quoin';
const [first, count] = process.argv.slice(2).map(Number);
const { documents, close } = await createQuoin();
const authors = documents('api::author.author');
for (let i = 0; i < count; i += 1) await authors.create({ data: { name: 's' + (first + i) } });
console.log(await authors.count());
await close();`;

  let site: string;
  let send: (method: string, url: string, data?: object) => Promise<unknown>;

  async function open(): Promise<void> {
    site = makeSite({ 'add.mjs': ADD });
    const { port } = await startQuoin(site);
    const made = await runQuoin(site, 'token', 'create', '--name', 't', '--type', 'full-access');
    const token = made.stdout.trimEnd().split('\n').at(-1) ?? '';
    send = async (method, url, data) => {
      const response = await fetch(`http://127.0.0.1:${port}${url}`, {
        method,
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        ...(data ? { body: JSON.stringify({ data }) } : {}),
      });
      expect(response.status).toBeLessThan(300);
      return response.json();
    };
  }

  test('stores data that is visible immediately, and sees the server’s writes', async () => {
    await open();
    expect(await send('GET', '/api/authors')).toMatchObject({ data: [] });
    expect(await run(site, 'add.mjs', '1', '1')).toBe('1\n');
    expect(await send('GET', '/api/authors')).toMatchObject({ data: [{ name: 's1' }] });
    await send('POST', '/api/authors', { name: 'from the server' });
    expect(await run(site, 'add.mjs', '2', '1')).toBe('3\n');
    expect(await send('GET', '/api/authors?fields=name&sort=id')).toMatchObject({
      data: [{ name: 's1' }, { name: 'from the server' }, { name: 's2' }],
    });
  });

  test('concurrent writes are all stored', async () => {
    await open();
    const adding = [run(site, 'add.mjs', '0', '20'), run(site, 'add.mjs', '20', '20')];
    const names = Array.from({ length: 20 }, (_, i) => `r${i}`);
    await Promise.all([...adding, ...names.map((name) => send('POST', '/api/authors', { name }))]);
    const wanted = 'pagination[pageSize]=1&fields=name';
    expect(await send('GET', `/api/authors?${wanted}`)).toMatchObject({
      meta: { pagination: { total: 60 } },
    });
  });
});

describe('errors', () => {
  test('of the project are all thrown', async () => {
    const site = makeSite({
      'open.mjs': "import { createQuoin } from 'quoin'; await createQuoin();",
    });
    writeFiles(site, { 'src/api/author/content-types/author/schema.json': '{' });
    const { code, stderr } = await runNode(site, 'open.mjs');
    expect(code).toBe(1);
    expect(stderr).toContain('This project cannot start');
    expect(stderr).toContain('src/api/author/content-types/author/schema.json');
  });

  test('of a call do not keep the process running', async () => {
    const site = makeSite({
      'ask.mjs': `import { AppError, createQuoin } from 'quoin';
const { documents, close } = await createQuoin(import.meta.dirname);
try { documents('api::autor.autor'); } catch (error) { console.log(error.message); }
await documents('api::author.author').create({ data: { name: 5 } })
  .catch((error) => console.log(error instanceof AppError, error.name));
await close();
await close();`,
    });
    expect(await run(site, 'ask.mjs')).toBe(
      'There is no content-type "api::autor.autor". Did you mean "api::author.author"?\ntrue ValidationError\n',
    );
  });
});

describe('types', () => {
  /** Errors of the compiler in a file of a project, with the strictest options. */
  function compile(code: string): string {
    const site = makeSite({
      'package.json': '{ "type": "module" }',
      'script.ts': code,
      'tsconfig.json': JSON.stringify({
        compilerOptions: {
          module: 'nodenext',
          target: 'es2022',
          strict: true,
          exactOptionalPropertyTypes: true,
          noUncheckedIndexedAccess: true,
          noEmit: true,
          types: [],
        },
        files: ['script.ts'],
      }),
    });
    const tsc = path.join(root, 'node_modules/typescript/bin/tsc');
    const { stdout } = spawnSync(process.execPath, [tsc], { cwd: site, encoding: 'utf8' });
    return stdout;
  }

  test('accept the example of docs/scripting.md', () => {
    const [example] = blocksOf(sectionOf(text, 'TypeScript'));
    // Without any library the console is not known.
    expect(compile(`declare const console: { log(line: string): void };\n${example?.body}`)).toBe(
      '',
    );
  });

  test('report each error in its line', () => {
    const mistakes = [
      'await articles.findMany({ filter: {} })',
      'await articles.findMany({ filters: { title: undefined } })',
      "await articles.findMany({ sort: { title: 'up' } })",
      'await articles.findMany({ populate: { author: { limit: 1 } } })',
      'await articles.findOne({})',
      'await articles.update({ documentId: 1, data: {} })',
      'await articles.create({})',
      '(await articles.findFirst()).title',
      '(await articles.create({ data: {} })).title.length',
    ];
    const output = compile(`import { createQuoin } from 'quoin';
const articles = (await createQuoin()).documents<{ readonly title: string }>('api::article.article');
${mistakes.map((code) => `void (${code});`).join('\n')}`);
    const lines = [...output.matchAll(/^script\.ts\((\d+),/gm)].map(([, line]) => Number(line) - 3);
    expect(lines).toEqual([...mistakes.keys()]);
  });
});
