// React keys of list items that do not change when the server assigns ids to new items.
import { useState } from 'react';
import type { Json } from '../../base/json.ts';
import { isStoredId } from '../../model/components.ts';

interface Known {
  readonly ids: readonly (Json | undefined)[];
  readonly keys: readonly string[];
}

/** Returns a key for each id. */
export function useStableKeys(ids: readonly (Json | undefined)[]): readonly string[] {
  const [known, setKnown] = useState<Known>(() => ({ ids, keys: ids.map(String) }));
  if (isSame(known.ids, ids)) return known.keys;
  const next = { ids, keys: keysOf(known, ids) };
  setKnown(next);
  return next.keys;
}

/** A new item and the item with a server id at the same position are the same item. */
export function keysOf(before: Known, ids: readonly (Json | undefined)[]): readonly string[] {
  return ids.map((id, index) => {
    const place = before.ids.indexOf(id);
    if (place !== -1) return before.keys[place] ?? String(id);
    const old = before.ids[index];
    const wasNew = isStoredId(id) && typeof old === 'string' && !ids.includes(old);
    return wasNew && before.ids.length === ids.length
      ? (before.keys[index] ?? String(id))
      : String(id);
  });
}

function isSame(a: readonly unknown[], b: readonly unknown[]): boolean {
  return a.length === b.length && a.every((each, index) => each === b[index]);
}
