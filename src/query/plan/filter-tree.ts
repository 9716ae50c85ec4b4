// Forms of filters: values, lists and keys.
import type { FilterTree, Scalar } from '../params.ts';
import { shown } from '../parse/values.ts';

/** True for an object. */
export function hasKeys(tree: FilterTree): tree is FilterTree & { form: 'keys' } {
  return tree.form === 'keys';
}

/** The items of a list; null for anything else. */
export function itemsOf(tree: FilterTree): readonly FilterTree[] | null {
  return tree.form === 'list' ? tree.items : null;
}

/** A single value; undefined for a list or an object. */
export function scalarOf(tree: FilterTree): Scalar | undefined {
  return tree.form === 'value' ? tree.value : undefined;
}

/** A filter as a template string shows it in messages. */
export function shownTree(tree: FilterTree): string {
  switch (tree.form) {
    case 'value':
      return shown(tree.value);
    case 'list':
      return tree.items.map((item) => (scalarOf(item) === null ? '' : shownTree(item))).join(',');
    case 'keys':
      return '[object Object]';
  }
}
