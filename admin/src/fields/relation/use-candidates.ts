// Targets that a relation may lead to: searched by the server, page by page.
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { RelationTarget } from '../../model/relations.ts';
import { useFieldHost, useOwner } from '../field-host.ts';

/** How long after the last key the server is asked, in milliseconds. */
const PAUSE = 120;

interface Candidates {
  readonly targets: readonly RelationTarget[];
  /** How many there are on the server. */
  readonly total: number;
  readonly isBusy: boolean;
  readonly hasFailed: boolean;
  /** Loads the next page, if there is one. */
  readonly more: () => void;
  readonly again: () => void;
}

interface Loaded {
  readonly text: string;
  readonly targets: readonly RelationTarget[];
  readonly total: number;
  readonly page: number;
}

const NOTHING: Loaded = { text: '', targets: [], total: 0, page: 0 };

/** @param chosen Targets that are not offered */
export function useCandidates(
  field: string,
  { text, chosen }: { readonly text: string; readonly chosen: readonly RelationTarget[] },
): Candidates {
  const { relations } = useFieldHost();
  const owner = useOwner();
  const [loaded, setLoaded] = useState(NOTHING);
  const [isBusy, setBusy] = useState(true);
  const [hasFailed, setFailed] = useState(false);
  const request = useRef<AbortController | null>(null);
  const load = async (page: number): Promise<void> => {
    request.current?.abort();
    const { signal } = (request.current = new AbortController());
    setBusy(true);
    setFailed(false);
    const omit = chosen.map(({ id }) => id);
    try {
      const query = { field, text, page, include: [], omit };
      const found = await relations.candidates(owner, query, signal);
      setLoaded((before) => ({
        text,
        page,
        total: found.total,
        targets: page === 1 ? found.targets : withoutDoubles(before.targets, found.targets),
      }));
    } catch {
      if (signal.aborted) return;
      setFailed(true);
    }
    setBusy(false);
  };
  const loadFirst = useEffectEvent(() => void load(1));
  const isFirst = useRef(true);
  useEffect(() => {
    const timer = setTimeout(loadFirst, isFirst.current ? 0 : PAUSE);
    isFirst.current = false;
    return () => clearTimeout(timer);
  }, [text]);
  useEffect(() => () => request.current?.abort(), []);
  const isChosen = new Set(chosen.map(keyOf));
  const targets = loaded.targets.filter((each) => !isChosen.has(keyOf(each)));
  return {
    targets,
    total: Math.max(0, loaded.total - (loaded.targets.length - targets.length)),
    isBusy,
    hasFailed,
    more: () => {
      if (!isBusy && loaded.targets.length < loaded.total) void load(loaded.page + 1);
    },
    again: () => void load(loaded.text === text ? loaded.page + 1 : 1),
  };
}

/** While pages are loaded, targets may move from one to the next. */
function withoutDoubles(
  before: readonly RelationTarget[],
  next: readonly RelationTarget[],
): readonly RelationTarget[] {
  const known = new Set(before.map(keyOf));
  return [...before, ...next.filter((each) => !known.has(keyOf(each)))];
}

function keyOf({ documentId, locale }: RelationTarget): string {
  return `${documentId} ${locale ?? ''}`;
}
