// Items of the server, page by page: searched as the text changes, more on request.
import { useEffect, useEffectEvent, useRef, useState } from 'react';

/** Delay between the last key and the request, in milliseconds. */
const PAUSE = 130;

/** A page of items. */
export interface Page<Item> {
  readonly items: readonly Item[];
  /** How many there are on the server. */
  readonly total: number;
}

/** Pages that are loaded. */
export interface Pages<Item> extends Page<Item> {
  readonly isBusy: boolean;
  readonly hasFailed: boolean;
  /** Loads the next page, if there is one. */
  readonly more: () => void;
  /** Loads again what failed: the next page, or the first one of another query. */
  readonly again: () => void;
  /** Loads the first page again. */
  readonly refresh: () => void;
  /** Shows an item as it is now. */
  readonly update: (item: Item) => void;
}

/** What is loaded, and how. */
export interface PagesOptions<Item> {
  /** Text of the query: another one loads the first page. */
  readonly query: string;
  /** @param page From 1 */
  readonly load: (page: number, signal: AbortSignal) => Promise<Page<Item>>;
  /** Identifies an item: while pages are loaded, items may move from one to the next. */
  readonly keyOf: (item: Item) => string;
}

interface Loaded<Item> extends Page<Item> {
  readonly query: string;
  readonly page: number;
}

/** Loads pages; the last request wins. */
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
