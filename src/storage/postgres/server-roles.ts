// In charge of the words that the log has for what became of a PostgreSQL server.
import type { Role } from './election.ts';
import type { Server } from './server.ts';

/** What was known of a server and of all. */
export interface Known {
  readonly before: Role | undefined;
  /** The newest that was seen. */
  readonly timeline: number;
}

/** One sentence or two about a server whose role is another one now. */
export function describeServer(
  { name, state, reason }: Pick<Server, 'name' | 'state' | 'reason'>,
  role: Role,
  { before, timeline }: Known,
): string {
  const server = `PostgreSQL server ${name}`;
  switch (role) {
    case 'primary':
      return `${server} takes the writes now.`;
    case 'replica':
      return `${server} is a replica, and is read from.`;
    case 'away': {
      const why = reason === '' ? '' : ` (${reason})`;
      return before === 'primary'
        ? `${server} is away${why}. Writes are refused until it is back, or a replica is promoted.`
        : `${server} is away${why}. It is left out until it is back.`;
    }
    case 'stranger':
      return `${server} is left out: its data is no copy of the primary's. Correct the list of replicas.`;
    case 'former':
      return `${server} is left out: it stayed on timeline ${state?.timeline}, and the newest is ${timeline}. Let it follow the new primary.`;
    case 'rival':
      return `${server} is left out: it takes writes, and so does the primary. Let it follow the primary.`;
  }
}
