// File store on an upload provider of a project. Providers receive the row of a file, and set its URL.
import { isJsonObject, type JsonObject, type JsonValue } from '../base/json.ts';
import type { FileStore, StagedObject, StoredBytes, StoredObject } from './store.ts';

/** Values that a provider sets for a stored file. */
export interface ProvidedFile {
  readonly url: string;
  /** Metadata for the removal, or null. */
  readonly metadata: JsonValue;
}

/** The upload provider of a project. */
export interface FileProvider {
  /**
   * Stores a file. @param path Path of its bytes
   * @param replaced Row of the replaced file; null for a new one @throws an error of the provider
   */
  put(row: JsonObject, path: string, replaced: JsonObject | null): Promise<ProvidedFile>;
  /** Removes a file. @throws an error of the provider */
  remove(row: JsonObject): Promise<void>;
}

/** Stores files with a provider. */
export class ProviderStore implements FileStore {
  readonly provider: string;
  readonly #files: FileProvider;

  constructor(provider: string, files: FileProvider) {
    this.provider = provider;
    this.#files = files;
  }

  async put(object: StagedObject): Promise<StoredObject> {
    const { name, path, mime, replaces, row = { ...rowOf(name), mime } } = object;
    const replaced = replaces ? (object.replacedRow ?? row) : null;
    const { url, metadata } = await this.#files.put(row, path, replaced);
    // Replaced bytes cannot be restored; the new ones are kept.
    const undo = async (): Promise<void> => {
      if (!replaces) await this.#files.remove({ ...row, url, provider_metadata: metadata });
    };
    return { url, metadata, undo };
  }

  /** Providers only write. */
  open(name: string): Promise<StoredBytes | null> {
    throw new Error(`${name} of the upload provider ${this.provider} can only be read by its URL.`);
  }

  async remove(name: string, row?: JsonObject): Promise<void> {
    await this.#files.remove(isJsonObject(row) ? { ...rowOf(name), ...row } : rowOf(name));
  }

  /** Providers store files durably. */
  async flush(): Promise<void> {}
}

/** Derives a minimal row from a storage name. */
function rowOf(name: string): JsonObject {
  const dot = name.lastIndexOf('.');
  const end = dot < 0 ? name.length : dot;
  return { hash: name.slice(0, end), ext: name.slice(end) };
}
