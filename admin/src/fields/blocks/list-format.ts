// Converts text blocks to lists, and sets list formats.
import type { Node } from 'prosemirror-model';
import type { Command } from 'prosemirror-state';
import { joinLists, listAt, outdentItems, select, type ListFormat } from './list-commands.ts';
import { NODES, schema } from './schema.ts';

/** Toggles a list: converts blocks to a list, changes its format, or converts it to paragraphs. */
export function toggleList(format: ListFormat): Command {
  return (state, dispatch, view) => {
    const list = listAt(state.selection.$from);
    if (!list) return wrapInList(format)(state, dispatch, view);
    if (list.node.attrs['format'] === format) return outdentItems(state, dispatch, view);
    const at = state.selection.$from.before(list.depth);
    dispatch?.(state.tr.setNodeAttribute(at, 'format', format));
    return true;
  };
}

/** Converts text blocks to items. */
export function wrapInList(format: ListFormat): Command {
  return (state, dispatch) => {
    const { $from, $to, anchor, head } = state.selection;
    const range = $from.blockRange($to, (node) => node.type === NODES.doc);
    if (!range) return false;
    const items: Node[] = [];
    for (let index = range.startIndex; index < range.endIndex; index += 1) {
      const block = state.doc.child(index);
      if (!block.isTextblock) return false;
      items.push(schema.node('listItem', null, block.content));
    }
    const transaction = state.tr.replaceWith(
      range.start,
      range.end,
      schema.node('list', { format }, items),
    );
    select(transaction, anchor + 1, head + 1);
    joinLists(transaction, transaction.mapping.map(range.end, 1));
    joinLists(transaction, range.start);
    dispatch?.(transaction.scrollIntoView());
    return true;
  };
}
