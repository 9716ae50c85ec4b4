// Components in a document: items with ids, those of the server as numbers and those of new ones as text.
import { isJsonObject, type Json, type JsonObject } from '../base/json.ts';

/** Name of the property that says which component an item of a dynamic zone is. */
export const COMPONENT = '__component';

/** Number of the next new item on this page. */
let nextItem = 1;

/** Returns the id of a new item. The server gives it another one. */
export function newItemId(): string {
  nextItem += 1;
  return `new-${Date.now().toString(36)}-${nextItem}`;
}

/** Whether an id is one of the server. */
export function isStoredId(id: Json | undefined): id is number {
  return typeof id === 'number';
}

/** The items of a value: those of a list, one component, or none. */
export function itemsOf(value: Json): readonly JsonObject[] {
  if (Array.isArray(value)) return (value as readonly Json[]).filter(isJsonObject);
  return isJsonObject(value) ? [value] : [];
}

/** Returns a copy of a value whose items are new, in all depths. */
export function asNew(value: Json): Json {
  if (Array.isArray(value)) return (value as readonly Json[]).map(asNew);
  if (!isJsonObject(value)) return value;
  const entries = Object.entries(value).map(([name, each]) => [name, asNew(each)]);
  const copy = Object.fromEntries(entries) as JsonObject;
  return isItem(value) ? { ...copy, id: newItemId() } : copy;
}

/** Relation targets and files have ids too; those of components come without a document id or a hash. */
function isItem(value: JsonObject): boolean {
  return (
    Object.hasOwn(value, 'id') &&
    !Object.hasOwn(value, 'documentId') &&
    !Object.hasOwn(value, 'hash')
  );
}

/** Returns which new items of a document became which stored ones: those at the same place. */
export function storedIds(sent: Json, saved: Json): ReadonlyMap<string, number> {
  const found = new Map<string, number>();
  collect(sent, saved, found);
  return found;
}

function collect(sent: Json, saved: Json, found: Map<string, number>): void {
  if (Array.isArray(sent) && Array.isArray(saved)) {
    if (sent.length !== saved.length) return;
    for (const [index, each] of (sent as readonly Json[]).entries()) {
      collect(each, (saved as readonly Json[])[index] ?? null, found);
    }
  } else if (isJsonObject(sent) && isJsonObject(saved)) {
    const { id } = saved;
    if (typeof sent['id'] === 'string' && isStoredId(id)) found.set(sent['id'], id);
    for (const [name, each] of Object.entries(sent)) collect(each, saved[name] ?? null, found);
  }
}

/** Returns a value with stored ids in place of those of new items. */
export function withStoredIds(value: Json, ids: ReadonlyMap<string, number>): Json {
  if (ids.size === 0) return value;
  if (Array.isArray(value))
    return (value as readonly Json[]).map((each) => withStoredIds(each, ids));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [
      name,
      name === 'id' && typeof each === 'string'
        ? (ids.get(each) ?? each)
        : withStoredIds(each, ids),
    ]),
  );
}
