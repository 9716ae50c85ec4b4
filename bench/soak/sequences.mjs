// Random sequences: runs the property tests of the repository with random seeds until the time is up.
import { spawn } from 'node:child_process';
import path from 'node:path';
import { root } from '../../scripts/setup.mjs';
import { onExit } from '../cleanup.mjs';

const TESTS = [
  'test/lifecycle.property.test.ts',
  'test/response-cache.property.test.ts',
  'test/bodies.test.ts',
  'test/query-strings.test.ts',
  'test/search-index.property.test.ts',
  'test/cached-totals.property.test.ts',
  'test/api/keyset-pagination.test.ts',
  'test/security/matrix.test.ts',
  'test/security/matrix-writes.test.ts',
];

/** Several times as much as in `npm test`. */
const RUNS = {
  LIFECYCLE_RUNS: 100,
  CACHE_RUNS: 200,
  FUZZ_RUNS: 50,
  QUERY_RUNS: 5000,
  SEARCH_RUNS: 200,
  TOTALS_STEPS: 500,
  KEYSET_RUNS: 100,
};

/**
 * @param {object} options
 * @param {import('./options.mjs').Client} options.client
 * @param {number} options.seconds the last round may take longer
 * @param {import('../seeds/random.mjs').Random} options.random
 * @param {(line: string) => void} options.log
 * @returns {Promise<{ rounds: number, failures: { seed: number, output: string }[] }>}
 */
export async function sequences({ client, seconds, random, log }) {
  const end = performance.now() + seconds * 1000;
  const project = client === 'sqlite' ? 'sqlite' : 'postgres';
  const failures = [];
  let rounds = 0;
  while (performance.now() < end) {
    const seed = random.below(2 ** 27);
    const { code, output } = await runTests(project, seed);
    rounds++;
    if (code !== 0) failures.push({ seed, output: output.slice(-4000) });
    log(`sequences: round ${rounds}, seed ${seed}: ${code === 0 ? 'passed' : 'FAILED'}`);
  }
  return { rounds, failures };
}

/**
 * @param {string} project project of vitest
 * @param {number} seed
 * @returns {Promise<{ code: number | null, output: string }>}
 */
function runTests(project, seed) {
  const vitest = path.join(root, 'node_modules/vitest/vitest.mjs');
  const child = spawn(process.execPath, [vitest, 'run', '--project', project, ...TESTS], {
    cwd: root,
    env: { ...process.env, ...runs(), PROPERTY_SEED: String(seed), NO_COLOR: '1' },
  });
  const forget = onExit(() => child.kill('SIGKILL'));
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => (output += chunk));
  }
  return new Promise((resolve) =>
    child.once('close', (code) => {
      forget();
      resolve({ code, output });
    }),
  );
}

function runs() {
  return Object.fromEntries(Object.entries(RUNS).map(([name, count]) => [name, String(count)]));
}
