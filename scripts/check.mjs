// `npm run check`: types, lint, format, architecture and dead code, with the duration of each. Runs every check and
// prints the output of those that fail.
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { root } from './setup.mjs';

/** Name of each check, its module and the arguments. */
const STEPS = [
  ['types', 'typescript/bin/tsc', '-p', 'tsconfig.json'],
  ['types of scripts', 'typescript/bin/tsc', '-p', 'tsconfig.scripts.json'],
  ['types of admin', 'typescript/bin/tsc', '-p', 'admin/tsconfig.json'],
  ['types of its tests', 'typescript/bin/tsc', '-p', 'admin/tsconfig.tests.json'],
  ['lint', 'oxlint/bin/oxlint'],
  ['format', 'oxfmt/bin/oxfmt', '--check'],
  ['architecture', 'vitest/vitest.mjs', 'run', 'architecture.test.ts'],
  ['dead code', 'knip/bin/knip.js', '--no-progress', '--no-config-hints'],
];

const start = performance.now();
/** Output of the failed checks, in the format that `scripts/parts.mjs` reads. @type {{ name: string, message: string }[]} */
const failures = [];
for (const [name = '', program = '', ...args] of STEPS) {
  const begin = performance.now();
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [path.join(root, 'node_modules', program), ...args],
    { cwd: root, encoding: 'utf8', env: { ...process.env, NO_COLOR: '1' } },
  );
  console.log(`${status === 0 ? '✓' : '✗'} ${name.padEnd(18)} ${seconds(begin)}`);
  if (status === 0) continue;
  const message = `${stdout}${stderr}`.trim();
  console.log(message.replaceAll(/^/gm, '    '));
  failures.push({ name, message });
}
console.log(
  failures.length === 0 ? `all passed in ${seconds(start)}` : `${failures.length} failed`,
);
process.exitCode = failures.length === 0 ? 0 : 1;
const report = process.env['TEST_REPORT'];
if (report) {
  writeFileSync(report, JSON.stringify({ passed: STEPS.length - failures.length, failures }));
}

/** @param {number} since */
function seconds(since) {
  return `${((performance.now() - since) / 1000).toFixed(1)} s`;
}
