// Editor commands: marks, block types, links and images.
import { setBlockType } from 'prosemirror-commands';
import { NodeSelection, TextSelection, type Command } from 'prosemirror-state';
import type { JsonObject } from '../../base/json.ts';
import { listFormatAt, outdentItems } from './list-commands.ts';
import { toggleList } from './list-format.ts';
import { isLinkAddress, nextLinkKey, NODES, schema } from './schema.ts';
import { hasMark, linkAt, type BlockType, type Flag } from './selection-state.ts';

/** Toggles a mark of the selection, or of text typed next. Leading and trailing spaces are excluded. */
export function toggleFlag(flag: Flag): Command {
  const type = schema.marks[flag];
  return (state, dispatch) => {
    const { $from, empty, from, to } = state.selection;
    const isOn = hasMark(state, type);
    const transaction = state.tr;
    if (empty) {
      if (!$from.parent.type.allowsMarkType(type)) return false;
      if (isOn) transaction.removeStoredMark(type);
      else transaction.addStoredMark(type.create());
    } else if (isOn) transaction.removeMark(from, to, type);
    else {
      const text = state.doc.textBetween(from, to, '\n', '\uFFFC');
      const isBlank = text.trim() === '';
      const start = isBlank ? from : from + text.length - text.trimStart().length;
      const end = isBlank ? to : to - text.length + text.trimEnd().length;
      transaction.addMark(start, end, type.create());
    }
    dispatch?.(transaction);
    return true;
  };
}

const TEXT_BLOCKS = { paragraph: NODES.paragraph, quote: NODES.quote, code: NODES.codeBlock };

/** Sets the type of the selected blocks. */
export function setBlock(type: BlockType): Command {
  if (type === 'ordered' || type === 'unordered') {
    return (state, dispatch, view) =>
      listFormatAt(state) === type || toggleList(type)(state, dispatch, view);
  }
  const level = /^heading(\d)$/.exec(type)?.[1];
  const set =
    level === undefined
      ? setBlockType(TEXT_BLOCKS[type === 'quote' || type === 'code' ? type : 'paragraph'])
      : setBlockType(NODES.heading, { level: Number(level) });
  return (state, dispatch, view) => {
    if (!listFormatAt(state)) return set(state, dispatch, view);
    if (!view) return false;
    // Items must be lifted out of their lists first.
    while (listFormatAt(view.state) && outdentItems(view.state, view.dispatch, view));
    return set(view.state, view.dispatch, view);
  };
}

/** Links the selected text, or changes the link at the caret. Without text, the URL becomes the text. */
export function setLink(url: string): Command {
  return (state, dispatch) => {
    if (!isLinkAddress(url) || state.selection.$from.parent.type === NODES.codeBlock) return false;
    const mark = schema.mark('link', { url, key: nextLinkKey() });
    const { empty, from, to } = state.selection;
    const known = linkAt(state);
    const transaction = state.tr;
    if (known) {
      transaction.removeMark(known.from, known.to, schema.marks.link);
      transaction.addMark(known.from, known.to, mark);
    } else if (empty) {
      transaction.insert(from, schema.text(url, [mark]));
    } else transaction.addMark(from, to, mark);
    dispatch?.(transaction.removeStoredMark(mark).scrollIntoView());
    return true;
  };
}

/** Removes the link at the selection and keeps its text. */
export const removeLink: Command = (state, dispatch) => {
  const known = linkAt(state);
  if (!known) return false;
  dispatch?.(state.tr.removeMark(known.from, known.to, schema.marks.link));
  return true;
};

/** Inserts an image after the current block, or in place of an empty paragraph. */
export function insertImage(image: JsonObject, isUploading = false): Command {
  return (state, dispatch) => {
    const { $from } = state.selection;
    const node = schema.node('image', { image, isUploading });
    const { doc } = state;
    const index = $from.index(0);
    const block = doc.maybeChild(index);
    const isEmpty = block?.type === NODES.paragraph && block.content.size === 0;
    const start = $from.posAtIndex(index, 0);
    const end = start + (block?.nodeSize ?? 0);
    const transaction = isEmpty
      ? state.tr.replaceWith(start, end, node)
      : state.tr.insert(end, node);
    const at = isEmpty ? start : end;
    const after = at + node.nodeSize;
    if (after === transaction.doc.content.size) {
      transaction.insert(after, schema.node('paragraph'));
    }
    transaction.setSelection(
      transaction.doc.resolve(after).nodeAfter?.isTextblock
        ? TextSelection.create(transaction.doc, after + 1)
        : NodeSelection.create(transaction.doc, at),
    );
    dispatch?.(transaction.scrollIntoView());
    return true;
  };
}
