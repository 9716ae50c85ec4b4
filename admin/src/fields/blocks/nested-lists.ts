// HTML of nested lists: in HTML, only items can be children of a list.
import type { Node } from 'prosemirror-model';
import { Plugin, PluginKey } from 'prosemirror-state';
import { Decoration, DecorationSet } from 'prosemirror-view';
import { NODES } from './schema.ts';

const key = new PluginKey<DecorationSet>('nestedLists');

/** Creates the plugin, which wraps each nested list in an item. */
export function nestedLists(): Plugin<DecorationSet> {
  return new Plugin({
    key,
    state: {
      init: (_, { doc }) => wrappersIn(doc),
      apply: (transaction, before) =>
        transaction.docChanged ? wrappersIn(transaction.doc) : before,
    },
    props: { decorations: (state) => key.getState(state) },
  });
}

function wrappersIn(document: Node): DecorationSet {
  const found: Decoration[] = [];
  document.descendants((node, position, parent) => {
    if (node.type === NODES.list && parent?.type === NODES.list) {
      const wrapper = { nodeName: 'li', 'data-nested': '' };
      found.push(Decoration.node(position, position + node.nodeSize, wrapper));
    }
    return node.type === NODES.list;
  });
  return DecorationSet.create(document, found);
}
