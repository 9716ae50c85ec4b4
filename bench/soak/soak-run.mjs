// Soak of one database: the parts take turns on one server, whose memory is sampled at rest after each turn.
import { Random } from '../seeds/random.mjs';
import { fuzz } from './fuzz.mjs';
import { heavyReads } from './heavy-reads.mjs';
import { kills } from './kills.mjs';
import { Memory } from './memory.mjs';
import { memoryTable } from './memory-table.mjs';
import { overload } from './overload.mjs';
import { sequences } from './sequences.mjs';
import { TestBed } from './test-bed.mjs';
import { Totals } from './totals.mjs';

/** Seconds of each part in a turn, reduced for short runs. @type {Readonly<Record<string, number>>} */
const TURN_SECONDS = { fuzz: 40, kills: 25, 'heavy-reads': 12, overload: 12, sequences: 60 };

/** Minimum number of turns: the regression needs enough samples. */
const MIN_TURNS = 8;

/** Interval of progress reports, and of reading memory under load, in milliseconds. */
const MINUTE = 60_000;
const POLL_INTERVAL = 1000;

const MET = { value: 'no', limit: 'no', isExceeded: false };
const EXCEEDED = { ...MET, value: 'yes', isExceeded: true };

export class SoakRun {
  #client;
  #options;
  #log;
  #testBeds;
  #random;
  #totals = new Totals();

  /**
   * @param {import('./options.mjs').Client} client
   * @param {{ options: import('./options.mjs').Options, log: (text: string) => void, testBeds: { served: TestBed, killed: TestBed } }} context
   */
  constructor(client, { options, log, testBeds }) {
    this.#client = client;
    this.#options = options;
    this.#log = log;
    this.#testBeds = testBeds;
    this.#random = new Random(options.seed);
  }

  /**
   * Creates a run with filled databases.
   * @param {import('./options.mjs').Client} client
   * @param {{ options: import('./options.mjs').Options, postgres: import('../servers/postgres.mjs').Postgres | null, log: (text: string) => void }} context
   */
  static async make(client, { options, postgres, log }) {
    const served = await TestBed.make('soak', postgres);
    const killed = await TestBed.make('kills', postgres);
    return new SoakRun(client, { options, log, testBeds: { served, killed } });
  }

  /** @returns {Promise<import('./table.mjs').Row[]>} */
  async run() {
    const { minutes, parts, growth } = this.#options;
    const { served, killed } = this.#testBeds;
    const server = await served.start();
    await server.ready('/_health');
    const memory = new Memory(server, served.heapFile);
    const end = performance.now() + minutes * MINUTE;
    const progress = setInterval(
      () => this.#log(`${this.#client}: ${this.#totals.line()}, ${server.memory()} MB`),
      MINUTE,
    );
    const poll = setInterval(() => memory.updatePeak(), POLL_INTERVAL);
    const turn = parts.reduce((sum, part) => sum + (TURN_SECONDS[part] ?? 0), 0);
    const scale = Math.min(1, (minutes * 60) / MIN_TURNS / turn);
    while (performance.now() < end && server.isRunning) {
      for (const part of parts) {
        await this.#runPart(part, { server, seconds: (TURN_SECONDS[part] ?? 0) * scale });
      }
      await memory.sample();
    }
    clearInterval(progress);
    clearInterval(poll);
    const hasExited = !server.isRunning;
    if (hasExited) this.#log(`the server exited unexpectedly:\n${server.output}`);
    await server.stop();
    served.remove();
    killed.remove();
    return [
      { part: 'server', name: 'exited unexpectedly', ...(hasExited ? EXCEEDED : MET) },
      ...this.#totals.rows(),
      ...memoryTable(memory, growth),
    ];
  }

  /**
   * Runs one part and adds its results to the totals.
   * @param {string} part
   * @param {{ server: import('../servers/server.mjs').Server, seconds: number }} turn
   */
  async #runPart(part, { server, seconds }) {
    const { served, killed } = this.#testBeds;
    const url = `http://127.0.0.1:${server.port}`;
    const random = this.#random;
    const quiet = () => {};
    switch (part) {
      case 'fuzz': {
        const findingsFile = this.#options.findings;
        const result = await fuzz({ server, testBed: served, seconds, random, findingsFile });
        return this.#totals.fuzz(result);
      }
      case 'kills':
        return this.#totals.kills(await kills({ testBed: killed, seconds, random }));
      case 'heavy-reads':
        return this.#totals.heavyReads(await heavyReads({ url, seconds, log: quiet }));
      case 'overload': {
        const { connections } = this.#options;
        const options = { url, token: served.token, connections, seconds, log: quiet };
        return this.#totals.overload(await overload(options));
      }
      default: {
        const options = { client: this.#client, seconds, random, log: this.#log };
        return this.#totals.sequences(await sequences(options));
      }
    }
  }
}
