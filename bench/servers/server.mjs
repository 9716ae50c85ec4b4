// Server under test in its own process.
import { spawn } from 'node:child_process';
import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { onExit } from '../cleanup.mjs';
import { cpuTime, memory } from './processes.mjs';

/** Response to a GET request, with raw headers. @typedef {import('./bare.mjs').Reply} Reply */

/** In milliseconds; Strapi takes ten seconds on a busy machine. */
const START_TIMEOUT = 120_000;

/** Time after which a server that is stopping is killed, in milliseconds. */
const STOP_TIMEOUT = 10_000;

/** Headers that Node sets for each response; the bare server sets them itself. */
const VARYING_HEADERS = new Set(['date', 'connection', 'keep-alive']);

/** A running server. */
export class Server {
  #process;
  #printed = '';
  #started = performance.now();

  /**
   * @param {readonly string[]} args arguments of Node
   * @param {{ port: number, cwd?: string, env?: NodeJS.ProcessEnv }} options
   */
  constructor(args, { port, cwd, env }) {
    this.port = port;
    this.#process = spawn(process.execPath, args, { cwd, env: { ...process.env, ...env } });
    const forget = onExit(() => this.#process.kill('SIGKILL'));
    this.#process.once('exit', forget);
    for (const stream of [this.#process.stdout, this.#process.stderr]) {
      stream.on('data', (chunk) => (this.#printed = `${this.#printed}${chunk}`.slice(-4000)));
    }
  }

  /**
   * Waits until a path returns a status below 400.
   * @param {string} path
   * @param {Record<string, string>} [headers]
   * @returns {Promise<number>} milliseconds since the start of the process
   */
  async ready(path, headers = {}) {
    await this.#until(async () => {
      const response = await this.get(path, headers).catch(() => null);
      return response !== null && response.status < 400;
    });
    return performance.now() - this.#started;
  }

  /**
   * Waits until the server has printed a text.
   * @param {string} expected
   */
  async hasPrinted(expected) {
    await this.#until(async () => this.#printed.includes(expected));
  }

  /**
   * @param {string} path
   * @param {Record<string, string>} [headers]
   * @returns {Promise<Reply>}
   */
  get(path, headers = {}) {
    return this.send({ path }, headers);
  }

  /**
   * Sends a request, with a body as JSON, over a new connection: the server might close an idle one.
   * @param {import('../load/round.mjs').Request} options
   * @param {Record<string, string>} common headers for requests without headers
   * @returns {Promise<Reply>}
   */
  send({ method = 'GET', path, body, headers: own }, common) {
    const headers = own ?? common;
    const json = body === undefined ? {} : { 'content-type': 'application/json' };
    const options = { host: '127.0.0.1', port: this.port, method, path, agent: false };
    return new Promise((resolve, reject) => {
      const clientRequest = request(
        { ...options, headers: { ...headers, ...json } },
        (response) => {
          const { statusCode: status = 0, rawHeaders } = response;
          const head = { path, status, headers: stableHeaders(rawHeaders) };
          text(response).then((content) => resolve({ ...head, body: content }), reject);
        },
      );
      clientRequest.on('error', reject).end(body);
    });
  }

  /** Process id; 0 if the process did not start. */
  get pid() {
    return this.#process.pid ?? 0;
  }

  /** The end of its output. */
  get output() {
    return this.#printed;
  }

  /** Whether the process is running. */
  get isRunning() {
    return this.#process.exitCode === null && this.#process.signalCode === null;
  }

  /** Kills the process, as a crash would, and waits until it has exited. */
  async kill() {
    if (!this.isRunning) return;
    const exited = new Promise((resolve) => this.#process.once('exit', resolve));
    this.#process.kill('SIGKILL');
    await exited;
  }

  /** @param {NodeJS.Signals} signal */
  signal(signal) {
    this.#process.kill(signal);
  }

  /** CPU time so far, in seconds. */
  cpuTime() {
    return cpuTime(this.#process.pid ?? 0);
  }

  /** Resident memory, in megabytes. */
  memory() {
    return Math.round(memory(this.#process.pid ?? 0));
  }

  /**
   * Waits for a condition during startup.
   * @param {() => Promise<boolean>} condition
   */
  async #until(condition) {
    while (performance.now() - this.#started < START_TIMEOUT && this.isRunning) {
      if (await condition()) return;
      await sleep(2);
    }
    throw new Error(`The server did not start:\n${this.#printed}`);
  }

  /** Stops the process and waits until it has exited. */
  async stop() {
    if (!this.isRunning) return;
    const exited = new Promise((resolve) => this.#process.once('exit', resolve));
    this.#process.kill('SIGTERM');
    const timer = setTimeout(() => this.#process.kill('SIGKILL'), STOP_TIMEOUT);
    await exited;
    clearTimeout(timer);
  }
}

/**
 * Removes the headers that vary per response.
 * @param {readonly string[]} raw alternating names and values
 */
function stableHeaders(raw) {
  return raw.filter(
    (_, index) => !VARYING_HEADERS.has((raw[index - (index % 2)] ?? '').toLowerCase()),
  );
}
