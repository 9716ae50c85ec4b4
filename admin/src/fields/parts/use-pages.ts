// Paged items of the server, with debounced search.
import { useEffect, useEffectEvent, useRef, useState } from 'react';

/** Debounce delay, in milliseconds. */
const PAUSE = 130;

/** A page of items. */
export interface Page<Item> {
  readonly items: readonly Item[];
  /** Total number of items. */
  readonly total: number;
}

/** Loaded pages. */
export interface Pages<Item> extends Page<Item> {
  readonly isBusy: boolean;
  readonly hasFailed: boolean;
  /** Loads the next page, if any. */
  readonly more: () => void;
  /** Retries the failed request. */
  readonly again: () => void;
  /** Reloads from the first page. */
  readonly refresh: () => void;
  /** Updates an item. */
  readonly update: (item: Item) => void;
}

export interface PagesOptions<Item> {
  /** Key of the query; a change loads the first page. */
  readonly query: string;
  /** @param page 1-based */
  readonly load: (page: number, signal: AbortSignal) => Promise<Page<Item>>;
  /** Returns the key of an item, since items may move between pages while loading. */
  readonly keyOf: (item: Item) => string;
}

interface Loaded<Item> extends Page<Item> {
  readonly query: string;
  readonly page: number;
}

/** Loads pages; responses to outdated requests are ignored. */
export function usePages<Item>({ query, load, keyOf }: PagesOptions<Item>): Pages<Item> {
  const [loaded, setLoaded] = useState<Loaded<Item>>({ items: [], total: 0, page: 0, query });
  const [isBusy, setBusy] = useState(true);
  const [hasFailed, setFailed] = useState(false);
  const request = useRef<AbortController | null>(null);
  const loadPage = async (page: number): Promise<void> => {
    request.current?.abort();
    const { signal } = (request.current = new AbortController());
    setBusy(true);
    setFailed(false);
    try {
      const { items, total } = await load(page, signal);
      setLoaded((before) => ({
        query,
        page,
        total,
        items: page === 1 ? items : withoutDoubles([...before.items, ...items], keyOf),
      }));
    } catch {
      if (signal.aborted) return;
      setFailed(true);
    }
    setBusy(false);
  };
  const loadFirst = useEffectEvent(() => void loadPage(1));
  const isFirst = useRef(true);
  useEffect(() => {
    const timer = setTimeout(loadFirst, isFirst.current ? 0 : PAUSE);
    isFirst.current = false;
    return () => clearTimeout(timer);
  }, [query]);
  useEffect(() => () => request.current?.abort(), []);
  const { items, total, page } = loaded;
  return {
    items,
    total,
    isBusy,
    hasFailed,
    more: () => {
      if (!isBusy && items.length < total) void loadPage(page + 1);
    },
    again: () => void loadPage(loaded.query === query ? page + 1 : 1),
    refresh: () => void loadPage(1),
    update: (item) =>
      setLoaded((before) => ({
        ...before,
        items: before.items.map((each) => (keyOf(each) === keyOf(item) ? item : each)),
      })),
  };
}

function withoutDoubles<Item>(
  items: readonly Item[],
  keyOf: (item: Item) => string,
): readonly Item[] {
  const first = new Map<string, Item>();
  for (const item of items) {
    if (!first.has(keyOf(item))) first.set(keyOf(item), item);
  }
  return [...first.values()];
}
