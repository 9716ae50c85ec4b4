// Command line of `npm run bench`.
import path from 'node:path';
import { parseArgs } from 'node:util';
import { defaultGenerator } from './load/round.mjs';

/** @typedef {import('./contenders.mjs').Name} Name */

/**
 * @typedef {object} Options
 * @property {string[]} workloads
 * @property {Name[]} names servers
 * @property {number | undefined} size number of documents
 * @property {string | undefined} match part of the names of requests
 * @property {number} rounds
 * @property {number} seconds duration of a round
 * @property {number} longest maximum duration of a round for slow servers, in seconds
 * @property {import('./load/round.mjs').Generator} generator
 * @property {string | undefined} before launcher of another checkout
 * @property {string | undefined} profile folder
 * @property {string | undefined} strapiPanel folder
 * @property {string | undefined} json file
 * @property {boolean} build
 * @property {boolean} help
 */

export const HELP = `npm run bench -- [workload…] [options]

  --quick              one round of one second
  --seconds <n>        duration of a round (2)
  --rounds <n>         interleaved rounds per server (3)
  --size <n>           number of documents (depends on the workload)
  --match <text>       only requests whose name contains this text
  --with <a,b>         servers: sqlite, indexed, single, workers, postgres, before, postgres-before,
                       strapi, cached, bare (all but postgres-before)
  --without <a,b>      servers to leave out
  --before <folder>    adds a built checkout of another version of Quoin
  --profile <folder>   writes a .cpuprofile of each Quoin server to this folder
  --strapi-panel <folder>
                       a built Strapi panel, which the workload panel measures as well
  --json <file>        writes the figures to this file
  --generator <name>   wrk or autocannon (wrk if it is installed)
  --no-build           uses the existing build`;

/** @type {readonly Name[]} */
const NAMES = [
  'sqlite',
  'indexed',
  'single',
  'workers',
  'postgres',
  'before',
  'postgres-before',
  'strapi',
  'cached',
  'bare',
];

/** Servers of a run without `--with`. */
const DEFAULTS = NAMES.filter((name) => name !== 'postgres-before');

/**
 * @param {readonly string[]} workloads names of all workloads
 * @returns {Options}
 * @throws {Error} if an option, workload or server is unknown
 */
export function parseOptions(workloads) {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    allowNegative: true,
    options: {
      quick: { type: 'boolean', default: false },
      seconds: { type: 'string' },
      rounds: { type: 'string' },
      size: { type: 'string' },
      match: { type: 'string' },
      with: { type: 'string' },
      without: { type: 'string' },
      before: { type: 'string' },
      profile: { type: 'string' },
      'strapi-panel': { type: 'string' },
      json: { type: 'string' },
      generator: { type: 'string' },
      build: { type: 'boolean', default: true },
      help: { type: 'boolean', default: false },
    },
  });
  const unknown = positionals.find((name) => !workloads.includes(name));
  if (unknown) throw new Error(`Unknown workload ${unknown}. Use one of: ${workloads.join(', ')}`);
  const { quick, generator = defaultGenerator(), before, size } = values;
  if (generator !== 'wrk' && generator !== 'autocannon')
    throw new Error(`Unknown generator ${generator}. Use wrk or autocannon.`);
  const without = names(values.without ?? '');
  const selected = values.with === undefined ? DEFAULTS : names(values.with);
  return {
    workloads: positionals.length === 0 ? [...workloads] : positionals,
    names: NAMES.filter(
      (name) => selected.includes(name) && !without.includes(name) && (name !== 'before' || before),
    ),
    size: size === undefined ? undefined : Number(size),
    match: values.match,
    rounds: Number(values.rounds ?? (quick ? 1 : 3)),
    seconds: Number(values.seconds ?? (quick ? 1 : 2)),
    longest: quick ? 5 : 10,
    generator,
    before: before === undefined ? undefined : path.resolve(before, 'bin/quoin.js'),
    profile: values.profile === undefined ? undefined : path.resolve(values.profile),
    strapiPanel: values['strapi-panel'] && path.resolve(values['strapi-panel']),
    json: values.json,
    build: values.build,
    help: values.help,
  };
}

/**
 * @param {string} list
 * @returns {Name[]}
 */
function names(list) {
  return list
    .split(',')
    .filter(Boolean)
    .map((word) => {
      const found = NAMES.find((name) => name === word);
      if (!found) throw new Error(`Unknown server ${word}. Use one of: ${NAMES.join(', ')}`);
      return found;
    });
}
