// Log messages about role changes of PostgreSQL servers.
import type { Role } from './election.ts';
import type { Server } from './server.ts';

/** Previous state of a server and the cluster. */
export interface PreviousState {
  readonly before: Role | undefined;
  /** Newest known timeline. */
  readonly timeline: number;
}

/** Describes a server whose role has changed. */
export function describeServer(
  { name, state, reason }: Pick<Server, 'name' | 'state' | 'reason'>,
  role: Role,
  { before, timeline }: PreviousState,
): string {
  const server = `PostgreSQL server ${name}`;
  switch (role) {
    case 'primary':
      return `${server} accepts writes now.`;
    case 'replica':
      return `${server} is a replica and serves reads.`;
    case 'unreachable': {
      const why = reason === '' ? '' : ` (${reason})`;
      return before === 'primary'
        ? `${server} is unreachable${why}. Writes are rejected until it is available again or a replica is promoted.`
        : `${server} is unreachable${why}. It is not used until it is available again.`;
    }
    case 'foreign':
      return `${server} is not used: its data is not a copy of the primary's. Correct the list of replicas.`;
    case 'stale':
      return `${server} is not used: it is on timeline ${state?.timeline}, and the newest is ${timeline}. Make it follow the new primary.`;
    case 'conflicting':
      return `${server} is not used: it accepts writes, but another server is the primary. Make it follow the primary.`;
  }
}
