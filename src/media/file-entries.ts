// Entries of files, as a write answers them, and as the media library reads them to find their bytes.
import { fullAccess } from '../query/access.ts';
import type { EntryObject } from '../query/object-builder.ts';
import {
  ascending,
  equals,
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

/** Reads files of a project. */
export class FileEntries {
  readonly #dependencies: FileEntryDependencies;

  constructor(dependencies: FileEntryDependencies) {
    this.#dependencies = dependencies;
  }

  /** The entry of a file, or null. */
  async find(id: number): Promise<EntryObject | null> {
    const read = this.#planned({ by: 'id', value: String(id) });
    const { entries } = await this.#dependencies.reader.objects(read);
    return entries[0] ?? null;
  }

  /** Entries of files by id; ids that no file has are skipped. */
  list(ids: readonly number[]): Promise<readonly EntryObject[]> {
    return ids.length === 0 ? Promise.resolve([]) : this.#matching(isOneOf('id', ids));
  }

  /** Files with a name in the store. */
  async withHash(hash: string): Promise<readonly StoredFile[]> {
    const entries = await this.#matching(equals('hash', hash));
    return entries.flatMap((entry) => toStoredFile(entry) ?? []);
  }

  /** Answers a write with the entry as JSON text. */
  answer(): ResponseRequest {
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
