// A write that checks `If-Match` before and reads the entity tag of its entry after, inside its transaction.
import type { WriteSteps } from '../../storage/session.ts';
import type { EntryTags, ExpectedTags, IfMatch } from './entry-tags.ts';
import type { DocumentRequest } from '../write-request.ts';

/** The entry that is written. */
export interface TaggedEntry extends Omit<ExpectedTags, 'ifMatch'> {
  /** Null: the write has no condition. */
  readonly ifMatch: IfMatch | null;
  /** The row whose tag is read after the write: the written one, or the draft that belongs to it. */
  readonly after: 'written' | 'edited';
}

/** The entry of a write on content routes. */
export type ConditionalEntry = Omit<TaggedEntry, 'ifMatch' | 'after'>;

/** The steps around one write, and the tag that they read. */
export class TaggedWrite {
  readonly #tags: EntryTags;
  readonly #entry: TaggedEntry;
  #tag: string | null = null;

  constructor(tags: EntryTags, entry: TaggedEntry) {
    this.#tags = tags;
    this.#entry = entry;
  }

  /** The tag after the write; null if it did not write a single entry. */
  get tag(): string | null {
    return this.#tag;
  }

  /** For the request of the write. */
  get steps(): Required<Pick<DocumentRequest, 'beforeWrite' | 'afterWrite'>> {
    return { beforeWrite: () => this.#check(), afterWrite: (...rows) => this.#readTag(...rows) };
  }

  *#check(): WriteSteps<void> {
    const { ifMatch } = this.#entry;
    if (ifMatch !== null) yield* this.#tags.assert({ ...this.#entry, ifMatch });
  }

  *#readTag(row: number, ...others: readonly number[]): WriteSteps<void> {
    if (others.length > 0) return;
    const { type, after } = this.#entry;
    const shown = after === 'edited' ? yield* this.#tags.editedRow(type, row) : row;
    this.#tag = (yield* this.#tags.of(type.uid, [shown])).get(shown) ?? null;
  }
}
