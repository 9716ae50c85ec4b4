// Port for search indexes of a database (docs/decisions/0013).
import type { RawBuilder } from 'kysely';
import type { Query, ReadSteps, Session } from '../session.ts';

/** An index of all attributes that `_q` searches in a type. */
export interface SearchIndex {
  readonly uid: string;
  readonly name: string;
  readonly table: string;
  /** Attributes of the type; a search in others cannot use the index. */
  readonly attributes: ReadonlySet<string>;
  /** Their columns. */
  readonly columns: readonly string[];
}

/** Reports the progress of building an index. @param done Rows so far, out of `total` */
export type Progress = (done: number, total: number) => void;

/** Search indexes of a database. */
export interface SearchDialect {
  /** With more candidates, a list in id order is faster without them. */
  readonly few: number;
  /** Search phrase for candidates, or null if the text is too short for the index. */
  phrase(text: string): string | null;
  /** Selects ids: those of all rows that contain the text, ignoring case, and of some others. */
  candidates(index: SearchIndex, phrase: unknown): RawBuilder<unknown>;
  /** Selects a value that changes with every definition; null if a missing or different index loses no rows. */
  readonly version: Query | null;
  /** Reads the definitions of existing indexes by name. */
  inspect(): ReadSteps<ReadonlyMap<string, string>>;
  /** Definition that `inspect` returns for a valid index. */
  definition(index: SearchIndex): string;
  /** Builds an index of the existing rows that is maintained for all later writes. */
  make(session: Session, index: SearchIndex, progress: Progress): Promise<void>;
  /** Drops an index, also if it is incomplete. */
  drop(session: Session, name: string): Promise<void>;
}
