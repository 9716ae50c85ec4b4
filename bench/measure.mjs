// Measures alternately, round by round, so that a machine that becomes slower affects all servers alike. The median
// of the rounds counts.
import { setTimeout as sleep } from 'node:timers/promises';
import { ask } from './load/round.mjs';

/** @typedef {import('./contenders.mjs').Contender} Contender */
/** @typedef {import('./load/round.mjs').Request} Request */

/** The requests. They may depend on the server: created documents have ids of their own. */
/**
 * @typedef {object} Task
 * @property {string} name
 * @property {number} connections
 * @property {(contender: Contender) => readonly Request[]} requests
 */

/** Medians of rounds: answers a second; milliseconds at the median and at the 99th percentile; milliseconds of a processor that an answer took the server, and its database; how much of one processor the generator took; the most megabytes. */
/** @typedef {{ rate: number, p50: number, p99: number, own: number, database: number, asking: number, memory: number }} Figures */

/**
 * @typedef {object} Pace
 * @property {import('./load/round.mjs').Generator} generator
 * @property {number} rounds
 * @property {number} seconds of a round
 * @property {number} longest seconds of a round of a slow server
 * @property {Record<string, string>} headers
 */

/** Duration and load generator for this server. @typedef {Pick<Pace, 'seconds' | 'generator'>} Own */

/** Before the rounds, in seconds; longer, where there is no answer in that time. */
const WARM = 1;
const LONGEST_WARM = 32;

/** A server is warm when so many rounds, one after the other, were no faster than one before by a twentieth; after so many at most. */
const NO_FASTER = 3;
const FASTER = 1.05;
const MOST_WARM = 20;

/** A round has at least as many answers for each connection, where a server is slow. */
const ANSWERS = 4;

/** With fewer answers for each connection than these, those that are cut off at the end of a round count. */
const MANY = 20;

/** How often a server is looked at that is to come to rest, and how long at most, in milliseconds. */
const LOOK = 50;
const START_TIMEOUT = 180_000;

/**
 * Tasks that are compared with one another take turns too.
 * @param {readonly Task[]} tasks
 * @param {readonly Contender[]} contenders
 * @param {Pace} pace
 * @returns {Promise<Map<Contender, Figures>[]>} of each task, without those that failed or gave no answer, which is said
 */
export async function measure(tasks, contenders, pace) {
  /** @type {{ task: Task, contender: Contender, own: Own, figures: Figures[] }[]} */
  let rounds = [];
  for (const task of tasks) {
    for (const contender of contenders) {
      const own = await warm(task, contender, pace);
      if (!own) console.log(`  ${contender.label}: no answer within ${LONGEST_WARM} seconds`);
      if (own) rounds.push({ task, contender, own, figures: [] });
    }
  }
  for (let turn = 0; turn < pace.rounds; turn++) {
    for (const { task, contender, own, figures } of rounds) {
      const measured = await round(task, contender, { ...pace, ...own });
      if (measured.failure !== null) {
        console.log(`  ${contender.label}: ${measured.failure}`);
        process.exitCode = 1;
        rounds = rounds.filter((each) => each.figures !== figures);
      }
      if (measured.rate > 0) figures.push(measured);
    }
  }
  return tasks.map((task) => {
    const answered = rounds.filter((each) => each.task === task && each.figures.length > 0);
    return new Map(answered.map(({ contender, figures }) => [contender, middle(figures)]));
  });
}

/**
 * Sends requests until the rate no longer rises, since an engine first compiles what runs often.
 * @param {Task} task
 * @param {Contender} contender
 * @param {Pace} pace
 * @returns {Promise<Own | null>} null where it gives none
 */
async function warm(task, contender, pace) {
  for (let seconds = WARM; seconds <= LONGEST_WARM; seconds *= 2) {
    const first = await round(task, contender, { ...pace, seconds });
    if (first.rate === 0) continue;
    const rate = await fastest(first.rate, () => round(task, contender, { ...pace, seconds }));
    const enough = Math.ceil((ANSWERS * task.connections) / rate);
    const longest = Math.max(seconds, pace.seconds, pace.longest);
    const duration = Math.min(Math.max(pace.seconds, enough), longest);
    // autocannon knows when the last answer came, and so few of them cost it little.
    const isSlow = rate * duration < MANY * task.connections;
    return { seconds: duration, generator: isSlow ? 'autocannon' : pace.generator };
  }
  return null;
}

/**
 * @param {number} rate of the first round
 * @param {() => Promise<Figures>} again one more round
 */
async function fastest(rate, again) {
  let best = rate;
  for (let since = 0, all = 1; since < NO_FASTER && all < MOST_WARM; since++, all++) {
    const { rate: next } = await again();
    if (next < best * FASTER) continue;
    best = next;
    since = -1;
  }
  return best;
}

/**
 * @param {Task} task
 * @param {Contender} contender
 * @param {Pace} pace
 * @returns {Promise<Figures & { failure: string | null }>}
 */
async function round({ connections, requests }, contender, { generator, headers, seconds }) {
  const { server } = contender;
  const load = { port: server.port, requests: requests(contender), headers, connections, seconds };
  const before = contender.processorTime();
  const { answers, p50, p99, asking, failure, ...measured } = await ask(generator, load);
  const isCut = answers < MANY * connections;
  const duration = (isCut && measured.last) || measured.seconds;
  const memory = server.memory();
  const after = await atRest(contender);
  // Each connection has one more request under way when it is cut off.
  const each = 1000 / (answers + connections);
  return {
    rate: answers / duration,
    p50,
    p99,
    own: (after.own - before.own) * each,
    database: (after.database - before.database) * each,
    asking: asking / measured.seconds,
    memory,
    failure,
  };
}

/**
 * Waits until a server has done what was asked of it, so that it takes nothing from the one whose turn is next.
 * @param {Contender} contender
 */
async function atRest(contender) {
  const end = performance.now() + START_TIMEOUT;
  let last = contender.processorTime();
  while (performance.now() < end) {
    await sleep(LOOK);
    const now = contender.processorTime();
    if (Object.is(now.own, last.own) && Object.is(now.database, last.database)) break;
    last = now;
  }
  return last;
}

/**
 * The median of each figure.
 * @param {readonly Figures[]} figures
 * @returns {Figures}
 */
function middle(figures) {
  const of = (/** @type {keyof Figures} */ key) => median(figures.map((each) => each[key]));
  const [rate, p50, p99, own] = [of('rate'), of('p50'), of('p99'), of('own')];
  const memory = Math.max(...figures.map((each) => each.memory));
  return { rate, p50, p99, own, database: of('database'), asking: of('asking'), memory };
}

/**
 * @param {readonly number[]} numbers
 * @returns {number}
 */
export function median(numbers) {
  const sorted = numbers.toSorted((a, b) => a - b);
  const half = Math.floor(sorted.length / 2);
  const [low = 0, high = 0] = [sorted[half - 1], sorted[half]];
  return sorted.length % 2 ? high : (low + high) / 2;
}
