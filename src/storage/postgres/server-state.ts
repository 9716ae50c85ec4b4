// In charge of what a PostgreSQL server says about itself: whether it takes writes, of which cluster and history its data
// is, and how far it has come.
import type { Query, Row } from '../session.ts';

/** A server at one moment. */
export interface ServerState {
  /** It replays what another one writes, and takes no writes itself. */
  readonly isReplica: boolean;
  /** The same on a primary and all that were copied from it. */
  readonly system: string;
  /** One more after each promotion. */
  readonly timeline: number;
  /** In bytes of the log since its beginning: what is flushed on a primary, what is replayed on a replica. */
  readonly position: number;
}

/** Behind every commit that was answered. Where commits are answered before they are flushed, it is ahead of the flush. */
const WRITTEN = `CASE current_setting('synchronous_commit') WHEN 'off' THEN pg_current_wal_insert_lsn() ELSE pg_current_wal_flush_lsn() END`;

/** How far the log is, asked on a primary; one row with one number. */
export const positionQuery: Query = { sql: `SELECT ${WRITTEN} - '0/0'::pg_lsn`, values: [] };

/**
 * Any user may ask it. `received_tli` shows to members of `pg_monitor` only; for others the timeline of a replica is the
 * one of its last restart point, which may be that of before a promotion for as long as `checkpoint_timeout`.
 */
export const stateQuery: Query = {
  sql: `SELECT pg_is_in_recovery(),
    (SELECT system_identifier::text FROM pg_control_system()),
    CASE WHEN pg_is_in_recovery()
      THEN greatest(
        (SELECT timeline_id FROM pg_control_checkpoint()),
        (SELECT min_recovery_end_timeline FROM pg_control_recovery()),
        (SELECT max(received_tli) FROM pg_stat_wal_receiver))
      ELSE ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::integer END,
    CASE WHEN pg_is_in_recovery() THEN pg_last_wal_replay_lsn() ELSE ${WRITTEN} END - '0/0'::pg_lsn`,
  values: [],
};

/** What a server answered to `stateQuery`. @param before What the same process said earlier: its history only grows */
export function toState(row: Row | undefined, before: ServerState | null): ServerState {
  const [isReplica, system, timeline, position] = row ?? [];
  return {
    isReplica: Number(isReplica) === 1,
    system: String(system),
    timeline: Math.max(Number(timeline), before?.timeline ?? 0),
    position: Number(position),
  };
}
