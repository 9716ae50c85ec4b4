// In charge of the words for indexes of texts: what one is of, and what a database does with it (docs/decisions/0013).
import type { RawBuilder } from 'kysely';
import type { Query, Reading, Session } from '../session.ts';

/** An index of all that `_q` may look into, of the rows of one type. */
export interface SearchIndex {
  readonly uid: string;
  readonly name: string;
  readonly table: string;
  /** Of the type; a search in others finds no help here. */
  readonly attributes: ReadonlySet<string>;
  /** Those of the attributes. */
  readonly columns: readonly string[];
}

/** What becomes of an index while a start makes it. @param done Rows so far, of so many */
export type Progress = (done: number, total: number) => void;

/** A database's indexes of texts. */
export interface SearchDialect {
  /** With more candidates than these, a list in the order of its ids begins sooner without them. */
  readonly few: number;
  /** What candidates are asked for with; null where an index is of no help with a text so short. */
  phrase(text: string): string | null;
  /** A statement that gives ids: of all rows in which a text stands, letter case apart, and of some others. */
  candidates(index: SearchIndex, phrase: unknown): RawBuilder<unknown>;
  /** Reads what moves with every definition; null where an index that is another one, or gone, hides nothing. */
  readonly version: Query | null;
  /** Reads how the indexes that are there were defined, by name. */
  inspect(): Reading<ReadonlyMap<string, string>>;
  /** What `inspect` tells of an index that is as it must be. */
  definition(index: SearchIndex): string;
  /** Makes an index of the rows that are there; from then on it follows them, whoever writes. */
  make(session: Session, index: SearchIndex, progress: Progress): Promise<void>;
  /** Takes away an index, and what may be left of one. */
  drop(session: Session, name: string): Promise<void>;
}
