// `npm run soak`: attacks, kills and overloads a server for a given time, and prints the results.
import '../cleanup.mjs';
import { setUpTests } from '../../scripts/setup.mjs';
import { Postgres } from '../servers/postgres.mjs';
import { HELP, parseOptions } from './options.mjs';
import { SoakRun } from './soak-run.mjs';
import { tableOf } from './table.mjs';

const options = readOptions();
if (options.build) setUpTests();
const begun = performance.now();
console.log(`Seed ${options.seed}; findings go to ${options.findings}`);
const runs = [];
for (const client of options.clients) {
  const postgres = client === 'postgres' ? await Postgres.start() : null;
  const run = await SoakRun.make(client, { options, postgres, log: progress });
  runs.push({ database: client, rows: await run.play() });
  await postgres?.stop();
}
console.log(`\n${tableOf(runs).join('\n')}`);
const isBroken = runs.some(({ rows }) => rows.some((row) => row.isBroken));
console.log(isBroken ? '\nA bound is broken.' : '\nAll bounds held.');
process.exit(isBroken ? 1 : 0);

/** @param {string} text */
function progress(text) {
  const minutes = ((performance.now() - begun) / 60_000).toFixed(1);
  console.log(`${minutes.padStart(6)} min  ${text}`);
}

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
