// In charge of writing entries as documents: all are made first, then those that refer to later ones are completed.
// Mistakes in values are collected, so that all of them are told.
import { AppError } from '../../base/errors.ts';
import type { Document, Documents } from '../../documents/document-collection.ts';
import { toFileData } from '../../media/file-data.ts';
import type { PlacedFile } from '../../media/place-file.ts';
import { FILE } from '../../schema/built-in/uids.ts';
import type { ContentType } from '../../schema/types.ts';
import type { Progress } from './progress.ts';
import { resolveEntry, type Known, type ResolvedEntry } from './resolve-values.ts';
import type { SeedData, SeedEntry } from './seed-data.ts';
import { issuesOf, seedError, type SeedIssue } from './seed-issues.ts';

/** An entry that has a document, and what is still to be written into it. */
interface Unfinished {
  readonly entry: SeedEntry;
  readonly documentId: string;
  readonly later: ReadonlySet<string>;
}

/** Writes through the documents of one transaction. */
export class EntryWriter {
  readonly #documents: Documents;
  readonly #placed: ReadonlyMap<string, PlacedFile>;
  readonly #progress: Progress;
  readonly #documentIds = new Map<string, string>();
  readonly #fileIds = new Map<string, number>();
  readonly #issues: SeedIssue[] = [];
  readonly #known: Known = {
    documentId: ({ uid, key }) => this.#documentIds.get(nameOf(uid, key)) ?? null,
    fileId: ({ path }) => this.#fileIds.get(path) ?? 0,
  };

  /** @param placed By absolute path of their sources */
  constructor(documents: Documents, placed: ReadonlyMap<string, PlacedFile>, progress: Progress) {
    this.#documents = documents;
    this.#placed = placed;
    this.#progress = progress;
  }

  /** Writes all data. @throws CommandError with everything that is wrong with values */
  async write({ entries, files }: SeedData): Promise<void> {
    for (const [source, placed] of this.#placed) {
      const row = toFileData(placed, files.get(source) ?? {});
      const { id } = await this.#documents(FILE).create({ data: row });
      this.#fileIds.set(source, id);
    }
    this.#progress.begin('Documents', entries.length);
    const unfinished: Unfinished[] = [];
    for (const entry of entries) {
      const resolved = resolveEntry(entry, this.#known);
      const document = await this.#tried(entry, () => this.#make(entry, resolved));
      this.#progress.step();
      if (!document) continue;
      const { documentId } = document;
      if (entry.key !== null) this.#documentIds.set(nameOf(entry.type.uid, entry.key), documentId);
      if (resolved.later.length > 0) {
        unfinished.push({ entry, documentId, later: new Set(resolved.later) });
      }
    }
    // What refers to an entry that could not be made is no mistake of its own.
    if (this.#issues.length === 0) await this.#finish(unfinished);
    if (this.#issues.length > 0) throw seedError(this.#issues);
  }

  async #finish(unfinished: readonly Unfinished[]): Promise<void> {
    this.#progress.begin('Relations', unfinished.length);
    for (const { entry, documentId, later } of unfinished) {
      const { data } = resolveEntry(entry, this.#known);
      const rest = Object.fromEntries(Object.entries(data).filter(([name]) => later.has(name)));
      await this.#tried(entry, () => this.#update(entry.type, documentId, rest));
      this.#progress.step();
    }
  }

  /** Makes a document; of a single type that has one, that one is changed. */
  async #make({ type }: SeedEntry, { data }: ResolvedEntry): Promise<Document | null> {
    const there = type.kind === 'singleType' ? await this.#documents(type.uid).findFirst() : null;
    if (there) return this.#update(type, there.documentId, data);
    return this.#documents(type.uid).create({ data, ...versionOf(type) });
  }

  #update(
    type: ContentType,
    documentId: string,
    data: ResolvedEntry['data'],
  ): Promise<Document | null> {
    return this.#documents(type.uid).update({ documentId, data, ...versionOf(type) });
  }

  /** Null where the write is refused, which is noted. */
  async #tried<T>({ place }: SeedEntry, write: () => Promise<T>): Promise<T | null> {
    try {
      return await write();
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      this.#issues.push(...issuesOf(place, error));
      return null;
    }
  }
}

function nameOf(uid: string, key: string): string {
  return JSON.stringify([uid, key]);
}

/** Seeded content is meant to be seen. */
function versionOf({ draftAndPublish }: ContentType): { readonly status?: 'published' } {
  return draftAndPublish ? { status: 'published' } : {};
}
