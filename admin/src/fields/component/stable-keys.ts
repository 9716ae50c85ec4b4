// React keys of list items that do not change when the server assigns ids to new items.
import { useState } from 'react';
import type { Json } from '../../base/json.ts';
import { isStoredId } from '../../model/components.ts';

interface KeyedIds {
  readonly ids: readonly (Json | undefined)[];
  readonly keys: readonly string[];
}

/** Returns a key for each id. */
export function useStableKeys(ids: readonly (Json | undefined)[]): readonly string[] {
  const [keyed, setKeyed] = useState<KeyedIds>(() => ({ ids, keys: ids.map(String) }));
  if (isSame(keyed.ids, ids)) return keyed.keys;
  const next = { ids, keys: keysOf(keyed, ids) };
  setKeyed(next);
  return next.keys;
}

/** A new item and the item with a server id at the same position are the same item. */
export function keysOf(before: KeyedIds, ids: readonly (Json | undefined)[]): readonly string[] {
  return ids.map((id, index) => {
    const former = before.ids.indexOf(id);
    if (former !== -1) return before.keys[former] ?? String(id);
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
