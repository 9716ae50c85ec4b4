// In charge of all PostgreSQL servers of a database: which one takes the writes, and which replica a read may go to
// without missing a commit that this process knows of. Where there is one server, it is never asked about itself.
import { setTimeout } from 'node:timers/promises';
import { UnavailableError } from '../unavailable-error.ts';
import { elect, roleOf, UNKNOWN_CLUSTER, type Cluster, type Role } from './election.ts';
import type { ConnectionPool, PostgresOptions } from './pool.ts';
import { describeServer } from './server-roles.ts';
import { Server } from './server.ts';

/** How often each is asked, in milliseconds. */
const INTERVAL = 1000;

/** How long before a replica that was not far enough is asked again, where somebody wants to read, in milliseconds. */
const SOON = 10;

/** Is handed a sentence for the log. */
export type Tell = (line: string) => void;

/** The servers of a database, the configured primary first. */
export class Servers {
  readonly #all: readonly Server[];
  readonly #tell: Tell;
  readonly #readsReplicas: boolean;
  #roles: readonly Role[];
  #cluster: Cluster = UNKNOWN_CLUSTER;
  #moved: () => void = () => undefined;
  #turn = 0;
  /** A replica must have come as far as this in the log to be read from. */
  #mark = 0;
  /** How far the primary was when it was asked last: replicas must have come there when it is asked the next time. */
  #seen = 0;
  /** Counts commits whose place in the log is not known yet, and those of them that were found. */
  #doubts = 0;
  #settled = 0;
  #isPlacing = false;
  readonly #askedSoon = new Set<Server>();
  #isClosed = false;

  private constructor(
    { replicas = [], readsReplicas = true, ...primary }: PostgresOptions,
    tell: Tell,
  ) {
    this.#readsReplicas = readsReplicas;
    const options = [primary, ...replicas.map((replica) => ({ ...sharedBy(primary), ...replica }))];
    this.#all = options.map((each) => new Server(each, () => this.#consider()));
    this.#tell = tell;
    this.#roles = this.#all.map((_, index) => (index === 0 ? 'primary' : 'replica'));
  }

  /** Asks every server, and from then on about every second. */
  static async open(options: PostgresOptions, tell: Tell): Promise<Servers> {
    const servers = new Servers(options, tell);
    if (servers.isSpread) await servers.#begin();
    return servers;
  }

  /** True where there is more than one, so that it must be known how far each has come. */
  get isSpread(): boolean {
    return this.#all.length > 1;
  }

  /** How each is used. */
  get figures(): readonly (ConnectionPool['figures'] & { readonly name: string })[] {
    return this.#all.map(({ name, pool }) => ({ name, ...pool.figures }));
  }

  /** Takes the writes. @throws UnavailableError where none may */
  get primary(): Server {
    const { primary } = this.#cluster;
    const server = primary === null ? undefined : this.#all[primary];
    if (server) return server;
    throw new UnavailableError({ cause: new Error('no PostgreSQL server takes writes') });
  }

  /** A replica that lacks nothing it must have, each in its turn; null where the primary is to be read. */
  replica(): Server | null {
    if (!this.isSpread || !this.#readsReplicas || this.#settled < this.#doubts) return null;
    const replicas = this.#all.filter((_, index) => this.#roles[index] === 'replica');
    const ready = replicas.filter(({ state }) => state !== null && state.position >= this.#mark);
    if (ready.length === 0) for (const each of replicas) void this.#askSoon(each);
    this.#turn += 1;
    return ready[this.#turn % ready.length] ?? null;
  }

  /** Something was committed here. @param position How far the log was behind it, in bytes */
  reached(position: number): void {
    this.#mark = Math.max(this.#mark, position);
  }

  /** Something was committed, and where in the log is not known: the primary is read until it was asked. */
  doubt(): void {
    if (!this.isSpread) return;
    this.#doubts += 1;
    if (!this.#isPlacing) void this.#place();
  }

  /** A replica that was read from is away. @param cause What was seen of it */
  suspect(server: Server, cause: unknown): void {
    server.lose(cause);
    this.#consider();
    void this.#askSoon(server);
  }

  /** @param moved Is called when another server takes the writes */
  onMove(moved: () => void): void {
    this.#moved = moved;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.all(this.#all.map((server) => server.close()));
  }

  async #begin(): Promise<void> {
    await Promise.all(this.#all.map((server) => server.ask()));
    this.#consider();
    this.#seen = this.#all[this.#cluster.primary ?? -1]?.state?.position ?? 0;
    this.#mark = this.#seen;
    for (const server of this.#all) void this.#askForever(server);
  }

  async #askForever(server: Server): Promise<void> {
    while (!this.#isClosed) {
      await setTimeout(INTERVAL, undefined, { ref: false });
      await this.#ask(server);
    }
  }

  /** Asks the primary once for all doubts that come while it is asked. Where it is away, the next turn will do. */
  async #place(): Promise<void> {
    this.#isPlacing = true;
    for (let before = -1; before < this.#settled && this.#settled < this.#doubts;) {
      before = this.#settled;
      const server = this.#all[this.#cluster.primary ?? -1];
      if (server) await this.#ask(server);
    }
    this.#isPlacing = false;
  }

  async #askSoon(server: Server): Promise<void> {
    if (this.#askedSoon.has(server)) return;
    this.#askedSoon.add(server);
    await setTimeout(SOON, undefined, { ref: false });
    await this.#ask(server);
    this.#askedSoon.delete(server);
  }

  async #ask(server: Server): Promise<void> {
    const doubts = this.#doubts;
    const state = await server.ask();
    if (this.#isClosed) return;
    this.#consider();
    if (state === null || this.#roles[this.#all.indexOf(server)] !== 'primary') return;
    this.reached(this.#seen);
    this.#seen = state.position;
    if (doubts <= this.#settled) return;
    this.#settled = doubts;
    this.reached(state.position);
  }

  /** Draws the conclusions from what the servers said last. */
  #consider(): void {
    if (this.#isClosed || !this.isSpread) return;
    const former = this.#cluster.primary;
    this.#cluster = elect(
      this.#all.map(({ state }) => state),
      this.#cluster,
    );
    this.#assign(this.#all.map(({ state }, index) => roleOf(state, index, this.#cluster)));
    const { primary } = this.#cluster;
    if (primary === former) return;
    // What is under way there would be answered late or never, and could be lost.
    if (former !== null) this.#all[former]?.pool.drop();
    if (primary !== null) this.#move(this.#all[primary]);
  }

  /** Places in the log are those of its new history. */
  #move(server: Server | undefined): void {
    this.#seen = server?.state?.position ?? 0;
    this.#mark = this.#seen;
    this.#moved();
  }

  #assign(roles: readonly Role[]): void {
    const former = this.#roles;
    this.#roles = roles;
    for (const [index, server] of this.#all.entries()) {
      const [before, now] = [former[index], roles[index]];
      if (now === undefined || before === now) continue;
      this.#tell(describeServer(server, now, { before, timeline: this.#cluster.timeline }));
      // Whoever reads from it is answered by the primary.
      if (before === 'replica') server.pool.drop();
    }
  }
}

/** What a replica has of the primary's settings: the rest says where it is. */
function sharedBy({ url: _url, ...shared }: PostgresOptions): Omit<PostgresOptions, 'url'> {
  return shared;
}
