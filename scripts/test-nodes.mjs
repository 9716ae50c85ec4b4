// Runs the tests that depend on the version of Node on the releases that people install: the SQLite driver, the bundle,
// threads, starting, and the recorded answers. npm has the binaries.
import { existsSync } from 'node:fs';
import path from 'node:path';
import { npm, root, run, say } from './setup.mjs';

const VERSIONS = ['24.9.0', '26.9.0'];

const TESTS = [
  'src/storage/sqlite',
  'test/reading-threads.test.ts',
  'test/conformance.test.ts',
  'test/cli/chunks.test.ts',
  'test/cli/init.test.ts',
  'test/cli/reading-threads.test.ts',
  'test/cli/start.test.ts',
];

for (const version of VERSIONS) {
  say(`Testing on Node ${version}.`);
  const node = fetchNode(version);
  const vitest = path.join(root, 'node_modules/vitest/vitest.mjs');
  run(node, [vitest, 'run', '--project', 'house', '--project', 'program', ...TESTS]);
}

/**
 * The path of a Node binary, downloaded at most once after each installation of the packages.
 * @param {string} version
 */
function fetchNode(version) {
  const name = `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`;
  const folder = path.join(root, `node_modules/.cache/node-${version}`);
  const binary = path.join(folder, 'node_modules', name, 'bin/node');
  if (!existsSync(binary)) npm('install', '--no-save', '--prefix', folder, `${name}@${version}`);
  return binary;
}
