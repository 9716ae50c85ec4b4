// Logos of the admin panel: files in the store that a setting describes (docs/strapi/administration.md, "Logos").
import { validationError } from '../base/errors.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../base/json.ts';
import {
  coreStoreValue,
  PROJECT_SETTINGS,
  storeCoreValue,
} from '../storage/settings/core-store.ts';
import type { Database } from '../storage/database.ts';
import type { WriteSteps } from '../storage/session.ts';
import type { RowStatements } from '../storage/statements/row-statements.ts';
import { toKilobytes } from './file-data.ts';
import { toHash } from './file-name.ts';
import { nameFile, fileRejected, type PreparedFile, type UploadRules } from './prepared-file.ts';
import type { ReceivedFile } from './received-file.ts';
import { storeFiles, type FileToStore, type StoredObjects } from './store-files.ts';
import type { PendingUpload, StagingFolder } from './staging.ts';
import type { FileStore } from './store.ts';

/** Names of the logos. */
export const LOGOS = ['menuLogo', 'authLogo'] as const;

/** A logo of the panel, or of its sign-in page. */
export type LogoName = (typeof LOGOS)[number];

/** New files by logo; null removes one. */
export type LogoChanges = ReadonlyMap<LogoName, ReceivedFile | null>;

interface LogoDependencies {
  readonly database: Database;
  readonly tables: { readonly statements: RowStatements };
  readonly store: FileStore;
  readonly rules: UploadRules;
}

const TYPES: readonly string[] = ['image/jpeg', 'image/png', 'image/svg+xml'];
/** In bytes. */
const MAX_SIZE = 1024 * 1024;
/** Of a side, in pixels. */
const MAX_LENGTH = 750;

/** Reads and changes logos. */
export class Logos {
  readonly #dependencies: LogoDependencies;

  constructor(dependencies: LogoDependencies) {
    this.#dependencies = dependencies;
  }

  /**
   * Stores new logos and removes the replaced ones. @param folder Folder of the files @returns the setting
   * @throws ValidationError for a file that is not a small image, errors of the store
   */
  async change(changes: LogoChanges, folder: StagingFolder): Promise<JsonObject> {
    const { store } = this.#dependencies;
    const incoming = new Map<LogoName, FileToStore>();
    for (const [name, file] of changes) {
      if (file) incoming.set(name, await this.#prepare(name, file));
    }
    const stored = await this.#dependencies.database.read(coreStoreValue(PROJECT_SETTINGS));
    await folder.announce(objectsIn(stored, store).filter(({ logo }) => changes.has(logo)));
    const files = [...incoming];
    const objects = files.map(([, file]) => file);
    const { stored: storedObjects, undo } = await storeFiles(store, objects, folder);
    const values = new Map<LogoName, JsonObject | null>([
      ...[...changes.keys()].map((name) => [name, null] as const),
      ...files.map(([name, { file }], i) => [name, logoOf(file, storedObjects[i])] as const),
    ]);
    try {
      const { before, after } = await this.#dependencies.database.transact(this.#write(values));
      await this.#removeReplaced(before, after, folder);
      return after;
    } catch (error) {
      await undo();
      throw error;
    }
  }

  /** @throws ValidationError */
  async #prepare(logo: LogoName, received: ReceivedFile): Promise<FileToStore> {
    if (!TYPES.includes(received.type ?? '')) throw wrongType(logo);
    if (received.size > MAX_SIZE) throw tooBig([logo, 'size'], MAX_SIZE);
    const { name, ext, mime, image, rejection } = await nameFile(
      received,
      this.#dependencies.rules,
    );
    if (rejection !== null) throw fileRejected(rejection);
    if (image === null || !TYPES.includes(mime)) throw wrongType(logo);
    const { width, height } = image;
    if (width > MAX_LENGTH) throw tooBig([logo, 'width'], MAX_LENGTH);
    if (height > MAX_LENGTH) throw tooBig([logo, 'height'], MAX_LENGTH);
    const { path, size } = received;
    const file = { name, ext, mime, path, size, dimensions: { width, height }, formats: [] };
    return { file, hash: await toHash(name, ext), ext, prefix: null, before: null };
  }

  *#write(
    values: ReadonlyMap<LogoName, JsonObject | null>,
  ): WriteSteps<{ readonly before: unknown; readonly after: JsonObject }> {
    const before = yield* coreStoreValue(PROJECT_SETTINGS);
    const current = isJsonObject(before) ? before : null;
    const entries = LOGOS.map((name): [string, JsonValue] => {
      const value = values.get(name);
      if (value !== undefined) return [name, value];
      // As in Strapi, a logo that has never been set is an empty object.
      return [name, current ? (current[name] ?? null) : {}];
    });
    const after = { ...current, ...Object.fromEntries(entries) };
    yield* storeCoreValue(this.#dependencies.tables, PROJECT_SETTINGS, after);
    return { before, after };
  }

  /** Removes files that no logo uses any more. Files that cannot be removed now are removed at the next start. */
  async #removeReplaced(before: unknown, after: unknown, folder: StagingFolder): Promise<void> {
    const { store } = this.#dependencies;
    const used = new Set(objectsIn(after, store).map(({ name }) => name));
    const obsolete = objectsIn(before, store).filter(({ name }) => !used.has(name));
    try {
      for (const { name } of obsolete) await store.remove(name);
    } catch (error) {
      folder.keep(error);
    }
  }
}

/** A logo in the store. */
interface LogoObject extends PendingUpload {
  readonly logo: LogoName;
}

/** Returns the objects in the store that a setting refers to. */
export function objectsIn(
  settings: unknown,
  { provider }: Pick<FileStore, 'provider'>,
): readonly LogoObject[] {
  if (!isJsonObject(settings)) return [];
  return LOGOS.flatMap((logo) => {
    const value = settings[logo];
    if (!isJsonObject(value) || value['provider'] !== provider) return [];
    const { hash, ext } = value;
    if (typeof hash !== 'string' || typeof ext !== 'string') return [];
    return [{ logo, hash, name: `${hash}${ext}` }];
  });
}

function logoOf({ name, size, dimensions }: PreparedFile, objects?: StoredObjects): JsonObject {
  const { hash = '', url = '', ext = '', provider = '' } = objects ?? {};
  const { width = null, height = null } = dimensions ?? {};
  return { name, hash, url, width, height, ext, size: toKilobytes(size), provider };
}

function wrongType(logo: LogoName): Error {
  const types = TYPES.map((type) => `"${type}"`).join('|');
  return rejection([logo, 'mimetype'], `Invalid option: expected one of ${types}`);
}

function tooBig(path: readonly string[], limit: number): Error {
  return rejection(path, `Too big: expected number to be <=${limit}`);
}

function rejection(path: readonly string[], message: string): Error {
  return validationError(message, { errors: [{ path, message, name: 'ValidationError' }] });
}
