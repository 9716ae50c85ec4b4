// Report of a workload: prints each rate with its ratios when it is measured, then CPU time per response, latencies and
// memory.
import { LABELS, SHORT } from './contenders.mjs';
import { compare } from './pairs.mjs';
import {
  formatRow,
  formatRatio,
  formatNumber,
  formatSmall,
  formatFactor,
  formatInteger,
} from './table.mjs';

/** @typedef {import('./contenders.mjs').Contender} Contender */
/** @typedef {import('./contenders.mjs').Name} Name */
/** @typedef {import('./measure.mjs').Figures} Figures */
/** @typedef {Map<Contender, Figures>} Row */

/** Figures of one kind of request; `bytes` is the mean size of a response. @typedef {{ name: string, bytes?: number, row: Row }} Measured */

/**
 * @typedef {object} About
 * @property {string} title
 * @property {import('./site.mjs').Site} site
 * @property {import('./options.mjs').Options} options
 * @property {readonly Contender[]} contenders
 */

/** Share of a core above which the load generator counts as saturated. */
const SATURATED = 0.9;

const NAME_WIDTH = 26;

/** Printed ratios: the rates of some servers, divided by the rate of another. @type {readonly { head: string, of: readonly Name[], to: Name, show: (ratio: number) => string }[]} */
const RATIOS = [
  {
    head: 'x Strapi',
    of: ['sqlite', 'indexed', 'postgres', 'before'],
    to: 'strapi',
    show: formatFactor,
  },
  { head: 'x one', of: ['workers'], to: 'single', show: formatFactor },
  { head: 'of bare', of: ['cached'], to: 'bare', show: formatRatio },
];

/** Servers that are compared with the other checkout. @type {readonly { head: string, now: Name, before: Name }[]} */
const PAIRS = [
  { head: 'SQLite / before', now: 'sqlite', before: 'before' },
  { head: 'PG / before', now: 'postgres', before: 'postgres-before' },
];

/** Servers on PostgreSQL: the CPU time of the database is printed next to theirs. @type {readonly Name[]} */
const WITH_DATABASE = ['postgres', 'postgres-before'];

/** Servers whose response times are printed. @type {readonly Name[]} */
const TIMED = ['sqlite', 'indexed', 'postgres', 'before', 'postgres-before', 'strapi'];

/** Prints the column headers. @param {About} about */
export function openScreen(about) {
  return new Screen(about);
}

class Screen {
  /** @type {Measured[]} */
  measured = [];
  #contenders;
  #names;
  #ratios;
  #widths;

