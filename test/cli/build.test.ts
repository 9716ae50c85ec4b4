// Builds that fail or are interrupted, in a copy of the repository: the previous build stays and works.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { makeProject, writeFiles } from '../support/project-folder.ts';
import { runNode } from '../support/program.ts';

const root = path.resolve(import.meta.dirname, '../..');

const PARTS = ['bin', 'scripts', 'src', 'templates', 'dist', 'package.json', 'package-lock.json'];
const SETTINGS = ['tsconfig.json', 'tsconfig.build.json'];

const BUILD = ['--input-type=module', '--eval', "(await import('./scripts/setup.mjs')).build()"];

/** A file whose types are checked without those of other folders. */
const CHECKED = 'src/base/checked.ts';

/**
 * Copies what a build needs, with the present build.
 * @param checks `nothing`, since checking all types takes most of a build, or only the types in `src/base`
 */
function copyRepository(checks: 'nothing' | 'base'): string {
  const copy = makeProject({});
  for (const part of [...PARTS, ...SETTINGS]) {
    cpSync(path.join(root, part), path.join(copy, part), { recursive: true });
  }
  const file = path.join(copy, 'tsconfig.build.json');
  const settings = JSON.parse(readFileSync(file, 'utf8')) as { readonly compilerOptions: object };
  const compilerOptions = { ...settings.compilerOptions, noCheck: checks === 'nothing' };
  const include = checks === 'base' ? { include: ['src/base'] } : {};
  writeFileSync(file, JSON.stringify({ ...settings, compilerOptions, ...include }));
  // Building the whole interface takes half of a build.
  writeFiles(copy, {
    'admin/index.html': '<!doctype html><title>Panel</title>',
    'admin/vite.config.ts': 'export default { root: import.meta.dirname };',
  });
  symlinkSync(path.join(root, 'node_modules'), path.join(copy, 'node_modules'), 'dir');
  return copy;
}

/** Everything in `dist`. */
function filesOf(copy: string): readonly string[] {
  return readdirSync(path.join(copy, 'dist'), { recursive: true, encoding: 'utf8' }).toSorted();
}

async function expectToRun(copy: string): Promise<void> {
  const site = makeProject({});
  const { code, stderr } = await runNode(site, path.join(copy, 'bin/quoin.js'), 'init', 'site');
  expect([code, stderr]).toEqual([0, '']);
}

describe('keeps the previous build', { timeout: 300_000 }, () => {
  test.each([
    ['a type error', CHECKED, 'export const mistake: number = "text";', 'base'],
    ['a bundle that fails', 'scripts/bundle.mjs', 'throw new Error("no bundle");', 'nothing'],
  ] as const)('after %s', async (_what, file, mistake, checks) => {
    const copy = copyRepository(checks);
    const before = filesOf(copy);
    // At its start, so that the rest of it need not run.
    const place = path.join(copy, file);
    writeFileSync(place, `${mistake}\n${existsSync(place) ? readFileSync(place, 'utf8') : ''}`);
    const { code, stdout } = await runNode(copy, ...BUILD);
    expect(code).not.toBe(0);
    if (checks === 'base') expect(stdout).toContain('TS2322');
    expect(filesOf(copy)).toEqual(before);
    await expectToRun(copy);
  });

  test('when a build is killed, and the next build replaces it', async () => {
    const copy = copyRepository('nothing');
    const before = filesOf(copy);
    const build = spawn(process.execPath, BUILD, { cwd: copy, stdio: 'ignore', detached: true });
    while (!existsSync(path.join(copy, 'dist.new'))) await setTimeout(50);
    // With the programs that it runs.
    process.kill(-(build.pid ?? 0), 'SIGKILL');
    await once(build, 'exit');
    expect(filesOf(copy)).toEqual(before);
    await expectToRun(copy);

    rmSync(path.join(copy, 'dist/main.cjs'));
    const { code } = await runNode(copy, ...BUILD);
    expect(code).toBe(0);
    expect(readdirSync(copy).filter((name) => name.startsWith('dist'))).toEqual(['dist']);
    expect(filesOf(copy)).toContain('panel/index.html');
    await expectToRun(copy);
  });
});
