// In charge of deciding which of several PostgreSQL servers takes the writes, and which others may be read from: a pure
// function of what they say about themselves, and of what was known before.
import type { ServerState } from './server-state.ts';

/** What is known of a cluster. Servers are numbered as they are configured, the configured primary first. */
export interface Cluster {
  /** Who takes the writes; null where nobody may. It may be away. */
  readonly primary: number | null;
  /** Whose data it is; null until a server was asked. */
  readonly system: string | null;
  /** The newest history that was seen. What is of an older one lacks commits, or has some that nobody else has. */
  readonly timeline: number;
}

/** Before anybody was asked. */
export const UNKNOWN_CLUSTER: Cluster = { primary: 0, system: null, timeline: 0 };

/** What a server is to the cluster. */
export type Role = 'primary' | 'replica' | 'away' | 'stranger' | 'former' | 'rival';

/** What is known once servers were asked. @param states Of each server; null where it is away */
export function elect(states: readonly (ServerState | null)[], known: Cluster): Cluster {
  const system = known.system ?? states.find((state) => state !== null)?.system ?? null;
  const ours = states.map((state) => (state?.system === system ? state : null));
  const timeline = Math.max(known.timeline, ...ours.map((state) => state?.timeline ?? 0));
  const primary = ours.findIndex(
    (state, index) => isWriter(state, timeline) && mayLead(index, timeline, known),
  );
  const kept = known.primary !== null && states[known.primary] === null ? known.primary : null;
  const current = isWriter(ours[known.primary ?? -1] ?? null, timeline) ? known.primary : null;
  return { primary: current ?? (primary === -1 ? kept : primary), system, timeline };
}

function isWriter(state: ServerState | null, timeline: number): boolean {
  return state !== null && !state.isReplica && state.timeline === timeline;
}

/** Whoever takes over was promoted, which begins a timeline. Others are copies that somebody started by themselves. */
function mayLead(index: number, timeline: number, known: Cluster): boolean {
  return known.primary === null || index === known.primary || timeline > known.timeline;
}

/** What a server is. @param index Its number */
export function roleOf(state: ServerState | null, index: number, cluster: Cluster): Role {
  if (state === null) return 'away';
  if (state.system !== cluster.system) return 'stranger';
  if (state.timeline < cluster.timeline) return 'former';
  if (state.isReplica) return 'replica';
  return index === cluster.primary ? 'primary' : 'rival';
}
