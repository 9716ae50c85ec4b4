// Compares the responses of both servers.
import { isDeepStrictEqual } from 'node:util';

/** Responses of both servers to one request. */
export interface Compared {
  readonly request: string;
  readonly same: boolean;
  /** Where they differ. */
  readonly difference?: readonly [one: unknown, other: unknown];
}

/** Which parts of responses are compared. */
export interface CompareOptions {
  /** False: the ids of rows may differ. */
  readonly ids?: boolean;
  /**
   * True: the databases differ, and therefore the number of trailing zeros of a time (docs/strapi/storage.md, "SQLite and
   * PostgreSQL").
   */
  readonly acrossDatabases?: boolean;
}

/**
 * Compares two responses, without the documentIds of components (docs/strapi/differences.md, D1) and of creators, which
 * only Quoin returns.
 */
export function compared(
  request: string,
  [one, other]: readonly [unknown, unknown],
  options: CompareOptions = {},
): Compared {
  const [first, second] = [plain(one, options), plain(other, options)];
  if (isDeepStrictEqual(first, second)) return { request, same: true };
  return { request, same: false, difference: firstDifference(first, second) };
}

function plain(value: unknown, options: CompareOptions): unknown {
  if (Array.isArray(value)) return value.map((item) => plain(item, options));
  if (typeof value === 'string') return options.acrossDatabases === true ? padded(value) : value;
  if (typeof value !== 'object' || value === null) return value;
  const { ids = true } = options;
  const isPart = 'documentId' in value && isComponent(value);
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => !(isPart && key === 'documentId') && (ids || key !== 'id'))
      .map(([key, inner]) => [
        key,
        plain(CREATORS.has(key) ? withoutDocument(inner) : inner, options),
      ]),
  );
}

const CREATORS: ReadonlySet<string> = new Set(['createdBy', 'updatedBy']);

function withoutDocument(creator: unknown): unknown {
  if (typeof creator !== 'object' || creator === null) return creator;
  return Object.fromEntries(Object.entries(creator).filter(([key]) => key !== 'documentId'));
}

/** A time with all its digits. */
function padded(text: string): string {
  return /^\d\d:\d\d:\d\d(?:\.\d{1,3})?$/.test(text)
    ? `${text.slice(0, 8)}.${text.slice(9).padEnd(3, '0')}`
    : text;
}

/** Attributes that only components of the project have. */
function isComponent(value: object): boolean {
  return ['__component', 'metaTitle', 'question', 'href'].some((key) => key in value);
}

function firstDifference(one: unknown, other: unknown): readonly [unknown, unknown] {
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) {
    return [one, other];
  }
  const keys = new Set([...Object.keys(one), ...Object.keys(other)]);
  for (const key of keys) {
    const pair = [Reflect.get(one, key), Reflect.get(other, key)] as const;
    if (!isDeepStrictEqual(...pair)) {
      const [a, b] = firstDifference(...pair);
      return [{ [key]: a }, { [key]: b }];
    }
  }
  return [one, other];
}
