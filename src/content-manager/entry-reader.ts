// Reads entries for the content-manager, with the planner of all reads.
import type { ReadAccess, RootAccess } from '../query/access.ts';
import type { EntryObject } from '../query/object-builder.ts';
import {
  readParams,
  WHOLE_LIST,
  type FilterTree,
  type LocaleChoice,
  type Pagination,
  type PublicationFilter,
  type ReadParams,
} from '../query/params.ts';
import type { ContentType } from '../schema/types.ts';
import type { Reader } from '../query/read.ts';
import type { Cancellation } from '../storage/cancellation.ts';
import { localeChoice, type RequestedVersion } from './version-params.ts';

/** Options of a read of entries. */
export type Shown = Pick<ReadParams, 'fields' | 'populate'>;

export interface EntryList extends Shown, Pick<ReadParams, 'status' | 'filters' | 'sort'> {
  readonly type: ContentType;
  /** Undefined for full access. */
  readonly access?: RootAccess | undefined;
  readonly locale: LocaleChoice;
  readonly search?: string | null;
  readonly publicationFilter?: PublicationFilter | null;
  /** Default: all entries without a total. */
  readonly pagination?: Pagination;
  readonly cancellation?: Cancellation | undefined;
}

/** Returns the access for a read of the content-manager, in which all related types are readable. */
export function readAccessTo(root: RootAccess | undefined): ReadAccess {
  return { key: 'administrator', mayFind: () => true, ...(root ? { root } : {}) };
}

/** Entries with their total, which is null if they were not counted. */
export interface ReadEntries {
  readonly entries: readonly EntryObject[];
  readonly total: number | null;
}

/** Reads a list. @throws ValidationError */
export async function readList(
  reader: Reader,
  {
    type,
    access,
    locale,
    search = null,
    publicationFilter = null,
    pagination = WHOLE_LIST,
    cancellation,
    ...params
  }: EntryList,
): Promise<ReadEntries> {
  const rows = { value: { pagination, locale, search, publicationFilter } };
  return reader.objects(
    reader.prepare({ type, one: null, params: { ...params, rows }, access: readAccessTo(access) }),
    { cancellation },
  );
}

/** Counts the entries of a list on all pages. @throws ValidationError */
export async function countList(reader: Reader, list: EntryList): Promise<number> {
  const shown = { fields: [], populate: { form: 'none' }, sort: [] } as const;
  const { total } = await readList(reader, { ...list, ...shown, pagination: NO_PAGE });
  return total ?? 0;
}

const NO_PAGE: Pagination = { style: 'page', offset: 0, limit: 0, page: 1, withCount: true };

/** A read of one version. */
export interface EntryRead extends Shown {
  readonly type: ContentType;
  readonly access?: RootAccess | undefined;
  readonly filters?: FilterTree | null;
  readonly cancellation?: Cancellation | undefined;
}

/** Reads a version of a document. @returns null if it does not exist */
export async function readOne(
  reader: Reader,
  { type, access, filters = null, cancellation, ...shown }: EntryRead,
  { documentId, ...version }: RequestedVersion,
): Promise<EntryObject | null> {
  const { status } = version;
  const rows = { pagination: null, search: null, publicationFilter: null };
  const params = {
    ...readParams({ status, filters, ...shown }),
    rows: { value: { ...rows, locale: localeChoice(version) } },
  };
  const one = { by: 'documentId', value: documentId } as const;
  const read = reader.prepare({ type, one, params, access: readAccessTo(access) });
  const { entries } = await reader.objects(read, { cancellation });
  return entries[0] ?? null;
}
