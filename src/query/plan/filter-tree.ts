// Access to the nodes of a parsed filter: values, lists and keys.
import type { FilterTree, Scalar } from '../params.ts';
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
