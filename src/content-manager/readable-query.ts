// Removes attributes that the administrator may not read from filters and sort keys, as Strapi does
// (docs/strapi/content-manager.md, "Lists"). Unknown names stay, and the planner rejects them.
import type { RootAccess } from '../query/access.ts';
import type { FilterKey, FilterTree, SortTerm } from '../query/params.ts';
import { isHidden, targetOf } from '../query/plan/names.ts';
import type { Registry } from '../schema/registry.ts';
import type { Model } from '../schema/types.ts';

/** The type and access that a query is checked against. */
export interface Readable {
  readonly registry: Registry;
  readonly type: Model;
  readonly access: Pick<RootAccess, 'mayRead'>;
}

/** Returns the readable parts of a filter, or null if none remain. */
export function readableFilters(readable: Readable, filters: FilterTree | null): FilterTree | null {
  return filters && cleaned(readable, filters, { model: readable.type, path: [] });
}

/** Returns the readable sort keys. */
export function readableSort(
  { registry, type, access }: Readable,
  sort: readonly SortTerm[],
): readonly SortTerm[] {
  return sort.filter(({ path }) => {
    let model: Model | null = type;
    for (const [depth, name] of path.entries()) {
      const attribute = model?.attributes.get(name);
      if (!attribute) return true;
      if (isHidden(attribute) || !access.mayRead(path.slice(0, depth + 1))) return false;
      const target = targetOf(attribute);
      model = target === null ? null : registry.model(target);
    }
    return true;
  });
}

interface Position {
  readonly model: Model;
  readonly path: readonly string[];
}

function cleaned(readable: Readable, tree: FilterTree, at: Position): FilterTree | null {
  if (tree.form === 'value') return tree;
  if (tree.form === 'list') {
    const items = tree.items.flatMap((item) => cleaned(readable, item, at) ?? []);
    return items.length === 0 && tree.items.length > 0 ? null : { ...tree, items };
  }
  const keys = tree.keys.flatMap((key) => cleanedKey(readable, key, at) ?? []);
  return keys.length === 0 && tree.keys.length > 0 ? null : { ...tree, keys };
}

function cleanedKey(readable: Readable, key: FilterKey, at: Position): FilterKey | null {
  const { registry, access } = readable;
  if (key.kind !== 'name') {
    const value = cleaned(readable, key.value, at);
    return value && { ...key, value };
  }
  const attribute = at.model.attributes.get(key.key);
  if (!attribute) return key;
  const path = [...at.path, key.key];
  if (isHidden(attribute) || !access.mayRead(path)) return null;
  const target = targetOf(attribute);
  if (target === null) return key;
  const value = cleaned(readable, key.value, { model: registry.model(target), path });
  return value && { ...key, value };
}
