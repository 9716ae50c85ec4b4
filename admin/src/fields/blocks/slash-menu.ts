// Opens the block menu for a slash in an empty paragraph.
import { Plugin, TextSelection } from 'prosemirror-state';
import { NODES } from './schema.ts';

/** Creates the plugin. @param onSlash Opens the menu next to the paragraph; returns false if it is not loaded */
export function slashMenu(onSlash: (paragraph: Element) => boolean): Plugin {
  return new Plugin({
    props: {
      handleTextInput(...[view, , , text]) {
        const { selection } = view.state;
        const { $from } = selection;
        const isEmpty = $from.parent.type === NODES.paragraph && $from.parent.content.size === 0;
        if (text !== '/' || !(selection instanceof TextSelection) || !isEmpty) return false;
        const paragraph = view.nodeDOM($from.before());
        if (!(paragraph instanceof Element)) return false;
        return onSlash(paragraph);
      },
    },
  });
}
