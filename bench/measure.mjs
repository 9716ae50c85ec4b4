// Measures servers in interleaved rounds, so that a machine that slows down affects all of them. The result is the
// median of the rounds.
import { setTimeout as sleep } from 'node:timers/promises';
import { runRound } from './load/round.mjs';

/** @typedef {import('./contenders.mjs').Contender} Contender */
/** @typedef {import('./load/round.mjs').Request} Request */

/** Requests to measure. They may depend on the server, since each creates its own documents. */
/**
 * @typedef {object} Task
 * @property {string} name
 * @property {number} connections
 * @property {(contender: Contender) => readonly Request[]} requests
 */

/** Medians of the rounds: responses per second; response time at p50 and p99 in milliseconds; CPU time per response of the server and of its database in milliseconds; share of a core that the load generator used. `memory` is the maximum in megabytes, `rounds` has the rate and the CPU time of each round. */
/** @typedef {{ rate: number, p50: number, p99: number, own: number, database: number, generator: number, memory: number, rounds: readonly { readonly rate: number, readonly own: number }[] }} Figures */

/**
 * @typedef {object} Pace
 * @property {import('./load/round.mjs').Generator} generator
 * @property {number} rounds
 * @property {number} seconds duration of a round
 * @property {number} longest maximum duration of a round for slow servers, in seconds
 * @property {Record<string, string>} headers
 */

/** Duration and load generator for one server. @typedef {Pick<Pace, 'seconds' | 'generator'>} ServerPace */

/** Duration of a warm-up round in seconds. It is doubled until there is a response. */
const WARMUP = 1;
const MAX_WARMUP = 32;

/** A server is warm after `STABLE_ROUNDS` consecutive rounds that were not faster by 5 %, or after `MAX_ROUNDS`. */
const STABLE_ROUNDS = 3;
const SPEEDUP = 1.05;
const MAX_ROUNDS = 20;

/** Minimum number of responses per connection in a round; a slow server gets longer rounds. */
const MIN_RESPONSES = 4;

/** Responses per connection below which the requests cut off at the end of a round would distort the rate. */
const MANY_RESPONSES = 20;

/** Poll interval and timeout while a server comes to rest, in milliseconds. */
const POLL_INTERVAL = 50;
const REST_TIMEOUT = 180_000;

/**
 * Measures tasks on all servers. The rounds of all tasks are interleaved.
 * @param {readonly Task[]} tasks
 * @param {readonly Contender[]} contenders
 * @param {Pace} pace
 * @returns {Promise<Map<Contender, Figures>[]>} figures of each task; servers that failed or did not respond are reported and missing
 */
export async function measure(tasks, contenders, pace) {
  /** @type {{ task: Task, contender: Contender, serverPace: ServerPace, figures: Omit<Figures, 'rounds'>[] }[]} */
  let rounds = [];
  for (const task of tasks) {
    for (const contender of contenders) {
      const serverPace = await warmUp(task, contender, pace);
      if (!serverPace)
        console.log(`  ${contender.label}: no response within ${MAX_WARMUP} seconds`);
      if (serverPace) rounds.push({ task, contender, serverPace, figures: [] });
    }
  }
  for (let turn = 0; turn < pace.rounds; turn++) {
    // The order alternates, so that a machine that slows down favors none of two servers.
    for (const { task, contender, serverPace, figures } of turn % 2
      ? rounds.toReversed()
      : rounds) {
      const measured = await round(task, contender, { ...pace, ...serverPace });
      if (measured.failure !== null) {
        console.log(`  ${contender.label}: ${measured.failure}`);
        process.exitCode = 1;
        rounds = rounds.filter((each) => each.figures !== figures);
      }
      figures.push(measured);
    }
  }
  return tasks.map((task) => {
    const measured = rounds.filter(
      (each) => each.task === task && each.figures.some(({ rate }) => rate > 0),
    );
    return new Map(measured.map(({ contender, figures }) => [contender, medians(figures)]));
  });
}

/**
 * Sends requests until the rate no longer rises, since JIT compilers need time.
 * @param {Task} task
 * @param {Contender} contender
 * @param {Pace} pace
 * @returns {Promise<ServerPace | null>} null if the server does not respond
 */
