// Probes: sends requests continuously while something else happens, each over one connection, and reports failures and
// the slowest response.
import { Agent, request } from 'node:http';

/** @typedef {import('./round.mjs').Request} Request */

/** Result of a probe; `slowest` is in milliseconds. */
/** @typedef {{ name: string, responses: number, failures: string[], slowest: number }} ProbeResult */

/**
 * Sends probes until some work has finished.
 * @template T
 * @param {number} port
 * @param {Readonly<Record<string, (number: number) => Request>>} probes by name; each sends its next request after a response
 * @param {() => Promise<T>} work
 * @returns {Promise<{ value: T, results: ProbeResult[] }>}
 */
export async function whileProbing(port, probes, work) {
  let isDone = false;
  const running = Object.entries(probes).map(async ([name, next]) => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    /** @type {ProbeResult} */
    const result = { name, responses: 0, failures: [], slowest: 0 };
    for (let number = 0; !isDone; number++) {
      const start = performance.now();
      const failure = await failureOf({ port, agent, ...next(number) });
      result.slowest = Math.max(result.slowest, performance.now() - start);
      result.responses += 1;
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
 * Sends a request.
 * @param {Request & { port: number, agent: Agent }} options
 * @returns {Promise<string | null>} reason of the failure, or null
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
    const clientRequest = request(options, (response) => {
      const { statusCode: status = 0 } = response;
      response.on('error', (error) => resolve(`${method} ${path}: ${error.message}`));
      response.on('end', () => resolve(status < 300 ? null : `${method} ${path}: ${status}`));
      response.resume();
    });
    clientRequest.on('error', (error) => resolve(`${method} ${path}: ${error.message}`));
    clientRequest.end(body);
  });
}
