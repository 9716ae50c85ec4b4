// Prepares received files before they are stored: types, names and image formats, a limited number of uploads at a time.
import { OverloadedError } from '../base/errors.ts';
import { UPLOAD_QUEUE } from '../base/limits.ts';
import { onDemand } from '../base/on-demand.ts';
import { Semaphore } from '../base/semaphore.ts';
import type { FileTexts } from './file-data.ts';
import type { MediaDependencies, SentFiles } from './media-parts.ts';
import type { NamedFile, PreparedFile } from './prepared-file.ts';
import type { ReceivedFile } from './received-file.ts';
import type { StagingFolder } from './staging.ts';
import type { HashOf } from './storage-names.ts';
import type { FileToStore } from './store-files.ts';
import { readUploadSettings } from './upload-settings.ts';

/** Number of uploads that are prepared at the same time; images also wait for a decoder. */
const PREPARED = 4;

/** What is loaded with the first upload. */
const loaded = onDemand(() => import('./prepared-file.ts'));

/** A new file with its texts. */
interface AddedFile extends FileToStore {
  readonly texts: FileTexts;
}

/** Prepares the files of a media library. */
export class FilePreparation {
  readonly #dependencies: Pick<MediaDependencies, 'database' | 'rules'>;
  readonly #running = new Semaphore(PREPARED, UPLOAD_QUEUE);

  constructor(dependencies: Pick<MediaDependencies, 'database' | 'rules'>) {
    this.#dependencies = dependencies;
  }

  /** Rejects an upload before it is received. @throws OverloadedError if too many uploads are waiting */
  assertRoom(): void {
    if (this.#running.isFull) throw new OverloadedError();
  }

  /** Prepares new files of allowed types. @throws ValidationError if there are none, OverloadedError */
  newFiles(sent: SentFiles, folder: StagingFolder, hashOf: HashOf): Promise<readonly AddedFile[]> {
    return this.#running.run(() => this.#prepareAll(sent, folder, hashOf));
  }

  /** Prepares the new bytes of a file. @throws ValidationError for a type that is not allowed, OverloadedError */
  replacement(file: ReceivedFile, folder: StagingFolder): Promise<PreparedFile> {
    return this.#running.run(async () => {
      const { fileRejected, nameFile } = await loaded();
      const named = await nameFile(file, this.#dependencies.rules);
      if (named.rejection !== null) throw fileRejected(named.rejection);
      return this.#prepare(named, folder);
    });
  }

  async #prepareAll(
    { files, texts }: SentFiles,
    folder: StagingFolder,
    hashOf: HashOf,
  ): Promise<readonly AddedFile[]> {
    const { fileRejected, nameFile } = await loaded();
    const named: (readonly [NamedFile, FileTexts])[] = [];
    for (const [i, file] of files.entries())
      named.push([await nameFile(file, this.#dependencies.rules), texts[i] ?? {}]);
    const accepted = named.filter(([{ rejection }]) => rejection === null);
    const rejection = named[0]?.[0].rejection;
    if (accepted.length === 0 && typeof rejection === 'string') throw fileRejected(rejection);
    const added: AddedFile[] = [];
    for (const [file, fileTexts] of accepted) {
      const prepared = await this.#prepare(file, folder);
      const hash = await hashOf(fileTexts.name || prepared.name, prepared);
      const { ext } = prepared;
      const prefix = fileTexts.path ?? null;
      added.push({ file: prepared, hash, ext, prefix, texts: fileTexts, before: null });
    }
    return added;
  }

  async #prepare(file: NamedFile, folder: StagingFolder): Promise<PreparedFile> {
    const { prepareFile } = await loaded();
    const { database, rules } = this.#dependencies;
    const settings = await database.read(readUploadSettings());
    return prepareFile(file, { settings, rules, newFile: () => folder.newFile() });
  }
}
