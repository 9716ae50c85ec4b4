// Totals of all turns of a soak run, and their rows in the results table.
import { ms } from './table.mjs';

/** @typedef {import('./table.mjs').Row} Row */
/** @typedef {Awaited<ReturnType<typeof import('./heavy-reads.mjs').heavyReads>>} HeavyReads */
/** @typedef {Awaited<ReturnType<typeof import('./overload.mjs').overload>>} Overload */

/** Response time above which the fuzz prints the request, in milliseconds. */
const SLOW = 5000;

export class Totals {
  #fuzz = {
    sent: 0,
    findings: 0,
    slowest: 0,
    statuses: /** @type {Map<number, number>} */ (new Map()),
  };
  #kills = { kills: 0, acknowledged: 0, lost: 0, torn: 0, rejected: 0, corrupt: 0, orphans: 0 };
  /** @type {HeavyReads[]} */
  #heavy = [];
  /** @type {Overload[]} */
  #overloads = [];
  #sequences = { rounds: 0, failures: 0 };

  /** @param {Awaited<ReturnType<typeof import('./fuzz.mjs').fuzz>>} result */
  fuzz({ sent, statuses, findings, slowest }) {
    if (slowest.milliseconds > SLOW) this.#report('slow', [describeSlowest(slowest)]);
    this.#fuzz.slowest = Math.max(this.#fuzz.slowest, slowest.milliseconds);
    this.#fuzz.sent += sent;
    this.#fuzz.findings += findings;
    const all = this.#fuzz.statuses;
    for (const [status, count] of statuses) all.set(status, (all.get(status) ?? 0) + count);
  }

  /** @param {import('./kills.mjs').KillResult} result */
  kills({ lost, torn, rejected, integrity, ...counts }) {
    const all = this.#kills;
    all.kills += counts.kills;
    all.acknowledged += counts.acknowledged;
    all.orphans = counts.orphans;
    all.lost += lost.length;
    all.torn += torn.length;
    all.rejected += rejected.length;
    all.corrupt += integrity.length;
    this.#report('lost', lost);
    this.#report('torn', torn);
    this.#report('rejected', rejected);
    this.#report('integrity', integrity);
  }

  /** @param {HeavyReads} result */
  heavyReads(result) {
    this.#heavy.push(result);
  }

  /** @param {Overload} result */
  overload(result) {
    this.#overloads.push(result);
  }

  /** @param {Awaited<ReturnType<typeof import('./sequences.mjs').sequences>>} result */
  sequences({ rounds, failures }) {
    this.#sequences.rounds += rounds;
    this.#sequences.failures += failures.length;
    this.#report(
      'sequences',
      failures.map(({ seed, output }) => `PROPERTY_SEED=${seed}\n${output}`),
    );
  }

  /** Progress in one line. */
  line() {
    const { sent, findings } = this.#fuzz;
    const { kills, lost, torn } = this.#kills;
    const heavy = sum(this.#heavy.map((each) => each.heavy.sent));
    const overload = sum(this.#overloads.map((each) => each.sent));
    return `${sent} fuzzed, ${findings} findings; ${kills} kills, ${lost} lost, ${torn} torn; ${heavy} heavy reads; ${overload} in overload`;
  }

  /** @returns {Row[]} */
  rows() {
    return [
      ...(this.#fuzz.sent > 0 ? this.#fuzzRows() : []),
      ...(this.#kills.kills > 0 ? this.#killRows() : []),
      ...(this.#heavy.length > 0 ? this.#heavyRows() : []),
      ...(this.#overloads.length > 0 ? this.#overloadRows() : []),
      ...(this.#sequences.rounds > 0 ? this.#sequenceRows() : []),
    ];
  }

  /** @returns {Row[]} */
  #fuzzRows() {
    const { sent, findings, slowest, statuses } = this.#fuzz;
    return [
      { part: 'fuzz', name: 'requests', value: String(sent) },
      ...[...statuses]
        .toSorted(([a], [b]) => a - b)
        .map(([status, count]) => ({
          part: 'fuzz',
          name: `status ${status || 'none'}`,
          value: String(count),
        })),
      { part: 'fuzz', name: 'slowest response', value: ms(slowest) },
      none('fuzz', '5xx except 503 and 507; no response', findings),
    ];
  }

  /** @returns {Row[]} */
  #killRows() {
    const { kills, acknowledged, lost, torn, rejected, corrupt, orphans } = this.#kills;
    return [
      { part: 'kills', name: 'kills', value: String(kills) },
      { part: 'kills', name: 'acknowledged writes', value: String(acknowledged) },
      none('kills', 'lost writes', lost),
      none('kills', 'torn documents', torn),
      none('kills', 'rejected writes', rejected),
      none('kills', 'failed integrity checks', corrupt),
      none('kills', 'components without an owner', orphans),
    ];
  }

  /** @returns {Row[]} */
  #heavyRows() {
    const all = this.#heavy;
    const heavy = all.map((each) => each.heavy);
    const others = merged(heavy.map((each) => each.otherStatuses));
    const of = (/** @type {'health' | 'list'} */ key, /** @type {'p50' | 'p99' | 'max'} */ at) =>
      ms(max(all.map((each) => each[key][at])));
    const worstOf = (/** @type {'health' | 'list'} */ key) =>
      `p50 ${of(key, 'p50')}, p99 ${of(key, 'p99')}, max ${of(key, 'max')}`;
    return [
      { part: 'heavy-reads', name: 'sent', value: String(sum(heavy.map(({ sent }) => sent))) },
      {
        part: 'heavy-reads',
        name: 'successful, rejected with 503',
        value: `${sum(heavy.map(({ ok }) => ok))}, ${sum(heavy.map((each) => each.rejected503))}`,
      },
      { part: 'heavy-reads', name: 'other statuses', value: statusText(others) },
      none('heavy-reads', 'server errors, no response', failures(others)),
      { part: 'heavy-reads', name: '/_health meanwhile (worst turn)', value: worstOf('health') },
      { part: 'heavy-reads', name: 'plain list meanwhile (worst turn)', value: worstOf('list') },
    ];
  }

  /** @returns {Row[]} */
  #overloadRows() {
    const all = this.#overloads;
    const others = merged(all.map((each) => each.otherStatuses));
    const worst = (/** @type {(each: Overload) => number} */ of) => ms(max(all.map(of)));
    return [
      { part: 'overload', name: 'sent', value: String(sum(all.map(({ sent }) => sent))) },
      {
        part: 'overload',
        name: 'successful, rejected with 503',
        value: `${sum(all.map(({ ok }) => ok))}, ${sum(all.map((each) => each.rejected503))}`,
      },
      { part: 'overload', name: 'other statuses', value: statusText(others) },
      none('overload', 'server errors, no response', failures(others)),
      none(
        'overload',
        'writes rejected but stored, or lost',
        sum(all.map((each) => each.wrongWrites)),
      ),
      {
        part: 'overload',
        name: 'accepted (worst turn)',
        value: `p50 ${worst((each) => each.accepted.p50)}, p99 ${worst((each) => each.accepted.p99)}, max ${worst((each) => each.accepted.max)}`,
      },
      {
        part: 'overload',
        name: 'rejected (worst turn)',
        value: `p99 ${worst((each) => each.rejected.p99)}`,
      },
      {
        part: 'overload',
        name: '/_health meanwhile (worst turn)',
        value: `p50 ${worst((each) => each.health.p50)}, max ${worst((each) => each.health.max)}`,
      },
    ];
  }

  /** @returns {Row[]} */
  #sequenceRows() {
    const { rounds, failures: failed } = this.#sequences;
    return [
      { part: 'sequences', name: 'rounds', value: String(rounds) },
      none('sequences', 'failed rounds', failed),
    ];
  }

  /** @param {string} kind @param {readonly string[]} texts */
  #report(kind, texts) {
    for (const text of texts.slice(0, 5)) console.error(`  ${kind}: ${text}`);
  }
}

