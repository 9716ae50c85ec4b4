// Decides which of several PostgreSQL servers accepts writes and which may be read from: a pure function of their
// reported states and the previous state.
import type { ServerState } from './server-state.ts';

/** Known state of a cluster. Servers are numbered as configured, with the configured primary first. */
export interface Cluster {
  /** The server that accepts writes, which may be unreachable; null if none may. */
  readonly primary: number | null;
  /** System identifier of the data; null until a server has responded. */
  readonly system: string | null;
  /** Newest known timeline. A server on an older one lacks commits, or has some that no other server has. */
  readonly timeline: number;
}

/** Before the first round. */
export const UNKNOWN_CLUSTER: Cluster = { primary: 0, system: null, timeline: 0 };

/** Role of a server in the cluster. */
export type Role = 'primary' | 'replica' | 'unreachable' | 'foreign' | 'stale' | 'conflicting';

/** Returns the new state. @param states State of each server, or null if it is unreachable */
export function elect(states: readonly (ServerState | null)[], known: Cluster): Cluster {
  const system = known.system ?? states.find((state) => state !== null)?.system ?? null;
  const ours = states.map((state) => (state?.system === system ? state : null));
  const timeline = Math.max(known.timeline, ...ours.map((state) => state?.timeline ?? 0));
  const primary = ours.findIndex(
    (state, index) => isWriter(state, timeline) && mayLead(index, timeline, known),
  );
  const unreachable =
    known.primary !== null && states[known.primary] === null ? known.primary : null;
  const current = isWriter(ours[known.primary ?? -1] ?? null, timeline) ? known.primary : null;
  return { primary: current ?? (primary === -1 ? unreachable : primary), system, timeline };
}

function isWriter(state: ServerState | null, timeline: number): boolean {
  return state !== null && !state.isReplica && state.timeline === timeline;
}

/** A successor was promoted, which starts a timeline. Others are independent copies. */
function mayLead(index: number, timeline: number, known: Cluster): boolean {
  return known.primary === null || index === known.primary || timeline > known.timeline;
}

/** Role of a server. @param index Its number */
export function roleOf(state: ServerState | null, index: number, cluster: Cluster): Role {
  if (state === null) return 'unreachable';
  if (state.system !== cluster.system) return 'foreign';
  if (state.timeline < cluster.timeline) return 'stale';
  if (state.isReplica) return 'replica';
  return index === cluster.primary ? 'primary' : 'conflicting';
}
