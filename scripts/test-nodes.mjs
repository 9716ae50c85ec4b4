// Runs the tests that depend on the version of Node on the releases that people install, or on the one that the first
// argument names: the SQLite driver, the bundle, threads, starting, and the recorded answers. npm has the binaries.
import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { npm, root, run, say } from './setup.mjs';

/** The releases. */
export const VERSIONS = ['24.9.0', '26.9.0'];

const TESTS = [
  'src/storage/sqlite',
  'test/threaded-reads.test.ts',
  'test/conformance.test.ts',
  'test/cli/chunks.test.ts',
  'test/cli/init.test.ts',
  'test/cli/reading-threads.test.ts',
  'test/cli/start.test.ts',
];

/**
 * @param {string} version
 * @param {readonly string[]} options For vitest
 */
function testOn(version, options) {
  say(`Testing on Node ${version}.`);
  const node = fetchNode(version);
  const vitest = path.join(root, 'node_modules/vitest/vitest.mjs');
  run(node, [vitest, 'run', '--project', 'sqlite', '--project', 'program', ...options, ...TESTS]);
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

if (process.argv[1] && path.resolve(process.argv[1]) === fileURLToPath(import.meta.url)) {
  const [only, ...options] = process.argv.slice(2);
  for (const version of only === undefined ? VERSIONS : [only]) testOn(version, options);
}
