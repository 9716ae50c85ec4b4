// Reads entries of files, for responses of writes and for the objects in the store.
import { fullAccess } from '../query/access.ts';
import type { EntryObject } from '../query/object-builder.ts';
import {
  ascending,
  isOneOf,
  readParams,
  WHOLE_LIST,
  type FilterTree,
  type ReadParams,
} from '../query/params.ts';
import type { RowKey } from '../query/planner.ts';
import type { PreparedRead } from '../query/prepared-read.ts';
import type { Reader } from '../query/read.ts';
import type { ResponseRequest } from '../documents/write-request.ts';
import type { ContentType } from '../schema/types.ts';
import { toStoredFile, type StoredFile } from './stored-file.ts';

interface FileEntryDependencies {
  /** The type of files. */
  readonly type: ContentType;
  readonly reader: Reader;
}

/** Reads entries of files. */
export class FileEntries {
  readonly #dependencies: FileEntryDependencies;

  constructor(dependencies: FileEntryDependencies) {
    this.#dependencies = dependencies;
  }

  /** Returns the entry of a file, or null. */
  async find(id: number): Promise<EntryObject | null> {
    const read = this.#planned({ by: 'id', value: String(id) });
    const { entries } = await this.#dependencies.reader.objects(read);
    return entries[0] ?? null;
  }

  /** Returns entries of files by id; unknown ids are skipped. */
  list(ids: readonly number[]): Promise<readonly EntryObject[]> {
    return ids.length === 0 ? Promise.resolve([]) : this.#matching(isOneOf('id', ids));
  }

  /** Returns files by storage name. */
  async withHashes(hashes: readonly string[]): Promise<readonly StoredFile[]> {
    const entries = await this.#matching(isOneOf('hash', hashes));
    return entries.flatMap((entry) => toStoredFile(entry) ?? []);
  }

  /** Returns the response request of a write: the entry as an object. */
  objectResponse(): ResponseRequest<EntryObject> {
    return this.#dependencies.reader.objectResponse(this.#planned({ by: 'row' }));
  }

  /** Returns the response request of a write: the entry as JSON text. */
  responseRead(): ResponseRequest {
    return this.#dependencies.reader.textResponse(this.#planned({ by: 'row' }), 'v5');
  }

  async #matching(filters: FilterTree): Promise<readonly EntryObject[]> {
    const params = readParams({ pagination: WHOLE_LIST, filters, sort: [ascending('id')] });
    return (await this.#dependencies.reader.objects(this.#planned(null, params))).entries;
  }

  #planned(one: RowKey | null, params: ReadParams = readParams()): PreparedRead {
    const { type, reader } = this.#dependencies;
    return reader.prepare({ type, one, params, access: fullAccess });
  }
}
