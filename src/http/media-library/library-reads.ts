// Reads files and folders for administrators.
import type { AdminPrincipal } from '../../auth/admin/admin-authenticator.ts';
import { AppError, forbidden } from '../../base/errors.ts';
import type { JsonObject } from '../../base/json.ts';
import { entityNotFound } from '../../media/media-library.ts';
import { fullAccess } from '../../query/access.ts';
import {
  allOf,
  isOneOf,
  populateOptions,
  readParams,
  WHOLE_LIST,
  type FilterTree,
  type Populate,
  type ReadParams,
} from '../../query/params.ts';
import type { RowKey } from '../../query/planner.ts';
import type { Reader, TextQuery } from '../../query/read.ts';
import type { ContentType } from '../../schema/types.ts';
import type { Cancellation } from '../../storage/cancellation.ts';
import { accessTo, fileFilter, type FileAction } from './library-access.ts';
import { listParams, type PopulatedAttribute } from './library-query.ts';
import { showFile, showRow } from './show-entry.ts';

interface LibraryReadDependencies {
  /** Reads private attributes as well. */
  readonly reader: Reader;
  /** The type of files. */
  readonly file: ContentType;
  /** The type of folders. */
  readonly folder: ContentType;
}

export interface FilePage {
  readonly results: readonly JsonObject[];
  readonly pagination: JsonObject;
}

const COUNT = populateOptions([{ option: 'count', flag: true }]);
const COUNTS: readonly PopulatedAttribute[] = [
  ['children', COUNT],
  ['files', COUNT],
];
const WITH_FOLDER: readonly PopulatedAttribute[] = [['folder', { form: 'flag', flag: true }]];
const WITH_CREATOR: Populate = {
  form: 'paths',
  paths: [['folder'], ['createdBy']],
  lastWins: false,
};

/** Reads the media library. */
export class LibraryReads {
  readonly #dependencies: LibraryReadDependencies;

  constructor(dependencies: LibraryReadDependencies) {
    this.#dependencies = dependencies;
  }

  /** Returns the page of files of a query. @throws ValidationError, PaginationError, ForbiddenError */
  async files(
    query: TextQuery,
    caller: AdminPrincipal,
    cancellation?: Cancellation,
  ): Promise<FilePage> {
    const { reader, file: type } = this.#dependencies;
    const access = accessTo(fileFilter(caller, 'read'));
    const populate = WITH_FOLDER;
    const populatable = ['folder'];
    const params = listParams(reader, query, { type, populate, populatable, isPaged: true });
    const read = reader.prepare({ type, one: null, params, access });
    const { entries, total } = await reader.objects(read, { cancellation });
    const { pagination } = read.plan;
    const page = pagination?.style === 'page' ? pagination.page : 1;
    const pageSize = pagination?.limit ?? entries.length;
    const all = total ?? entries.length;
    return {
      results: entries.map(showFile),
      pagination: { page, pageSize, pageCount: Math.ceil(all / pageSize), total: all },
    };
  }

  /** Returns a file with its folder and creator. @throws NotFoundError, ForbiddenError */
  async file(id: number | null, caller: AdminPrincipal, action: FileAction): Promise<JsonObject> {
    const { file: type } = this.#dependencies;
    const params = readParams({ populate: WITH_CREATOR });
    const [entry] = id === null ? [] : await this.#entries(type, params, byId(id));
    if (!entry || id === null) throw entityNotFound();
    await this.assertMay([id], caller, action);
    return showFile(entry);
  }

  /** @throws ForbiddenError if a condition excludes one of the files */
  async assertMay(
    ids: readonly number[],
    caller: AdminPrincipal,
    action: FileAction,
  ): Promise<void> {
    const filter = fileFilter(caller, action);
    if (filter === null || ids.length === 0) return;
    const matching = await this.#matching(allOf([isOneOf('id', ids), filter]));
    const present = await this.#matching(isOneOf('id', ids));
    if (matching.length < present.length) throw forbidden();
  }

  /** Returns files without their folders, in the order of the ids. */
  async filesOf(ids: readonly number[]): Promise<readonly JsonObject[]> {
    if (ids.length === 0) return [];
    const entries = new Map(
      (await this.#matching(isOneOf('id', ids))).map((each) => [each['id'], each]),
    );
    return ids.flatMap((id) => {
      const entry = entries.get(id);
      return entry ? [showRow(entry)] : [];
    });
  }

  /** Returns the folders of a query. @throws ValidationError */
  async folders(query: TextQuery, cancellation?: Cancellation): Promise<readonly JsonObject[]> {
    const { reader, folder: type } = this.#dependencies;
    const populatable = ['parent'];
    const params = listParams(reader, query, {
      type,
      populate: COUNTS,
      populatable,
      isPaged: false,
    });
    const read = reader.prepare({ type, one: null, params, access: fullAccess });
    return (await reader.objects(read, { cancellation })).entries.map(showRow);
  }

  /** Returns a folder with the population of a query. @throws NotFoundError */
  async folder(id: number | null, query: TextQuery): Promise<JsonObject> {
    const { reader, folder: type } = this.#dependencies;
    const options = { type, populate: COUNTS, populatable: ['parent'], isPaged: false };
    const { populate, fields } = listParams(reader, query, options);
    const params = readParams({ populate, fields });
    const [entry] = id === null ? [] : await this.#entries(type, params, byId(id));
    if (!entry) throw new AppError('NotFoundError', 'folder not found');
    return showRow(entry);
  }

  /** Returns folders by id, without population. */
  async foldersOf(ids: readonly number[]): Promise<readonly JsonObject[]> {
    if (ids.length === 0) return [];
    const filters = isOneOf('id', ids);
    const params = readParams({ pagination: WHOLE_LIST, filters });
    return (await this.#entries(this.#dependencies.folder, params, null)).map(showRow);
  }

  #matching(filters: FilterTree): Promise<readonly JsonObject[]> {
    return this.#entries(
      this.#dependencies.file,
      readParams({ pagination: WHOLE_LIST, filters }),
      null,
    );
  }

  async #entries(
    type: ContentType,
    params: ReadParams,
    one: RowKey | null,
  ): Promise<readonly JsonObject[]> {
    const { reader } = this.#dependencies;
    const read = reader.prepare({ type, one, params, access: fullAccess });
    return (await reader.objects(read)).entries;
  }
}

function byId(id: number): RowKey {
  return { by: 'id', value: String(id) };
}
