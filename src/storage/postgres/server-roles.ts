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
      return `${server} takes the writes now.`;
    case 'replica':
      return `${server} is a replica, and is read from.`;
    case 'unreachable': {
      const why = reason === '' ? '' : ` (${reason})`;
      return before === 'primary'
        ? `${server} is away${why}. Writes are refused until it is back, or a replica is promoted.`
        : `${server} is away${why}. It is left out until it is back.`;
    }
    case 'foreign':
      return `${server} is left out: its data is no copy of the primary's. Correct the list of replicas.`;
    case 'stale':
      return `${server} is left out: it stayed on timeline ${state?.timeline}, and the newest is ${timeline}. Let it follow the new primary.`;
    case 'conflicting':
      return `${server} is left out: it takes writes, and so does the primary. Let it follow the primary.`;
  }
}
