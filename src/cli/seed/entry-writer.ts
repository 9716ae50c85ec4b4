// In charge of writing entries as documents: all are made first, as drafts where there are drafts, then those that refer
// to later ones are completed, then they are published, and then some drafts are changed. Mistakes in values are
// collected, so that all of them are told.
import { AppError } from '../../base/errors.ts';
import type { Documents } from '../../documents/document-collection.ts';
import type { PlacedFile } from '../../media/place-file.ts';
import { FILE } from '../../schema/built-in/uids.ts';
import type { Progress } from '../progress.ts';
import { resolveValues, type Known, type ResolvedValues } from './resolve-values.ts';
import {
  nameOf,
  within,
  type Place,
  type SeedData,
  type SeedEntry,
  type SeedVersion,
} from './seed-data.ts';
import { issuesOf, seedError, type SeedIssue } from './seed-issues.ts';

/** A version that is to be written; null: its document is not there yet. */
interface Wanted<DocumentId extends string | null> {
  readonly entry: SeedEntry;
  readonly version: SeedVersion;
  readonly documentId: DocumentId;
}

/** A version that is there, and what is still to be written into it. */
interface Written extends Wanted<string> {
  readonly later: ReadonlySet<string>;
}

type Data = ResolvedValues['data'];

/** Writes through the documents of one transaction. */
export class EntryWriter {
  readonly #documents: Documents;
  readonly #placed: ReadonlyMap<string, PlacedFile>;
  readonly #progress: Progress;
  readonly #documentIds = new Map<string, string>();
  readonly #fileIds = new Map<string, number>();
  readonly #issues = new Map<SeedVersion, readonly SeedIssue[]>();
  readonly #known: Known = {
    documentId: ({ to }) => this.#documentIds.get(nameOf(to)) ?? null,
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
      const data = placed.data(files.get(source) ?? {});
      const { id } = await this.#documents(FILE).create({ data });
      this.#fileIds.set(source, id);
    }
    const written = await this.#make(entries);
    // What refers to an entry that could not be made is no mistake of its own.
    const isWhole = this.#issues.size === 0;
    const unfinished = written.filter(({ later }) => later.size > 0);
    if (isWhole) await this.#each('Relations', unfinished, (each) => this.#complete(each));
    const finished = isWhole ? written : written.filter(({ later }) => later.size === 0);
    const published = finished.filter(
      ({ entry, version }) => entry.type.draftAndPublish && version.isPublished,
    );
    await this.#each('Published', published, (each) => this.#publish(each));
    const changed = finished.filter(({ version }) => version.draft !== null);
    await this.#each('Drafts', changed, (each) => this.#change(each));
    const issues = entries
      .flatMap(({ versions }) => versions)
      .flatMap((version) => this.#issues.get(version) ?? []);
    if (issues.length > 0) throw seedError(issues);
  }

  /** Makes all documents, and then their other locales. */
  async #make(entries: readonly SeedEntry[]): Promise<readonly Written[]> {
    const written: Written[] = [];
    await this.#each('Documents', entries, async (entry) => {
      const [version] = entry.versions;
      const documentId = await this.#findSingle(entry);
      written.push(...(await this.#add({ entry, version, documentId })));
    });
    // Of what could not be made, the others would be refused for lack of the values that they share.
    const others = written.flatMap(({ entry, documentId }) =>
      entry.versions.slice(1).map((version) => ({ entry, version, documentId })),
    );
    await this.#each('Locales', others, async (version) => {
      written.push(...(await this.#add(version)));
    });
    return written;
  }

  async #each<T>(
    stage: string,
    items: readonly T[],
    work: (item: T) => Promise<unknown>,
  ): Promise<void> {
    this.#progress.begin(stage, items.length);
    for (const item of items) {
      await work(item);
      this.#progress.step();
    }
  }

  /** A single type that has a document is changed. */
  async #findSingle({ type }: SeedEntry): Promise<string | null> {
    if (type.kind !== 'singleType') return null;
    const [there] = await this.#documents(type.uid).findMany({ locale: '*', limit: 1 });
    return there?.documentId ?? null;
  }

  /** Writes a version, as a draft where there are drafts; gives nothing where it is refused. */
  async #add(wanted: Wanted<string | null>): Promise<readonly Written[]> {
    const { entry, version } = wanted;
    const { type, key } = entry;
    const { locale } = version;
    const { data, later } = resolveValues(type, version.values, this.#known);
    const params = { data, status: 'draft', locale: locale ?? undefined } as const;
    const documents = this.#documents(type.uid);
    const document = await this.#tried({ version, place: version.place }, () =>
      wanted.documentId === null
        ? documents.create(params)
        : documents.update({ documentId: wanted.documentId, ...params }),
    );
    if (!document) return [];
    const { documentId } = document;
    if (key !== null) this.#documentIds.set(nameOf({ uid: type.uid, key, locale }), documentId);
    return [{ entry, version, documentId, later: new Set(later) }];
  }

  async #complete(written: Written): Promise<void> {
    const { entry, version, later } = written;
    const { data } = resolveValues(entry.type, version.values, this.#known);
    const rest = Object.fromEntries(Object.entries(data).filter(([name]) => later.has(name)));
    await this.#save(written, rest, version.place);
  }

  /** Writes what the draft says otherwise. */
  async #change(written: Written): Promise<void> {
    const { entry, version } = written;
    const { data, later } = resolveValues(entry.type, version.draft ?? {}, this.#known);
    const place = within(version.place, '$draft');
    if (later.length === 0) await this.#save(written, data, place);
  }

  async #save({ entry, version, documentId }: Written, data: Data, place: Place): Promise<void> {
    const locale = version.locale ?? undefined;
    await this.#tried({ version, place }, () =>
      this.#documents(entry.type.uid).update({ documentId, data, status: 'draft', locale }),
    );
  }

  async #publish({ entry, version, documentId }: Written): Promise<void> {
    const locale = version.locale ?? undefined;
    await this.#tried({ version, place: version.place }, () =>
      this.#documents(entry.type.uid).publish({ documentId, locale }),
    );
  }

  /** Null where the write is refused, which is noted. */
  async #tried<T>(
    { version, place }: { readonly version: SeedVersion; readonly place: Place },
    write: () => Promise<T>,
  ): Promise<T | null> {
    try {
      return await write();
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      const before = this.#issues.get(version) ?? [];
      this.#issues.set(version, [...before, ...issuesOf(place, error)]);
      return null;
    }
  }
}
