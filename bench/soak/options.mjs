// Command line of `npm run soak`.
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';

/** @typedef {'sqlite' | 'postgres'} Client */

/**
 * @typedef {object} Options
 * @property {number} minutes duration per database
 * @property {Client[]} clients
 * @property {string[]} parts
 * @property {number} seed
 * @property {number} growth limit of memory growth in megabytes per hour
 * @property {number} connections number of connections of the overload
 * @property {string} findings file for findings
 * @property {boolean} build
 * @property {boolean} help
 */

/** Parts in the order of their turns. */
export const PARTS = ['fuzz', 'kills', 'heavy-reads', 'overload'];

/** Parts that run only if named: `sequences` runs the property tests of the repository, without a server. */
export const EXTRA_PARTS = ['sequences'];

export const HELP = `npm run soak -- [options]

  --minutes <n>        duration per database (10)
  --database <name>    sqlite, postgres or both (both)
  --only <a,b>         parts: ${[...PARTS, ...EXTRA_PARTS].join(', ')} (all but sequences)
  --seed <n>           seed of the random choices (random; it is printed)
  --growth <n>         limit of memory growth in megabytes per hour (5)
  --connections <n>    number of connections of the overload (1000)
  --findings <file>    unexpected responses with their requests, one JSON object per line
  --no-build           use the existing build

Memory is sampled in every run. The exit code is 1 if a limit is exceeded.`;

/**
 * Parses the command line.
 * @param {readonly string[]} args
 * @returns {Options}
 * @throws {Error} if an option is unknown or its value is invalid
 */
export function parseOptions(args) {
  const { values } = parseArgs({
    args: [...args],
    allowNegative: true,
    options: {
      minutes: { type: 'string', default: '10' },
      database: { type: 'string', default: 'both' },
      only: { type: 'string', default: PARTS.join(',') },
      seed: { type: 'string' },
      growth: { type: 'string', default: '5' },
      connections: { type: 'string', default: '1000' },
      findings: { type: 'string' },
      build: { type: 'boolean', default: true },
      help: { type: 'boolean', default: false },
    },
  });
  const seed = values.seed ?? String(Math.floor(Math.random() * 2 ** 31));
  return {
    minutes: positive('minutes', values.minutes),
    clients: clientsOf(values.database),
    parts: partsOf(values.only),
    seed: whole('seed', seed),
    growth: positive('growth', values.growth),
    connections: positive('connections', values.connections),
    findings: path.resolve(values.findings ?? path.join(tmpdir(), `quoin-soak-${seed}.jsonl`)),
    build: values.build,
    help: values.help,
  };
}

/** @param {string} name @param {string} text */
function positive(name, text) {
  const value = Number(text);
  if (!(value > 0)) throw new Error(`--${name} must be a number above 0, not "${text}".`);
  return value;
}

/** @param {string} name @param {string} text */
function whole(name, text) {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new Error(`--${name} must be an integer, not "${text}".`);
  return value;
}

/** @param {string} name @returns {Client[]} */
function clientsOf(name) {
  if (name === 'both') return ['sqlite', 'postgres'];
  if (name === 'sqlite' || name === 'postgres') return [name];
  throw new Error(`--database must be sqlite, postgres or both, not "${name}".`);
}

/** @param {string} list */
function partsOf(list) {
  const names = list.split(',').filter(Boolean);
  const all = [...PARTS, ...EXTRA_PARTS];
  const unknown = names.find((name) => !all.includes(name));
  if (unknown !== undefined)
    throw new Error(`Unknown part "${unknown}" in --only. Use some of: ${all.join(', ')}`);
  return all.filter((name) => names.includes(name));
}
