// Runs everything that a change must pass: a clean installation, `npm run check`, `npm test`, and the tests that depend
// on the version of Node on newer versions.
import { runParts } from './parts.mjs';
import { VERSIONS } from './test-nodes.mjs';

/** Options of vitest that hide the output of passing tests. */
const QUIET = ['--reporter=./test/support/summary-reporter.ts', '--silent=passed-only'];

await runParts([
  { name: 'install', command: ['scripts/setup.mjs'] },
  { name: 'check', command: ['scripts/check.mjs'] },
  { name: 'tests', command: ['scripts/test.mjs', ...QUIET] },
  ...VERSIONS.map((version) => ({
    name: `Node ${version}`,
    command: ['scripts/test-nodes.mjs', version, ...QUIET],
  })),
]);
