// Components in documents: items with ids, which are numbers on the server and strings for new items.
import { isJsonObject, type Json, type JsonObject } from '../base/json.ts';

/** Property of dynamic zone items that contains the component uid. */
export const COMPONENT = '__component';

/** Counter for ids of new items. */
let nextItem = 1;

/** Returns an id for a new item, which the server will replace. */
export function newItemId(): string {
  nextItem += 1;
  return `new-${Date.now().toString(36)}-${nextItem}`;
}

/** Returns true for an id of the server. */
export function isStoredId(id: Json | undefined): id is number {
  return typeof id === 'number';
}

/** Returns the items of a value: of a list, of a single component, or none. */
export function itemsOf(value: Json): readonly JsonObject[] {
  if (Array.isArray(value)) return (value as readonly Json[]).filter(isJsonObject);
  return isJsonObject(value) ? [value] : [];
}

/** Returns a copy of a value in which all items are new, on all levels. */
export function asNew(value: Json): Json {
  if (Array.isArray(value)) return (value as readonly Json[]).map(asNew);
  if (!isJsonObject(value)) return value;
  const entries = Object.entries(value).map(([name, each]) => [name, asNew(each)]);
  const copy = Object.fromEntries(entries) as JsonObject;
  return isItem(value) ? { ...copy, id: newItemId() } : copy;
}

/** Returns true for components: related entries and files have ids as well, but with a documentId or a hash. */
function isItem(value: JsonObject): boolean {
  return (
    Object.hasOwn(value, 'id') &&
    !Object.hasOwn(value, 'documentId') &&
    !Object.hasOwn(value, 'hash')
  );
}

/** Maps new items of a document to the stored items at the same positions. */
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

/** Replaces ids of new items by stored ids. */
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
