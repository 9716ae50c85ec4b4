// All PostgreSQL servers of a database: chooses the primary, and replicas that have every commit this process knows
// of. A single server is never queried.
import { setTimeout } from 'node:timers/promises';
import type { Logger } from '../../base/logger.ts';
import { UnavailableError } from '../errors.ts';
import { elect, roleOf, UNKNOWN_CLUSTER, type Cluster, type Role } from './election.ts';
import type { ConnectionPool, PostgresOptions } from './pool.ts';
import { describeServer } from './server-roles.ts';
import { Server } from './server.ts';

/** Interval of state queries in milliseconds. */
const INTERVAL = 1000;

/** Delay before a replica that lags is queried again for a waiting read, in milliseconds. */
const RETRY_DELAY = 10;

/** Servers of a database, the configured primary first. */
export class Servers {
  readonly #all: readonly Server[];
  readonly #log: Pick<Logger, 'warn'>;
  readonly #readsReplicas: boolean;
  #roles: readonly Role[];
  #cluster: Cluster = UNKNOWN_CLUSTER;
  #moved: () => void = () => undefined;
  #turn = 0;
  /** Log position that a replica must have reached to be read from. */
  #mark = 0;
  /** Position of the primary at the last query, which replicas must have reached at the next one. */
  #seen = 0;
  /** Number of commits with unknown position, and of those that were resolved. */
  #unplaced = 0;
  #placed = 0;
  #isPlacing = false;
  readonly #probing = new Set<Server>();
  #isClosed = false;

  private constructor(
    { replicas = [], readsReplicas = true, ...primary }: PostgresOptions,
    log: Pick<Logger, 'warn'>,
  ) {
    this.#readsReplicas = readsReplicas;
    const options = [primary, ...replicas.map((replica) => ({ ...sharedBy(primary), ...replica }))];
    this.#all = options.map((each) => new Server(each, () => this.#elect()));
    this.#log = log;
    this.#roles = this.#all.map((_, index) => (index === 0 ? 'primary' : 'replica'));
  }

  /** Queries all servers, now and then about every second. */
  static async open(options: PostgresOptions, log: Pick<Logger, 'warn'>): Promise<Servers> {
    const servers = new Servers(options, log);
    if (servers.isSpread) await servers.#begin();
    return servers;
  }

  /** True if there are several servers, so that their positions matter. */
  get isSpread(): boolean {
    return this.#all.length > 1;
  }

  /** Statistics of each server. */
  get stats(): readonly (ConnectionPool['stats'] & { readonly name: string })[] {
    return this.#all.map(({ name, pool }) => ({ name, ...pool.stats }));
  }

  /** The server that accepts writes. @throws UnavailableError if there is none */
  get primary(): Server {
    const { primary } = this.#cluster;
    const server = primary === null ? undefined : this.#all[primary];
    if (server) return server;
    throw new UnavailableError('unreachable', {
      cause: new Error('no PostgreSQL server accepts writes'),
    });
  }

  /** A replica that is up to date, in turns; null to read from the primary. */
  replica(): Server | null {
    if (!this.isSpread || !this.#readsReplicas || this.#placed < this.#unplaced) return null;
    const replicas = this.#all.filter((_, index) => this.#roles[index] === 'replica');
    const ready = replicas.filter(({ state }) => state !== null && state.position >= this.#mark);
    if (ready.length === 0) for (const each of replicas) void this.#probeSoon(each);
    this.#turn += 1;
    return ready[this.#turn % ready.length] ?? null;
  }

  /** Records a commit. @param position Log position after it, in bytes */
  recordPosition(position: number): void {
    this.#mark = Math.max(this.#mark, position);
  }

  /** Records a commit with unknown position; reads go to the primary until it was queried. */
  recordUnplaced(): void {
    if (!this.isSpread) return;
    this.#unplaced += 1;
    if (!this.#isPlacing) void this.#place();
  }

  /** A replica failed during a read. @param cause What was observed */
  reportFailure(server: Server, cause: unknown): void {
    server.markUnavailable(cause);
    this.#elect();
    void this.#probeSoon(server);
  }

  /** @param moved Called after a failover */
  onMove(moved: () => void): void {
    this.#moved = moved;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.all(this.#all.map((server) => server.close()));
  }

  async #begin(): Promise<void> {
    await Promise.all(this.#all.map((server) => server.probe()));
    this.#elect();
    this.#seen = this.#all[this.#cluster.primary ?? -1]?.state?.position ?? 0;
    this.#mark = this.#seen;
    for (const server of this.#all) void this.#probePeriodically(server);
  }

  async #probePeriodically(server: Server): Promise<void> {
    while (!this.#isClosed) {
      await setTimeout(INTERVAL, undefined, { ref: false });
      await this.#probe(server);
    }
  }

  /** Queries the primary once for all pending commits. If it is unreachable, the next interval does. */
  async #place(): Promise<void> {
    this.#isPlacing = true;
    for (let before = -1; before < this.#placed && this.#placed < this.#unplaced;) {
      before = this.#placed;
      const server = this.#all[this.#cluster.primary ?? -1];
      if (server) await this.#probe(server);
    }
    this.#isPlacing = false;
  }

  async #probeSoon(server: Server): Promise<void> {
    if (this.#probing.has(server)) return;
    this.#probing.add(server);
    await setTimeout(RETRY_DELAY, undefined, { ref: false });
    await this.#probe(server);
    this.#probing.delete(server);
  }

  async #probe(server: Server): Promise<void> {
    const unplaced = this.#unplaced;
    const state = await server.probe();
    if (this.#isClosed) return;
    this.#elect();
    if (state === null || this.#roles[this.#all.indexOf(server)] !== 'primary') return;
    this.recordPosition(this.#seen);
    this.#seen = state.position;
    if (unplaced <= this.#placed) return;
    this.#placed = unplaced;
    this.recordPosition(state.position);
  }

  /** Evaluates the last states of the servers. */
  #elect(): void {
    if (this.#isClosed || !this.isSpread) return;
    const former = this.#cluster.primary;
    this.#cluster = elect(
      this.#all.map(({ state }) => state),
      this.#cluster,
    );
    this.#assign(this.#all.map(({ state }, index) => roleOf(state, index, this.#cluster)));
    const { primary } = this.#cluster;
    if (primary === former) return;
    // Pending work there would be late, or its writes lost.
    if (former !== null) this.#all[former]?.pool.drop();
    if (primary !== null) this.#move(this.#all[primary]);
  }

  /** Positions belong to the new timeline. */
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
      this.#log.warn(describeServer(server, now, { before, timeline: this.#cluster.timeline }));
      // Its reads continue on the primary.
      if (before === 'replica') server.pool.drop();
    }
  }
}

/** Settings that replicas share with the primary: all but the address. */
function sharedBy({ url: _url, ...shared }: PostgresOptions): Omit<PostgresOptions, 'url'> {
  return shared;
}
