// The chunks of the build: the files that a start loads, and their V8 code cache of the build, which may be missing or invalid.
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { driverPackage, isNode20 } from '../../scripts/driver.mjs';
import { collectionType, makeProject, schemaOf } from '../support/project-folder.ts';
import { runNode } from '../support/program.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Such as `better-sqlite3` for a file of it. */
const PACKAGE = /node_modules[\\/]((?:@[^\\/]+[\\/])?[^\\/]+)[\\/](?!.*node_modules)/;

/** Starts a server on any port, and writes down what is loaded when it listens. */
const LOADED = `
  const { chunks } = require(${JSON.stringify(path.join(root, 'bin/load.js'))});
  const { main } = require(${JSON.stringify(path.join(root, 'dist/main.cjs'))});
  main(['node', 'quoin', 'start', '--host', '127.0.0.1', '--port', '0']).then(() => {
    const compiled = [...chunks.values()].map(({ script }) => script.cachedDataRejected === false);
    const others = Object.keys(require.cache);
    const builtin = process.moduleLoadList;
    require('node:fs').writeFileSync('loaded.json', JSON.stringify({ compiled, others, builtin }));
    process.exit();
  });
`;

/** Behind what V8 looks at. */
function damage(file: string): void {
  const bytes = readFileSync(file);
  writeFileSync(file, bytes.fill(0, bytes.length / 2));
}

test('a start loads few files, all compiled at build time, and only the driver from packages', async () => {
  const folder = makeProject({ [schemaOf('post')]: collectionType('post') });
  const { stderr } = await runNode(folder, '--eval', LOADED);
  expect(stderr).toBe('');
  const { compiled, others, builtin } = JSON.parse(
    readFileSync(path.join(folder, 'loaded.json'), 'utf8'),
  ) as {
    readonly compiled: readonly boolean[];
    readonly others: readonly string[];
    readonly builtin: readonly string[];
  };
  expect(compiled.length).toBeLessThan(65);
  expect(compiled).not.toContain(false);
  // Node's HTTP client and HTTP/2 take as long to load as a third of our chunks.
  expect(builtin.filter((name) => /undici|http2/.test(name))).toEqual([]);
  const packages = others.flatMap((file) => PACKAGE.exec(file)?.[1] ?? []);
  const driver = isNode20 ? [driverPackage, 'bindings', 'file-uri-to-path'] : [driverPackage];
  expect([...new Set(packages)].toSorted()).toEqual(driver);
});

describe('a program whose compiled code is', () => {
  test.each([
    ['missing', (file: string) => rmSync(file)],
    ['rubbish', (file: string) => writeFileSync(file, 'rubbish')],
    ['empty', (file: string) => writeFileSync(file, '')],
    ['damaged', damage],
  ])('%s works the same', async (_, spoil) => {
    const copy = makeProject({});
    for (const part of ['bin', 'package.json', 'dist/main.cjs', 'dist/chunks']) {
      mkdirSync(path.dirname(path.join(copy, part)), { recursive: true });
      cpSync(path.join(root, part), path.join(copy, part), { recursive: true });
    }
    const chunks = path.join(copy, 'dist/chunks');
    for (const file of readdirSync(chunks)) {
      if (file.endsWith('.v8')) spoil(path.join(chunks, file));
    }
    const { code, stdout, stderr } = await runNode(copy, 'bin/quoin.js', 'init', '--help');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toContain('quoin init');
  });
});

test('the package and the program share their classes', async () => {
  const script = `
    import { createRequire } from 'node:module';
    import { AppError } from ${JSON.stringify(new URL('../../dist/quoin.js', import.meta.url).href)};
    const { chunks } = createRequire(import.meta.url)(${JSON.stringify(path.join(root, 'bin/load.js'))});
    const makers = [...chunks.values()].flatMap(({ exports }) => Object.values(exports));
    const others = makers.filter((made) => made?.name === 'AppError' && made !== AppError);
    console.log(makers.includes(AppError), others.length);
  `;
  const { stdout } = await runNode(makeProject({}), '--input-type=module', '--eval', script);
  expect(stdout).toBe('true 0\n');
});
