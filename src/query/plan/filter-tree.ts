// Access to the nodes of a parsed filter: values, lists and keys.
import type { FilterKey, FilterTree, Scalar } from '../params.ts';
import { printValue } from '../parse/values.ts';

/** True for an object. */
export function hasKeys(tree: FilterTree): tree is FilterTree & { form: 'keys' } {
  return tree.form === 'keys';
}

/** The items of a list; null for anything else. */
export function itemsOf(tree: FilterTree): readonly FilterTree[] | null {
  return tree.form === 'list' ? tree.items : null;
}

/** The value of a scalar node; undefined for a list or an object. */
export function scalarOf(tree: FilterTree): Scalar | undefined {
  return tree.form === 'value' ? tree.value : undefined;
}

/** Converts a filter to text as a template string does, for messages. */
export function printFilter(tree: FilterTree): string {
  switch (tree.form) {
    case 'value':
      return printValue(tree.value);
    case 'list':
      return tree.items.map((item) => (scalarOf(item) === null ? '' : printFilter(item))).join(',');
    case 'keys':
      return '[object Object]';
  }
}

/**
 * Replaces the names and operators of a filter, also those in its groups and lists. @param change Returns null to remove a key
 */
export function mapKeys(
  tree: FilterTree,
  change: (key: FilterKey) => FilterKey | null,
): FilterTree {
  const inside = (inner: FilterTree): FilterTree => mapKeys(inner, change);
  if (tree.form === 'value') return tree;
  if (tree.form === 'list') {
    return { form: 'list', items: tree.items.map(inside), index: tree.index };
  }
  const keys = tree.keys.flatMap((each) => {
    const { kind, key, value } = each;
    if (kind === 'name' || kind === 'operator') return change(each) ?? [];
    return { kind, key, value: inside(value) };
  });
  return { form: 'keys', keys };
}

/** Converts a filter to the value that it was parsed from. */
export function filterValue(tree: FilterTree): unknown {
  switch (tree.form) {
    case 'value':
      return tree.value;
    case 'list':
      return tree.items.map(filterValue);
    case 'keys':
      return Object.fromEntries(tree.keys.map(({ key, value }) => [key, filterValue(value)]));
  }
}