  /** @param {About} about */
  constructor({ title, site, options, contenders }) {
    this.#contenders = contenders;
    this.#names = contenders.map(({ name }) => name);
    const present = new Set(this.#names);
    this.#ratios = RATIOS.filter(({ to }) => present.has(to)).map((ratio) => ({
      ...ratio,
      of: ratio.of.filter((name) => present.has(name)),
    }));
    const ratios = this.#ratios.flatMap(({ of }) => of.map((_, i) => (i === 0 ? 10 : 8)));
    this.#widths = [NAME_WIDTH, 7, ...this.#names.map((_, i) => (i === 0 ? 10 : 9)), ...ratios];
    const { rounds, seconds, generator } = options;
    console.log(`\n${title}`);
    console.log(
      `${formatInteger(site.size)} MB, seeded in ${formatNumber(site.seconds)} s; median of ${rounds} interleaved rounds of ${seconds} s with ${generator}\n`,
    );
    const heads = this.#ratios.flatMap(({ head, of }) => spanning(head, of));
    const compared = this.#ratios.flatMap(({ of }) => of);
    this.#print(['', '', ...spanning('req/s', this.#names), ...heads]);
    this.#print(['', 'kB', ...[...this.#names, ...compared].map((name) => SHORT[name])]);
  }

  /** Prints the row of one kind of request. @param {Measured} measured */
  row(measured) {
    this.measured.push(measured);
    const { name: kind, bytes = NaN, row } = measured;
    const rate = (/** @type {Name} */ name) => figuresOf(row, name)?.rate ?? NaN;
    const rates = this.#names.map((name) => {
      const isSaturated = (figuresOf(row, name)?.generator ?? 0) > SATURATED;
      return `${Number.isNaN(rate(name)) ? '-' : formatInteger(rate(name))}${isSaturated ? '*' : ''}`;
    });
    const ratios = this.#ratios.flatMap(({ of, to, show }) =>
      of.map((name) => show(rate(name) / rate(to))),
    );
    this.#print([kind, formatNumber(bytes / 1024), ...rates, ...ratios]);
  }

  /** Prints CPU times, latencies, the comparison with another build and memory. */
  end() {
    this.#printCosts();
    this.#printPairs();
    const memory = this.#contenders.map((contender) => {
      const most = this.measured.map(({ row }) => row.get(contender)?.memory ?? 0);
      return `${contender.label} ${contender.rest} / ${Math.max(...most)}`;
    });
    const isSaturated = this.measured.some(({ row }) =>
      [...row.values()].some(({ generator }) => generator > SATURATED),
    );
    console.log(`\n  memory in MB, at rest / under load: ${memory.join(', ')}`);
    console.log('  CPU ms: CPU time per response, of the server + of its database');
    if (isSaturated) {
      console.log('  *: the load generator used a whole core; compare CPU ms instead of the rate');
    }
  }

  #printCosts() {
    const timed = this.#names.filter((name) => TIMED.includes(name));
    const costs = this.#names.map((name) => (WITH_DATABASE.includes(name) ? 15 : 9));
    const lags = timed.map((_, i) => (i === 0 ? 10 : 8));
    const widths = [NAME_WIDTH, ...costs, ...lags, ...lags];
    const heads = [
      ...spanning('CPU ms', this.#names),
      ...spanning('p50 ms', timed),
      ...spanning('p99 ms', timed),
    ];
    console.log(`\n${formatRow(['', ...heads], widths)}`);
    console.log(
      formatRow(['', ...[...this.#names, ...timed, ...timed].map((name) => SHORT[name])], widths),
    );
    for (const { name: kind, row } of this.measured) {
      const all = this.#names.map((name) => {
        const { own = NaN, database = 0 } = figuresOf(row, name) ?? {};
        return WITH_DATABASE.includes(name)
          ? `${formatSmall(own)} + ${formatSmall(database)}`
          : formatSmall(own);
      });
      const of = (/** @type {'p50' | 'p99'} */ key) =>
        timed.map((name) => formatNumber(figuresOf(row, name)?.[key] ?? NaN));
      console.log(formatRow([kind, ...all, ...of('p50'), ...of('p99')], widths));
    }
  }

  /** Prints the ratios to the other checkout. */
  #printPairs() {
    const pairs = PAIRS.filter(
      ({ now, before }) => this.#names.includes(now) && this.#names.includes(before),
    );
    for (const pair of pairs) this.#printPair(pair);
    if (pairs.length === 0) return;
    console.log(
      '  median of the ratios of paired rounds, with its 95 % interval (six rounds or more)',
    );
  }

  /** @param {(typeof PAIRS)[number]} pair */
  #printPair({ head, now, before }) {
    const widths = [NAME_WIDTH, 12, 14, 12, 14];
    console.log(`\n${formatRow([head, 'req/s', '', 'CPU ms', ''], widths)}`);
    for (const { name, row } of this.measured) {
      const rounds = figuresOf(row, now)?.rounds ?? [];
      const former = figuresOf(row, before)?.rounds ?? [];
      const cells = (/** @type {'rate' | 'own'} */ key) => {
        const { ratio, low, high } = compare(
          rounds.map((round) => round[key]),
          former.map((round) => round[key]),
        );
        return [formatRatio(ratio), `${formatRatio(low)} to ${formatRatio(high)}`];
      };
      console.log(formatRow([name, ...cells('rate'), ...cells('own')], widths));
    }
  }

  /** @param {readonly string[]} cells */
  #print(cells) {
    console.log(formatRow(cells, this.#widths));
  }
}

/**
 * Prints how many responses are identical.
 * @param {Contender} first
 * @param {Map<Contender, import('./agreement.mjs').Agreement>} agreements of the other servers with the first
 */
export function printAgreements(first, agreements) {
  const lines = [...agreements].flatMap(([{ label }, { same, compared }]) =>
    compared === 0 ? [] : [`${label} ${same} of ${compared}`],
  );
  if (lines.length > 0) {
    console.log(`\n  responses identical to those of ${first.label}: ${lines.join(', ')}`);
  }
  for (const [{ name }, { difference }] of agreements) {
    if (difference !== null) console.log(`    ${LABELS[name]}: ${difference}`);
  }
}

/**
 * Figures as data for the JSON file.
 * @param {readonly Measured[]} measured
 */
export function resultsOf(measured) {
  return measured.map(({ row, ...kind }) => ({
    ...kind,
    servers: Object.fromEntries([...row].map(([{ name }, figures]) => [name, figures])),
  }));
}

/**
 * Header cells of several columns with one title.
 * @param {string} title
 * @param {readonly Name[]} columns
 */
function spanning(title, columns) {
  return columns.map((_, i) => (i === 0 ? title : ''));
}

/**
 * @param {Row} row
 * @param {Name} name
 */
function figuresOf(row, name) {
  return [...row].find(([contender]) => contender.name === name)?.[1];
}
