// `npm run bench`: runs the named workloads, or all of them, and prints a report of each.
import { writeFileSync } from 'node:fs';
import os from 'node:os';
import { setUpTests } from '../scripts/setup.mjs';
import { runWrites } from './changes.mjs';
import { HELP, parseOptions } from './options.mjs';
import { runReads } from './reads.mjs';
import { installStrapi } from '../scripts/strapi.mjs';
import { accounts } from './workloads/accounts.mjs';
import { admin } from './workloads/admin.mjs';
import { blog } from './workloads/blog.mjs';
import { runCode } from './workloads/code.mjs';
import { count } from './workloads/count.mjs';
import { kitchensink } from './workloads/kitchensink.mjs';
import { megaMenu } from './workloads/mega-menu.mjs';
import { runModel } from './workloads/model.mjs';
import { runPanel } from './workloads/panel.mjs';
import { runStart } from './workloads/start.mjs';
import { write } from './workloads/write.mjs';

/** @type {Record<string, (options: import('./options.mjs').Options) => Promise<object>>} */
const WORKLOADS = {
  kitchensink: (options) => runReads(kitchensink, options),
  'mega-menu': (options) => runReads(megaMenu, options),
  blog: (options) => runReads(blog, options),
  count: (options) => runReads(count, options),
  write: (options) => runWrites(write, options),
  start: runStart,
  accounts: (options) => runWrites(accounts, options),
  code: runCode,
  admin: (options) => runWrites(admin, options),
  panel: runPanel,
  model: runModel,
};

const options = readOptions();
if (options.build) setUpTests();
if (options.names.includes('strapi')) installStrapi();
const load = os.loadavg()[0]?.toFixed(1);
console.log(
  `Node ${process.versions.node} on ${os.cpus().length} x ${os.cpus()[0]?.model.trim()}, load ${load}`,
);
/** @type {Record<string, object>} */
const results = {};
for (const name of options.workloads) results[name] = (await WORKLOADS[name]?.(options)) ?? {};
if (options.json) writeFileSync(options.json, `${JSON.stringify(results, null, 2)}\n`);

/** Parses the command line. Exits after printing the help or an error. */
function readOptions() {
  try {
    const parsed = parseOptions(Object.keys(WORKLOADS));
    if (!parsed.help) return parsed;
    console.log(`${HELP}\n\nWorkloads: ${Object.keys(WORKLOADS).join(', ')}`);
    process.exit();
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  }
}
