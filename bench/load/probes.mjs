// Requests that are sent all the time while something else happens, each over one connection: how many failed, and how
// long the slowest took.
import { Agent, request } from 'node:http';

/** @typedef {import('./round.mjs').Request} Request */

/** What became of the requests of a probe. */
/** @typedef {{ name: string, answers: number, failures: string[], slowest: number }} ProbeResult */

/**
 * Sends requests until some work ends.
 * @template T
 * @param {number} port
 * @param {Readonly<Record<string, (number: number) => Request>>} probes by name; each sends its next request after an answer
 * @param {() => Promise<T>} work
 * @returns {Promise<{ value: T, results: ProbeResult[] }>}
 */
export async function whileProbing(port, probes, work) {
  let isDone = false;
  const running = Object.entries(probes).map(async ([name, next]) => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    /** @type {ProbeResult} */
    const result = { name, answers: 0, failures: [], slowest: 0 };
    for (let number = 0; !isDone; number++) {
      const began = performance.now();
      const failure = await failureOf({ port, agent, ...next(number) });
      result.slowest = Math.max(result.slowest, performance.now() - began);
      result.answers += 1;
      if (failure !== null) result.failures.push(failure);
    }
    agent.destroy();
    return result;
  });
  try {
    const value = await work();
    isDone = true;
    return { value, results: await Promise.all(running) };
  } finally {
    isDone = true;
  }
}

/**
 * @param {Request & { port: number, agent: Agent }} wanted
 * @returns {Promise<string | null>} why it failed
 */
function failureOf({ port, agent, method = 'GET', path, body, headers = {} }) {
  const json = body === undefined ? {} : { 'content-type': 'application/json' };
  const options = {
    host: '127.0.0.1',
    port,
    agent,
    method,
    path,
    headers: { ...headers, ...json },
  };
  return new Promise((resolve) => {
    const sent = request(options, (response) => {
      const { statusCode: status = 0 } = response;
      response.on('error', (error) => resolve(`${method} ${path}: ${error.message}`));
      response.on('end', () => resolve(status < 300 ? null : `${method} ${path}: ${status}`));
      response.resume();
    });
    sent.on('error', (error) => resolve(`${method} ${path}: ${error.message}`));
    sent.end(body);
  });
}
