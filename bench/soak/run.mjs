// `npm run soak`: fuzzes, kills and overloads a server for a given time, and prints the results.
import '../cleanup.mjs';
import { setUpTests } from '../../scripts/setup.mjs';
import { Postgres } from '../servers/postgres.mjs';
import { HELP, parseOptions } from './options.mjs';
import { SoakRun } from './soak-run.mjs';
import { tableOf } from './table.mjs';

const options = readOptions();
if (options.build) setUpTests();
const start = performance.now();
console.log(`Seed ${options.seed}; findings in ${options.findings}`);
const runs = [];
for (const client of options.clients) {
  const postgres = client === 'postgres' ? await Postgres.start() : null;
  const run = await SoakRun.make(client, { options, postgres, log: progress });
  runs.push({ database: client, rows: await run.run() });
  await postgres?.stop();
}
console.log(`\n${tableOf(runs).join('\n')}`);
const isExceeded = runs.some(({ rows }) => rows.some((row) => row.isExceeded));
console.log(isExceeded ? '\nA limit is exceeded.' : '\nAll limits are met.');
process.exit(isExceeded ? 1 : 0);

/** @param {string} text */
function progress(text) {
  const minutes = ((performance.now() - start) / 60_000).toFixed(1);
  console.log(`${minutes.padStart(6)} min  ${text}`);
}

/** Parses the command line. Exits after printing the help or an error. */
function readOptions() {
  try {
    const parsed = parseOptions(process.argv.slice(2));
    if (!parsed.help) return parsed;
    console.log(HELP);
    process.exit();
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  }
}
