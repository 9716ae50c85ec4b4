// Updates parts of a stored setting; other parts keep their values (docs/strapi/differences.md, D20).
import { isInherited, isJsonObject, type JsonObject, type JsonValue } from '../../base/json.ts';
import { coreStoreValue, storeCoreValue } from './core-store.ts';
import type { RowStatements } from '../statements/row-statements.ts';
import type { WriteSteps } from '../session.ts';

/** Merges an object into the stored value of a key. @returns what is stored now */
export function* changeCoreValue(
  context: { readonly statements: RowStatements },
  key: string,
  change: JsonObject,
): WriteSteps<JsonObject> {
  const stored = yield* coreStoreValue(key);
  const changed = mergedJson(isJsonObject(stored) ? stored : {}, change);
  yield* storeCoreValue(context, key, changed);
  return changed;
}

/** Merges objects at every level; other values, also lists, are replaced. */
export function mergedJson(before: JsonObject, change: JsonObject): JsonObject {
  const changed = Object.entries(change).map(([name, value]): [string, JsonValue] => {
    const old = isInherited(name) ? undefined : before[name];
    return [name, isJsonObject(old) && isJsonObject(value) ? mergedJson(old, value) : value];
  });
  return { ...before, ...Object.fromEntries(changed) };
}
