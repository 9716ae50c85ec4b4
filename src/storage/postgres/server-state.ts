// Reads the state of a PostgreSQL server: whether it accepts writes, its cluster and timeline, and its log position.
import type { Query, Row } from '../session.ts';

/** State of a server at a moment. */
export interface ServerState {
  /** It replays the log of another server and is read-only. */
  readonly isReplica: boolean;
  /** System identifier: the same on a primary and all its copies. */
  readonly system: string;
  /** Increases with each promotion. */
  readonly timeline: number;
  /** Log position in bytes: flushed on a primary, replayed on a replica. */
  readonly position: number;
}

/**
 * After every acknowledged commit. If commits are acknowledged before they are flushed, it is ahead of the flush
 * position.
 */
const WRITTEN = `CASE current_setting('synchronous_commit') WHEN 'off' THEN pg_current_wal_insert_lsn() ELSE pg_current_wal_flush_lsn() END`;

/** Log position of a primary; one row with one number. */
export const positionQuery: Query = { sql: `SELECT ${WRITTEN} - '0/0'::pg_lsn`, values: [] };

/**
 * Allowed for any user. Only members of `pg_monitor` see `received_tli`; for others, the timeline of a replica is
 * that of its last restart point, which may precede a promotion for up to `checkpoint_timeout`.
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

/** Parses the result of `stateQuery`. @param before Earlier state of the same process, whose timeline only grows */
export function toState(row: Row | undefined, before: ServerState | null): ServerState {
  const [isReplica, system, timeline, position] = row ?? [];
  return {
    isReplica: Number(isReplica) === 1,
    system: String(system),
    timeline: Math.max(Number(timeline), before?.timeline ?? 0),
    position: Number(position),
  };
}
