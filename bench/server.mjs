// In charge of a server under test: a process of its own, started, waited for, weighed and ended.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { get } from 'node:http';
import { createServer } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';

/** A path answered, as it came over the wire. @typedef {import('./bare.mjs').Answer} Answer */

const PATIENCE = 30_000;

/** Set anew for each message on the wire; the bare server has its own. */
const HEADERS_OF_THE_MOMENT = new Set(['date', 'connection', 'keep-alive']);

/** A running server. */
export class Server {
  #process;
  #spoken = '';

  /**
   * @param {readonly string[]} args of Node
   * @param {{ port: number, cwd?: string, env?: NodeJS.ProcessEnv }} options
   */
  constructor(args, { port, cwd, env }) {
    this.port = port;
    this.#process = spawn(process.execPath, args, { cwd, env: { ...process.env, ...env } });
    for (const stream of [this.#process.stdout, this.#process.stderr]) {
      stream.on('data', (chunk) => (this.#spoken = `${this.#spoken}${chunk}`.slice(-4000)));
    }
  }

  /**
   * Waits until a path is answered well.
   * @param {string} path
   * @returns {Promise<number>} milliseconds it took
   */
  async ready(path) {
    const start = performance.now();
    while (performance.now() - start < PATIENCE) {
      if (this.#process.exitCode !== null) break;
      const answer = await this.answer(path).catch(() => null);
      if (answer && answer.status < 400) return performance.now() - start;
      await sleep(5);
    }
    throw new Error(`the server did not start:\n${this.#spoken}`);
  }

  /**
   * @param {string} path
   * @param {Record<string, string>} [headers]
   * @returns {Promise<Answer>}
   */
  answer(path, headers = {}) {
    return new Promise((resolve, reject) => {
      get({ host: '127.0.0.1', port: this.port, path, headers }, (response) => {
        const { statusCode: status = 0, rawHeaders } = response;
        const answer = { path, status, headers: withoutMoment(rawHeaders) };
        text(response).then((body) => resolve({ ...answer, body }), reject);
      }).on('error', reject);
    });
  }

  /**
   * Sends a JSON body.
   * @param {import('./writes.mjs').Write} write
   * @param {Record<string, string>} headers
   * @returns {Promise<{ status: number, body: string }>}
   */
  async send({ method, path, body }, headers) {
    const all = { ...headers, 'content-type': 'application/json' };
    const init = { method, headers: all, body: body ?? null };
    const answer = await fetch(`http://127.0.0.1:${this.port}${path}`, init);
    return { status: answer.status, body: await answer.text() };
  }

  /** Resident memory, in megabytes. */
  memory() {
    const { pid } = this.#process;
    const status = `/proc/${pid}/status`;
    const kilobytes = existsSync(status)
      ? /VmRSS:\s+(\d+)/.exec(readFileSync(status, 'utf8'))?.[1]
      : spawnSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' }).stdout;
    return Math.round(Number(kilobytes) / 1024);
  }

  /** Ends the process and waits for it. */
  async stop() {
    const { exitCode, signalCode } = this.#process;
    if (exitCode !== null || signalCode !== null) return;
    const gone = new Promise((resolve) => this.#process.once('exit', resolve));
    this.#process.kill('SIGTERM');
    await gone;
  }
}

/**
 * Names and values in turn, as they were sent.
 * @param {readonly string[]} raw
 */
function withoutMoment(raw) {
  return raw.filter(
    (_, index) => !HEADERS_OF_THE_MOMENT.has((raw[index - (index % 2)] ?? '').toLowerCase()),
  );
}

/** @returns {Promise<number>} a port that nobody uses */
export function freePort() {
  return new Promise((resolve, reject) => {
    const probe = createServer().on('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}
