// Caches plans of row queries, because code repeats queries.
import { LruMap } from '../../base/lru-map.ts';
import { planBytes, type PreparedRead } from '../../query/prepared-read.ts';
import type { QueryRequest, Reader } from '../../query/read.ts';
import type { DefaultLocale } from '../../storage/settings/default-locale.ts';

/** Longer queries are not cached; in characters. */
const MAX_CACHED_LENGTH = 4000;

/** Plans reads; equal reads of a type are planned once. */
export class PreparedReads {
  readonly #reader: Reader;
  readonly #locale: Pick<DefaultLocale, 'code'>;
  readonly #plans = new LruMap<string, PreparedRead>('code_plans', planBytes);

  /** @param locale The locale that is read by default */
  constructor(reader: Reader, locale: Pick<DefaultLocale, 'code'>) {
    this.#reader = reader;
    this.#locale = locale;
  }

  /** @throws ValidationError, PaginationError */
  prepare(request: QueryRequest): PreparedRead {
    const { type, one, paging, query, access } = request;
    const key = JSON.stringify([type.uid, one, paging, access.key, this.#locale.code, query]);
    if (key.length > MAX_CACHED_LENGTH) return this.#reader.prepareQuery(request);
    return this.#plans.get(key) ?? this.#plans.set(key, this.#reader.prepareQuery(request));
  }
}