/** @param {import('./fuzz.mjs').Slowest} slowest */
function describeSlowest({ milliseconds, request }) {
  return `${ms(milliseconds)}: ${request.slice(0, 1500)}`;
}

/** @param {string} part @param {string} name @param {number} count @returns {Row} */
function none(part, name, count) {
  return { part, name, value: String(count), limit: '0', isExceeded: count > 0 };
}

/** @param {readonly Record<string, number>[]} counts */
function merged(counts) {
  /** @type {Map<string, number>} */
  const all = new Map();
  for (const [key, count] of counts.flatMap((each) => Object.entries(each))) {
    all.set(key, (all.get(key) ?? 0) + count);
  }
  return all;
}

/** Number of server errors and of requests without a response. @param {ReadonlyMap<string, number>} statuses */
function failures(statuses) {
  return sum(
    [...statuses]
      .filter(([status]) => !(Number(status) < 500) || status === '0')
      .map(([, count]) => count),
  );
}

/** @param {ReadonlyMap<string, number>} statuses 0 stands for no response */
function statusText(statuses) {
  const texts = [...statuses].map(([status, count]) => `${count} x ${status}`);
  return texts.join(', ') || '-';
}

/** Maximum of the numbers other than NaN. @param {readonly number[]} numbers */
function max(numbers) {
  return Math.max(...numbers.filter((number) => !Number.isNaN(number)));
}

/** @param {readonly number[]} numbers */
function sum(numbers) {
  return numbers.reduce((total, number) => total + number, 0);
}
