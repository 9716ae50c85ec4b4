// Keys in lists: split, indent and lift items. A nested list is a child of its list, after the item above it.
import { Fragment, type Node, type NodeRange, type ResolvedPos } from 'prosemirror-model';
import { TextSelection, type Command, type EditorState, type Transaction } from 'prosemirror-state';
import { canJoin, liftTarget } from 'prosemirror-transform';
import { NODES, schema } from './schema.ts';

export type ListFormat = 'ordered' | 'unordered';

/** Returns the format of the innermost list around the selection; null outside of lists. */
export function listFormatAt({ selection: { $from } }: EditorState): ListFormat | null {
  const list = listAt($from);
  return list ? (list.node.attrs['format'] as ListFormat) : null;
}

/** Returns the innermost list around a position. */
export function listAt($at: ResolvedPos): { readonly node: Node; readonly depth: number } | null {
  for (let depth = $at.depth; depth > 0; depth -= 1) {
    const node = $at.node(depth);
    if (node.type === NODES.list) return { node, depth };
  }
  return null;
}

/** Returns the items in the selection, in their innermost common list. */
function itemsAt({ selection: { $from, $to } }: EditorState): NodeRange | null {
  return $from.blockRange($to, (node) => node.type === NODES.list);
}

/** Enter: splits the item; lifts an empty item. */
export const splitItem: Command = (state, dispatch, view) => {
  const { $from, $to } = state.selection;
  if ($from.parent.type !== NODES.listItem || !$from.sameParent($to)) return false;
  if ($from.parent.content.size === 0) return outdentItems(state, dispatch, view);
  dispatch?.(state.tr.deleteSelection().split($from.pos, 1).scrollIntoView());
  return true;
};

/** Tab: indents the items. The first item of a list cannot be indented. */
export const indentItems: Command = (state, dispatch) => {
  const range = itemsAt(state);
  if (!range || range.startIndex === 0) return false;
  const { format } = range.parent.attrs;
  const transaction = state.tr.wrap(range, [{ type: NODES.list, attrs: { format } }]);
  // Joins an adjacent nested list.
  joinLists(transaction, transaction.mapping.map(range.end, 1));
  joinLists(transaction, range.start);
  dispatch?.(transaction.scrollIntoView());
  return true;
};

/** Shift+Tab: outdents the items; those of an outermost list become paragraphs. */
export const outdentItems: Command = (state, dispatch, view) => {
  const range = itemsAt(state);
  if (!range) return false;
  const target = liftTarget(range);
  if (range.depth === 1 || target === null) return itemsToParagraphs(state, dispatch, view);
  dispatch?.(state.tr.lift(range, target).scrollIntoView());
  return true;
};

/** Backspace at the start of an item: lifts it. */
export const leaveListAtStart: Command = (state, dispatch, view) => {
  const { $from, empty } = state.selection;
  if (!empty || $from.parentOffset > 0 || $from.parent.type !== NODES.listItem) return false;
  return outdentItems(state, dispatch, view);
};

/** Converts items of an outermost list to paragraphs, and lifts nested lists between them. */
const itemsToParagraphs: Command = (state, dispatch) => {
  const { $from, $to } = state.selection;
  const range = $from.blockRange($to, (node) => node.type === NODES.doc);
  if (!range) return false;
  const index = range.startIndex;
  const list = state.doc.child(index);
  if (list.type !== NODES.list || range.endIndex !== index + 1) return false;
  const first = $from.index(1);
  const last = $to.index(1);
  const before = slice(list, 0, first);
  const inside: Node[] = [];
  for (let item = first; item <= last; item += 1) {
    const child = list.child(item);
    inside.push(
      child.type === NODES.listItem ? schema.node('paragraph', null, child.content) : child,
    );
  }
  const after = slice(list, last + 1, list.childCount);
  const blocks = [...(before ? [before] : []), ...inside, ...(after ? [after] : [])];
  // Without a list before the items, its start token is gone.
  const shift = before ? 1 : -1;
  const { anchor, head } = state.selection;
  const transaction = state.tr.replaceWith(range.start, range.end, Fragment.from(blocks));
  dispatch?.(select(transaction, anchor + shift, head + shift).scrollIntoView());
  return true;
};

function slice(list: Node, from: number, to: number): Node | null {
  const children: Node[] = [];
  for (let index = from; index < to; index += 1) children.push(list.child(index));
  return children.length > 0 ? list.copy(Fragment.from(children)) : null;
}

/** Joins two adjacent lists of the same format. */
export function joinLists(transaction: Transaction, at: number): void {
  const $at = transaction.doc.resolve(at);
  const { nodeBefore, nodeAfter } = $at;
  if (nodeBefore?.type !== NODES.list || nodeAfter?.type !== NODES.list) return;
  if (nodeBefore?.attrs['format'] !== nodeAfter?.attrs['format']) return;
  if (canJoin(transaction.doc, at)) transaction.join(at);
}

/** Sets the selection from its ends. */
export function select(transaction: Transaction, anchor: number, head: number): Transaction {
  return transaction.setSelection(TextSelection.create(transaction.doc, anchor, head));
}
