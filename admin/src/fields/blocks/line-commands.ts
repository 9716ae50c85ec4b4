// Keys in text blocks: line breaks, and leaving a heading, quote or code block.
import { setBlockType } from 'prosemirror-commands';
import { TextSelection, type Command } from 'prosemirror-state';
import { NODES, schema } from './schema.ts';

/** Converts a heading, quote or code block to a paragraph, at its start. */
export const paragraphAtStart: Command = (state, dispatch, view) => {
  const { $from, empty } = state.selection;
  const { parent } = $from;
  if (!empty || $from.parentOffset > 0 || !parent.isTextblock) return false;
  if (parent.type === NODES.paragraph || parent.type === NODES.listItem) return false;
  return setBlockType(NODES.paragraph)(state, dispatch, view);
};

/** Inserts a line break, which is a character in code. */
export const breakLine: Command = (state, dispatch) => {
  const { $from } = state.selection;
  if (!$from.parent.isTextblock) return false;
  const isCode = $from.parent.type === NODES.codeBlock;
  const marks = state.storedMarks ?? $from.marks();
  const node = isCode ? schema.text('\n') : NODES.lineBreak.create(null, null, marks);
  dispatch?.(state.tr.replaceSelectionWith(node, false).scrollIntoView());
  return true;
};

/** Enter in a quote or code block: inserts a line break; after an empty line, a paragraph. */
export const breakLineOrLeave: Command = (state, dispatch, view) => {
  const { $from, empty } = state.selection;
  const { parent } = $from;
  if (parent.type !== NODES.quote && parent.type !== NODES.codeBlock) return false;
  const isAtEnd = empty && $from.parentOffset === parent.content.size;
  const last = parent.lastChild;
  const endsWithLine = last?.type === NODES.lineBreak || last?.text?.endsWith('\n');
  if (!isAtEnd || !endsWithLine) return breakLine(state, dispatch, view);
  const transaction = state.tr.delete($from.pos - 1, $from.pos);
  const after = transaction.mapping.map($from.after());
  transaction.insert(after, schema.node('paragraph'));
  transaction.setSelection(TextSelection.create(transaction.doc, after + 1));
  dispatch?.(transaction.scrollIntoView());
  return true;
};
