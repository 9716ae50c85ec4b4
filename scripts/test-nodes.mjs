// Runs the tests that depend on the version of Node (SQLite driver, bundle, threads, startup, recorded responses) on
// current releases, or on the release in the first argument. The binaries come from npm.
import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { npm, root, run, log } from './setup.mjs';

/** Releases of Node to test on. */
export const VERSIONS = ['24.9.0', '26.9.0'];

const TESTS = [
  'src/storage/sqlite',
  'src/http/response/send-response.test.ts',
  'test/api/cached-wire.test.ts',
  'test/threaded-reads.test.ts',
  'test/conformance.test.ts',
  'test/cli/chunks.test.ts',
  'test/cli/init.test.ts',
  'test/cli/reader-threads.test.ts',
  'test/cli/start.test.ts',
];

/**
 * @param {string} version
 * @param {readonly string[]} options options of vitest
 */
function testOn(version, options) {
  log(`Testing on Node ${version}.`);
  const node = fetchNode(version);
  const vitest = path.join(root, 'node_modules/vitest/vitest.mjs');
  run(node, [vitest, 'run', '--project', 'sqlite', '--project', 'program', ...options, ...TESTS]);
}

/**
 * Returns the path of a Node binary, which is downloaded once after each installation of the packages.
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