async function warmUp(task, contender, pace) {
  for (let seconds = WARMUP; seconds <= MAX_WARMUP; seconds *= 2) {
    const first = await round(task, contender, { ...pace, seconds });
    if (first.rate === 0) continue;
    const rate = await stableRate(first.rate, () => round(task, contender, { ...pace, seconds }));
    const needed = Math.ceil((MIN_RESPONSES * task.connections) / rate);
    const longest = Math.max(seconds, pace.seconds, pace.longest);
    const duration = Math.min(Math.max(pace.seconds, needed), longest);
    // autocannon records the time of the last response, and its overhead does not matter at low rates.
    const isSlow = rate * duration < MANY_RESPONSES * task.connections;
    return { seconds: duration, generator: isSlow ? 'autocannon' : pace.generator };
  }
  return null;
}

/**
 * Repeats rounds until the rate is stable, and returns the highest one.
 * @param {number} rate rate of the first round
 * @param {() => Promise<{ rate: number }>} next runs another round
 */
async function stableRate(rate, next) {
  let best = rate;
  for (let stable = 0, all = 1; stable < STABLE_ROUNDS && all < MAX_ROUNDS; stable++, all++) {
    const { rate: current } = await next();
    if (current < best * SPEEDUP) continue;
    best = current;
    stable = -1;
  }
  return best;
}

/**
 * @param {Task} task
 * @param {Contender} contender
 * @param {Pace} pace
 * @returns {Promise<Omit<Figures, 'rounds'> & { failure: string | null }>}
 */
async function round({ connections, requests }, contender, { generator, headers, seconds }) {
  const { server } = contender;
  const load = { port: server.port, requests: requests(contender), headers, connections, seconds };
  const before = contender.cpuTime();
  const { responses, p50, p99, cpu, failure, ...measured } = await runRound(generator, load);
  const isSlow = responses < MANY_RESPONSES * connections;
  const duration = (isSlow && measured.last) || measured.seconds;
  const memory = server.memory();
  const after = await atRest(contender);
  // Each connection has one more request in flight at the end of a round.
  const perResponse = 1000 / (responses + connections);
  return {
    rate: responses / duration,
    p50,
    p99,
    own: (after.own - before.own) * perResponse,
    database: (after.database - before.database) * perResponse,
    generator: cpu / measured.seconds,
    memory,
    failure,
  };
}

/**
 * Waits until a server is idle, so that it does not slow down the next one.
 * @returns its CPU time
 * @param {Contender} contender
 */
async function atRest(contender) {
  const end = performance.now() + REST_TIMEOUT;
  let last = contender.cpuTime();
  while (performance.now() < end) {
    await sleep(POLL_INTERVAL);
    const now = contender.cpuTime();
    if (Object.is(now.own, last.own) && Object.is(now.database, last.database)) break;
    last = now;
  }
  return last;
}

/**
 * Medians of the figures of several rounds.
 * @param {readonly Omit<Figures, 'rounds'>[]} figures
 * @returns {Figures}
 */
function medians(figures) {
  const completed = figures.filter((each) => each.rate > 0);
  const of = (/** @type {Exclude<keyof Figures, 'rounds'>} */ key) =>
    median(completed.map((each) => each[key]));
  const [rate, p50, p99, own] = [of('rate'), of('p50'), of('p99'), of('own')];
  const memory = Math.max(...figures.map((each) => each.memory));
  // A round without a response stays, since rounds are compared in pairs.
  const rounds = figures.map((each) =>
    each.rate > 0 ? { rate: each.rate, own: each.own } : { rate: NaN, own: NaN },
  );
  const [database, generator] = [of('database'), of('generator')];
  return { rate, p50, p99, own, database, generator, memory, rounds };
}

/**
 * Median of numbers.
 * @param {readonly number[]} numbers
 * @returns {number}
 */
export function median(numbers) {
  const sorted = numbers.toSorted((a, b) => a - b);
  const half = Math.floor(sorted.length / 2);
  const [low = 0, high = 0] = [sorted[half - 1], sorted[half]];
  return sorted.length % 2 ? high : (low + high) / 2;
}
