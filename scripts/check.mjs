// In charge of `npm run check`: types, lint, format, architecture and dead code, one after the other. Each is printed
// with its time; what it has to say is shown only when it fails, and the others run all the same.
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { root } from './setup.mjs';

/** Name, and the module that runs it with its arguments. */
const STEPS = [
  ['types', 'typescript/bin/tsc', '-p', 'tsconfig.json'],
  ['types of scripts', 'typescript/bin/tsc', '-p', 'tsconfig.scripts.json'],
  ['lint', 'oxlint/bin/oxlint'],
  ['format', 'oxfmt/bin/oxfmt', '--check'],
  ['architecture', 'vitest/vitest.mjs', 'run', 'test/architecture.test.ts'],
  ['dead code', 'knip/bin/knip.js', '--no-progress', '--no-config-hints'],
];

const start = performance.now();
const failed = STEPS.filter(([name = '', program = '', ...args]) => {
  const begin = performance.now();
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [path.join(root, 'node_modules', program), ...args],
    { cwd: root, encoding: 'utf8', env: { ...process.env, NO_COLOR: '1' } },
  );
  console.log(`${status === 0 ? '✓' : '✗'} ${name.padEnd(18)} ${seconds(begin)}`);
  if (status !== 0) console.log(`${stdout}${stderr}`.trim().replaceAll(/^/gm, '    '));
  return status !== 0;
});
console.log(failed.length === 0 ? `all well in ${seconds(start)}` : `${failed.length} failed`);
process.exitCode = failed.length === 0 ? 0 : 1;

/** @param {number} since */
function seconds(since) {
  return `${((performance.now() - since) / 1000).toFixed(1)} s`;
}
