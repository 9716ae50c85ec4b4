// Parses the command line.
import path from 'node:path';
import { parseArgs } from 'node:util';
import { generatorHere } from './load/round.mjs';

/** @typedef {import('./contenders.mjs').Name} Name */

/**
 * @typedef {object} Options
 * @property {string[]} workloads
 * @property {Name[]} names who takes part
 * @property {number | undefined} size how many documents
 * @property {string | undefined} match only what is called so
 * @property {number} rounds
 * @property {number} seconds of a round
 * @property {number} longest seconds of a round of a slow server
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
  --seconds <n>        of a round (2)
  --rounds <n>         of each server, in turn (3)
  --size <n>           documents, in place of the workload's own number
  --match <text>       only requests whose name holds this
  --with <a,b>         who takes part: sqlite, indexed, single, workers, postgres, before, strapi, cached, bare
  --without <a,b>      who does not
  --before <folder>    another checkout of Quoin, built, takes part
  --profile <folder>   writes a .cpuprofile of Quoin there
  --strapi-panel <folder>
                       a built Strapi panel; the workload panel measures it too
  --json <file>        writes the figures there
  --generator <name>   wrk or autocannon (wrk where it is installed)
  --no-build           takes the build that is there`;

/** @type {readonly Name[]} */
const NAMES = [
  'sqlite',
  'indexed',
  'single',
  'workers',
  'postgres',
  'before',
  'strapi',
  'cached',
  'bare',
];

/**
 * @param {readonly string[]} workloads names of all workloads
 * @returns {Options}
 * @throws {Error} where something is said that does not exist
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
  if (unknown)
    throw new Error(`There is no workload ${unknown}. There are: ${workloads.join(', ')}`);
  const { quick, generator = generatorHere(), before, size } = values;
  if (generator !== 'wrk' && generator !== 'autocannon')
    throw new Error(`no generator ${generator}`);
  const without = names(values.without ?? '');
  const selected = values.with === undefined ? NAMES : names(values.with);
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
