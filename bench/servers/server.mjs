// A server under test in its own process.
import { spawn } from 'node:child_process';
import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { onExit } from '../cleanup.mjs';
import { memory, processorTime } from './processes.mjs';

/** A path answered, as it came over the wire. @typedef {import('./bare.mjs').Answer} Answer */

/** Strapi takes ten seconds on a loaded machine. In milliseconds. */
const START_TIMEOUT = 120_000;

/** How long a server may take to end, in milliseconds. */
const STOP_TIMEOUT = 10_000;

/** Set for each message on the wire; the bare server has its own. */
const VARYING_HEADERS = new Set(['date', 'connection', 'keep-alive']);

/** A running server. */
export class Server {
  #process;
  #printed = '';
  #started = performance.now();

  /**
   * @param {readonly string[]} args of Node
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
   * Waits until a path is answered well.
   * @param {string} path
   * @param {Record<string, string>} [headers]
   * @returns {Promise<number>} milliseconds since the process was started
   */
  async ready(path, headers = {}) {
    await this.#until(async () => {
      const answer = await this.answer(path, headers).catch(() => null);
      return answer !== null && answer.status < 400;
    });
    return performance.now() - this.#started;
  }

  /**
   * Waits until it has printed something.
   * @param {string} words
   */
  async hasPrinted(words) {
    await this.#until(async () => this.#printed.includes(words));
  }

  /**
   * @param {string} path
   * @param {Record<string, string>} [headers]
   * @returns {Promise<Answer>}
   */
  answer(path, headers = {}) {
    return this.send({ path }, headers);
  }

  /**
   * Sends a request, with a body as JSON, over a connection of its own: one that stays open may be closed meanwhile.
   * @param {import('../load/round.mjs').Request} wanted
   * @param {Record<string, string>} common headers, where the request has none of its own
   * @returns {Promise<Answer>}
   */
  send({ method = 'GET', path, body, headers: own }, common) {
    const headers = own ?? common;
    const json = body === undefined ? {} : { 'content-type': 'application/json' };
    const options = { host: '127.0.0.1', port: this.port, method, path, agent: false };
    return new Promise((resolve, reject) => {
      const sent = request({ ...options, headers: { ...headers, ...json } }, (response) => {
        const { statusCode: status = 0, rawHeaders } = response;
        const answer = { path, status, headers: stableHeaders(rawHeaders) };
        text(response).then((words) => resolve({ ...answer, body: words }), reject);
      });
      sent.on('error', reject).end(body);
    });
  }

  /** Of the process; 0 if it did not start. */
  get pid() {
    return this.#process.pid ?? 0;
  }

  /** The end of its output. */
  get output() {
    return this.#printed;
  }

  /** Whether the process is still there. */
  get isRunning() {
    return this.#process.exitCode === null && this.#process.signalCode === null;
  }

  /** Ends the process at once, as a crash would, and waits until it has exited. */
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

  /** Time of a processor so far, in seconds. */
  processorTime() {
    return processorTime(this.#process.pid ?? 0);
  }

  /** Resident memory, in megabytes. */
  memory() {
    return Math.round(memory(this.#process.pid ?? 0));
  }

  /**
   * Waits until something is so that belongs to a start.
   * @param {() => Promise<boolean>} isSo
   */
  async #until(isSo) {
    while (performance.now() - this.#started < START_TIMEOUT && this.isRunning) {
      if (await isSo()) return;
      await sleep(2);
    }
    throw new Error(`the server did not start:\n${this.#printed}`);
  }

  /** Ends the process and waits for it. */
  async stop() {
    if (!this.isRunning) return;
    const exited = new Promise((resolve) => this.#process.once('exit', resolve));
    this.#process.kill('SIGTERM');
    const late = setTimeout(() => this.#process.kill('SIGKILL'), STOP_TIMEOUT);
    await exited;
    clearTimeout(late);
  }
}

/**
 * Names and values in turn, as they were sent.
 * @param {readonly string[]} raw
 */
function stableHeaders(raw) {
  return raw.filter(
    (_, index) => !VARYING_HEADERS.has((raw[index - (index % 2)] ?? '').toLowerCase()),
  );
}
