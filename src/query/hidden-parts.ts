// Hidden parts of a read: what programs see of entries beyond the response to a caller, such as private attributes. Both
// are written from the rows of one read.
import { isDeepStrictEqual } from 'node:util';
import type { ChildNode, ReadPlan, RowsNode } from './plan.ts';
import { shapeKeyOf, type PreparedRead } from './prepared-read.ts';

/**
 * Extends a read by what is hidden in its responses. @param open The same read with full access @param shown The read with
 * the access of a caller, in a content model that hides attributes
 * @returns null if they differ in more than hidden parts, for example in the rows that they select
 */
export function layered(open: PreparedRead, shown: PreparedRead): PreparedRead | null {
  const plan = withHidden(open.plan, shown.plan);
  return plan && { ...open, ...shapeKeyOf(plan), plan };
}

/** Marks the parts of a plan that another one lacks as hidden. @returns null if they differ in more */
export function withHidden(open: ReadPlan, shown: ReadPlan): ReadPlan | null {
  const root = hideRows(open.shape.root, shown.shape.root);
  if (root === null) return null;
  const isSame =
    isDeepStrictEqual({ ...open.shape, root: null }, { ...shown.shape, root: null }) &&
    shown.values.every((value, slot) => isDeepStrictEqual(value, open.values[slot]));
  return isSame ? { ...open, shape: { ...open.shape, root } } : null;
}

function hideRows(open: RowsNode, shown: RowsNode): RowsNode | null {
  const { uid, filter, sort } = open;
  if (!isDeepStrictEqual({ uid, filter, sort }, pick(shown))) return null;
  const fields = new Set(shown.fields);
  const shownChildren = new Map(shown.children.map((child) => [child.attribute, child]));
  const children: ChildNode[] = [];
  for (const child of open.children) {
    const counterpart = shownChildren.get(child.attribute);
    const merged = counterpart ? hideChild(child, counterpart) : child;
    if (merged === null) return null;
    children.push(merged);
  }
  const names = open.children.map(({ attribute }) => attribute);
  const inOrder =
    isDeepStrictEqual(
      open.fields.filter((name) => fields.has(name)),
      shown.fields,
    ) &&
    isDeepStrictEqual(
      names.filter((name) => shownChildren.has(name)),
      [...shownChildren.keys()],
    );
  if (!inOrder) return null;
  const hidden = [
    ...open.fields.filter((name) => !fields.has(name)),
    ...names.filter((name) => !shownChildren.has(name)),
  ];
  return { ...open, children, ...(hidden.length > 0 && { hidden }) };
}

function hideChild(open: ChildNode, shown: ChildNode): ChildNode | null {
  if (open.kind === 'rows' && shown.kind === 'rows') {
    const rows = hideRows(open.rows, shown.rows);
    return rows && { ...open, rows };
  }
  if (open.kind === 'mixed' && shown.kind === 'mixed') {
    const variants = open.variants.map((variant, i) => {
      const counterpart = shown.variants[i];
      return counterpart ? hideRows(variant, counterpart) : null;
    });
    const known = variants.filter((variant) => variant !== null);
    const areAll = known.length === open.variants.length && known.length === shown.variants.length;
    return areAll ? { ...open, variants: known } : null;
  }
  return isDeepStrictEqual(open, shown) ? open : null;
}

function pick({ uid, filter, sort }: RowsNode): Pick<RowsNode, 'uid' | 'filter' | 'sort'> {
  return { uid, filter, sort };
}
