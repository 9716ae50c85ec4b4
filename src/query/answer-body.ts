// Bodies of content answers, as texts that stand one after the other: `{data, meta}` around entries that are JSON text.
import type { Neighbours } from './keyset-page.ts';
import type { Pagination } from './params.ts';

/** Entries, as JSON text or as objects. */
export interface ReadAnswer<Entry = string> {
  readonly entries: readonly Entry[];
  readonly total: number | null;
  /** Of a page next to a place in the list, else null. */
  readonly neighbours: Neighbours | null;
}

/** The body of a list (docs/strapi/reading.md, "Pagination"). */
export function listBody(answer: ReadAnswer, pagination: Pagination): readonly string[] {
  const meta = JSON.stringify(paginationMeta(answer, pagination));
  return dataBody(answer.entries, `{"pagination":${meta}}`);
}

function paginationMeta({ total, neighbours }: ReadAnswer, pagination: Pagination): object {
  const { style, limit } = pagination;
  const counted = total === null ? {} : { total };
  switch (style) {
    case 'keyset':
      return { pageSize: limit, ...counted, ...neighbours };
    case 'offset':
      return { start: pagination.offset, limit, ...counted };
    case 'page': {
      const pageCount = total === null ? {} : { pageCount: Math.ceil(total / limit) };
      return { page: pagination.page, pageSize: limit, ...pageCount, ...counted };
    }
  }
}

/** The body of one document; null where there is none. */
export function oneBody([entry]: readonly string[]): readonly string[] | null {
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
