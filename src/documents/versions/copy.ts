// In charge of the words for copies of rows between the versions of documents.
import type { Status } from '../../query/params.ts';
import type { WantedVersion } from './versions-of.ts';

/** The row of a content-type that gets copies: itself a copy, or what is copied into it. */
export interface CopyRoot {
  readonly uid: string;
  readonly id: number;
  /** The version of which its links are to be. */
  readonly version: WantedVersion;
  /** What is copied into it; null: of a type without drafts. */
  readonly source: Status | null;
  /** The row that goes when this one is there; null: there was none. */
  readonly replaced: number | null;
}

/** One row that takes on what another has. */
export interface RowCopy {
  readonly from: number;
  readonly to: number;
  /** The document that `to` is in. */
  readonly root: CopyRoot;
}

/** Copies of rows of one model. */
export interface ModelCopies {
  readonly uid: string;
  readonly copies: readonly RowCopy[];
  /** The attributes that are copied; null: all. */
  readonly attributes: ReadonlySet<string> | null;
}

/** True where an attribute is among those that are copied. */
export function isCopied({ attributes }: ModelCopies, name: string): boolean {
  return attributes === null || attributes.has(name);
}
