// Relation values in forms, and the changes to send.
import {
  isJsonObject,
  numberOr,
  objectsOf,
  stringOr,
  type Json,
  type JsonObject,
} from '../base/json.ts';

export type RelationTarget = {
  /** Row id of the version. */
  readonly id: number;
  readonly documentId: string;
  /** Value of the main field, or empty. */
  readonly title: string;
  /** Null for types without locales. */
  readonly locale: string | null;
  /** Null for types without drafts. */
  readonly status: string | null;
};

/** Value of a relation field. Long lists are loaded from the end. */
export type RelationList = {
  /** Null if not loaded yet. */
  readonly items: readonly RelationTarget[] | null;
  /** Number of targets before the loaded ones. */
  readonly earlier: number;
};

/** Page size of targets; the first page is loaded with the entry. */
export const TARGETS_AT_ONCE = 25;

/** Properties of a target other than its main field. */
const NOT_TITLE = ['documentId', 'locale', 'status', 'publishedAt', 'createdAt', 'updatedAt'];

/** Parses a target: ids, main field, locale and status. */
export function parseTarget(raw: JsonObject): RelationTarget {
  const title = Object.entries(raw).find(
    ([name, value]) =>
      !NOT_TITLE.includes(name) && name !== 'id' && value !== null && typeof value !== 'object',
  );
  return {
    id: numberOr(raw['id'], 0),
    documentId: stringOr(raw['documentId'], ''),
    title: title ? String(title[1]) : '',
    locale: typeof raw['locale'] === 'string' ? raw['locale'] : null,
    status: typeof raw['status'] === 'string' ? raw['status'] : null,
  };
}

/**
 * Parses the value of a relation: a count, with or without a page of targets, a list, a single target, null, or the links
 * of a new locale.
 */
export function parseRelation(raw: Json | undefined): RelationList {
  if (Array.isArray(raw)) return { items: objectsOf(raw).map(parseTarget), earlier: 0 };
  if (!isJsonObject(raw)) return { items: [], earlier: 0 };
  const { count, connect } = raw;
  if (Array.isArray(connect)) return { items: objectsOf(connect).map(parseTarget), earlier: 0 };
  if (typeof count !== 'number') return { items: [parseTarget(raw)], earlier: 0 };
  if (count === 0) return { items: [], earlier: 0 };
  const { results, pagination } = raw;
  if (!Array.isArray(results)) return { items: null, earlier: count };
  // The most recently connected targets come first.
  const items = objectsOf(results).map(parseTarget).toReversed();
  const total = numberOr(isJsonObject(pagination) ? pagination['total'] : null, count);
  return { items, earlier: Math.max(0, total - items.length) };
}

/** Reads a form value created by `parseRelation`. */
export function relationOf(value: Json): RelationList {
  if (!isJsonObject(value)) return { items: [], earlier: 0 };
  return {
    items: Array.isArray(value['items'])
      ? objectsOf(value['items']).map((each) => ({
          ...parseTarget(each),
          title: stringOr(each['title'], ''),
        }))
      : null,
    earlier: numberOr(value['earlier'], 0),
  };
}

/** Returns the number of targets of a relation. */
export function countOf({ items, earlier }: RelationList): number {
  return (items?.length ?? 0) + earlier;
}

/**
 * Prepends earlier targets. A list that is already loaded this far is unchanged.
 * @param earlier Number of missing targets at the time of the request
 */
export function withEarlier(
  list: RelationList,
  targets: readonly RelationTarget[],
  earlier: number,
): RelationList {
  if (list.earlier !== earlier) return list;
  return {
    items: [...targets, ...(list.items ?? [])],
    earlier: Math.max(0, earlier - targets.length),
  };
}

/** Position of a target relative to another one, identified by documentId. */
type Position = { readonly before: string } | { readonly after: string };

/** A target in a request body. */
type Link = {
  readonly id: number;
  readonly documentId: string;
  readonly locale?: string;
  readonly position?: Position;
};

/** Changes of a relation in a request body. */
export type RelationChanges = {
  readonly connect: readonly Link[];
  readonly disconnect: readonly Link[];
};

/** Returns the smallest change that transforms one list into the other; null if they are equal or not loaded. */
export function relationChanges(before: RelationList, after: RelationList): RelationChanges | null {
  if (after.items === null) return null;
  const old = (before.items ?? []).map(keyOf);
  const next = after.items.map(keyOf);
  const still = remaining(old, next);
  const connect = after.items.flatMap((target, index, all): readonly Link[] => {
    if (still.has(keyOf(target))) return [];
    return [{ ...linkOf(target), ...positionAt(index, { all, still, isNew: old.length === 0 }) }];
  });
  const disconnect = (before.items ?? []).filter((each) => !next.includes(keyOf(each))).map(linkOf);
  return connect.length + disconnect.length === 0 ? null : { connect, disconnect };
}

function positionAt(
  index: number,
  {
    all,
    still,
    isNew,
  }: {
    readonly all: readonly RelationTarget[];
    readonly still: ReadonlySet<string>;
    readonly isNew: boolean;
  },
): { readonly position?: Position } {
  // Links without a position are appended in order.
  const isAtEnd = all.slice(index).every((each) => !still.has(keyOf(each)));
  if (isNew || isAtEnd) return {};
  const previous = all[index - 1];
  if (previous) return { position: { after: previous.documentId } };
  const next = all.find((each) => still.has(keyOf(each)));
  return next ? { position: { before: next.documentId } } : {};
}

/** Returns the longest subsequence of unchanged order, whose targets need not be sent. */
function remaining(old: readonly string[], next: readonly string[]): ReadonlySet<string> {
  const places = next.flatMap((key) => (old.includes(key) ? [old.indexOf(key)] : []));
  const best: { readonly end: number; readonly chain: readonly number[] }[] = [];
  for (const place of places) {
    const longest = best
      .filter(({ end }) => end < place)
      .reduce<readonly number[]>(
        (chosen, { chain }) => (chain.length > chosen.length ? chain : chosen),
        [],
      );
    best.push({ end: place, chain: [...longest, place] });
  }
  const chain = best.reduce<readonly number[]>(
    (chosen, each) => (each.chain.length > chosen.length ? each.chain : chosen),
    [],
  );
  return new Set(chain.flatMap((place) => old[place] ?? []));
}

function linkOf({ id, documentId, ...target }: RelationTarget): Link {
  return { id, documentId, ...localeOf(target) };
}

function localeOf({ locale }: Pick<RelationTarget, 'locale'>): { readonly locale?: string } {
  return locale === null ? {} : { locale };
}

/** Versions of a document in two locales are different targets. */
function keyOf({ documentId, locale }: RelationTarget): string {
  return `${documentId} ${locale ?? ''}`;
}

/** Returns a list with an item moved to another index. */
export function moved<Item>(items: readonly Item[], from: number, to: number): readonly Item[] {
  const item = items[from];
  if (item === undefined) return items;
  const others = items.filter((_, index) => index !== from);
  return [...others.slice(0, to), item, ...others.slice(to)];
}
