// Writes seed entries as documents in four passes: create all (as drafts if the type has drafts), add references to
// entries that were created later, publish, then update drafts that differ. Errors in values are collected and
// reported together.
import { AppError } from '../../base/errors.ts';
import type { Documents } from '../../documents/programs/document-collection.ts';
import type { NewStoredFile } from '../../media/store-file.ts';
import { FILE } from '../../schema/built-in/uids.ts';
import type { StageProgress } from '../progress.ts';
import { resolveValues, type ResolvedIds, type ResolvedValues } from './resolve-values.ts';
import {
  nameOf,
  within,
  type SeedLocation,
  type SeedData,
  type SeedEntry,
  type SeedVersion,
} from './seed-data.ts';
import { issuesOf, seedError, type SeedIssue } from './seed-issues.ts';

/** A version to write; null if its document does not exist yet. */
interface VersionToWrite<DocumentId extends string | null> {
  readonly entry: SeedEntry;
  readonly version: SeedVersion;
  readonly documentId: DocumentId;
}

/** A written version with the values that are still missing. */
interface WrittenVersion extends VersionToWrite<string> {
  readonly later: ReadonlySet<string>;
}

type Data = ResolvedValues['data'];

/** Writes documents in one transaction. */
export class SeedWriter {
  readonly #documents: Documents;
  readonly #placed: ReadonlyMap<string, NewStoredFile>;
  readonly #progress: StageProgress;
  readonly #documentIds = new Map<string, string>();
  readonly #fileIds = new Map<string, number>();
  readonly #issues = new Map<SeedVersion, readonly SeedIssue[]>();
  readonly #known: ResolvedIds = {
    documentId: ({ to }) => this.#documentIds.get(nameOf(to)) ?? null,
    fileId: ({ path }) => this.#fileIds.get(path) ?? 0,
  };

  /** @param placed Stored files by absolute source path */
  constructor(
    documents: Documents,
    placed: ReadonlyMap<string, NewStoredFile>,
    progress: StageProgress,
  ) {
    this.#documents = documents;
    this.#placed = placed;
    this.#progress = progress;
  }

  /** Writes all data. @throws CommandError with all errors in values */
  async write({ entries, files }: SeedData): Promise<void> {
    for (const [source, storedFile] of this.#placed) {
      const data = storedFile.data(files.get(source) ?? {});
      const { id } = await this.#documents(FILE).create({ data });
      this.#fileIds.set(source, id);
    }
    const written = await this.#make(entries);
    // References to an entry that failed are not reported as errors.
    const isComplete = this.#issues.size === 0;
    const unfinished = written.filter(({ later }) => later.size > 0);
    if (isComplete) await this.#each('Relations', unfinished, (each) => this.#complete(each));
    const finished = isComplete ? written : written.filter(({ later }) => later.size === 0);
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

  /** Creates all documents, then their other locales. */
  async #make(entries: readonly SeedEntry[]): Promise<readonly WrittenVersion[]> {
    const written: WrittenVersion[] = [];
    await this.#each('Documents', entries, async (entry) => {
      const [version] = entry.versions;
      const documentId = await this.#findSingle(entry);
      written.push(...(await this.#add({ entry, version, documentId })));
    });
    // Skips other locales of a failed entry, which would lack its shared values.
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

  /** An existing document of a single type is updated. */
  async #findSingle({ type }: SeedEntry): Promise<string | null> {
    if (type.kind !== 'singleType') return null;
    const [existing] = await this.#documents(type.uid).findMany({ locale: '*', limit: 1 });
    return existing?.documentId ?? null;
  }

  /** Writes a version, as a draft if the type has drafts. @returns an empty list if it is rejected */
  async #add(requested: VersionToWrite<string | null>): Promise<readonly WrittenVersion[]> {
    const { entry, version } = requested;
    const { type, key } = entry;
    const { locale } = version;
    const { data, later } = resolveValues(type, version.values, this.#known);
    const params = { data, status: 'draft', locale: locale ?? undefined } as const;
    const documents = this.#documents(type.uid);
    const document = await this.#tried({ version, location: version.location }, () =>
      requested.documentId === null
        ? documents.create(params)
        : documents.update({ documentId: requested.documentId, ...params }),
    );
    if (!document) return [];
    const { documentId } = document;
    if (key !== null) this.#documentIds.set(nameOf({ uid: type.uid, key, locale }), documentId);
    return [{ entry, version, documentId, later: new Set(later) }];
  }

  async #complete(written: WrittenVersion): Promise<void> {
    const { entry, version, later } = written;
    const { data } = resolveValues(entry.type, version.values, this.#known);
    const rest = Object.fromEntries(Object.entries(data).filter(([name]) => later.has(name)));
    await this.#save(written, rest, version.location);
  }

  /** Writes the values of a draft that differ. */
  async #change(written: WrittenVersion): Promise<void> {
    const { entry, version } = written;
    const { data, later } = resolveValues(entry.type, version.draft ?? {}, this.#known);
    const location = within(version.location, '$draft');
    if (later.length === 0) await this.#save(written, data, location);
  }

  async #save(
    { entry, version, documentId }: WrittenVersion,
    data: Data,
    location: SeedLocation,
  ): Promise<void> {
    const locale = version.locale ?? undefined;
    await this.#tried({ version, location }, () =>
      this.#documents(entry.type.uid).update({ documentId, data, status: 'draft', locale }),
    );
  }

  async #publish({ entry, version, documentId }: WrittenVersion): Promise<void> {
    const locale = version.locale ?? undefined;
    await this.#tried({ version, location: version.location }, () =>
      this.#documents(entry.type.uid).publish({ documentId, locale }),
    );
  }

  /** Returns null if the write is rejected, after collecting the error. */
  async #tried<T>(
    { version, location }: { readonly version: SeedVersion; readonly location: SeedLocation },
    write: () => Promise<T>,
  ): Promise<T | null> {
    try {
      return await write();
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      const before = this.#issues.get(version) ?? [];
      this.#issues.set(version, [...before, ...issuesOf(location, error)]);
      return null;
    }
  }
}
