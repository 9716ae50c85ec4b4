// Bodies of content responses: `{data, meta}` around entries that are JSON text, as a list of strings to be joined.
import type { AdjacentCursors } from './keyset-page.ts';
import type { Pagination } from './params.ts';

/** The result of a read: entries as JSON text or as objects. */
export interface ReadResult<Entry = string> {
  readonly entries: readonly Entry[];
  readonly total: number | null;
  /** Cursors of the adjacent pages if the list uses keyset pagination, otherwise null. */
  readonly cursors: AdjacentCursors | null;
}

/** The body of a list (docs/strapi/reading.md, "Pagination"). */
export function listBody(result: ReadResult, pagination: Pagination): readonly string[] {
  const meta = JSON.stringify(paginationMeta(result, pagination));
  return dataBody(result.entries, `{"pagination":${meta}}`);
}

function paginationMeta({ total, cursors }: ReadResult, pagination: Pagination): object {
  const { style, limit } = pagination;
  const counted = total === null ? {} : { total };
  switch (style) {
    case 'keyset':
      return { pageSize: limit, ...counted, ...cursors };
    case 'offset':
      return { start: pagination.offset, limit, ...counted };
    case 'page': {
      const pageCount = total === null ? {} : { pageCount: Math.ceil(total / limit) };
      return { page: pagination.page, pageSize: limit, ...pageCount, ...counted };
    }
  }
}

/** The body of one document, or null if there is none. */
export function documentBody([entry]: readonly string[]): readonly string[] | null {
  return entry === undefined ? null : ['{"data":', entry, ',"meta":{}}'];
}

/** The body of the versions of one document (docs/strapi/differences.md, D15). */
export function versionsBody(entries: readonly string[]): readonly string[] {
  return dataBody(entries, '{}');
}

function dataBody(entries: readonly string[], meta: string): readonly string[] {
  const listed = entries.map((entry, i) => (i === 0 ? entry : `,${entry}`));
  return ['{"data":[', ...listed, `],"meta":${meta}}`];
}
