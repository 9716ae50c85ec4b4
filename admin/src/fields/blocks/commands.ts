// What one does with blocks: their type, the marks of text, links and pictures.
import { setBlockType, toggleMark } from 'prosemirror-commands';
import type { Mark, MarkType } from 'prosemirror-model';
import { NodeSelection, TextSelection, type Command, type EditorState } from 'prosemirror-state';
import type { JsonObject } from '../../base/json.ts';
import { listFormatAt, outdentItems, toggleList } from './list-commands.ts';
import { FLAGS, isLinkAddress, nextLinkKey, NODES, schema } from './schema.ts';

/** Types of a block that one chooses. */
export type BlockType =
  | 'paragraph'
  | `heading${1 | 2 | 3 | 4 | 5 | 6}`
  | 'quote'
  | 'code'
  | 'unordered'
  | 'ordered';

/** A mark that is on or off. */
export type Flag = (typeof FLAGS)[number];

/** What is at the selection, as the toolbar shows it. */
export interface SelectionState {
  readonly block: BlockType | null;
  readonly flags: readonly Flag[];
  /** Address of the link at the selection. */
  readonly link: string | null;
}

/** Returns what is at the selection. */
export function selectionState(state: EditorState): SelectionState {
  return {
    block: blockTypeAt(state),
    flags: FLAGS.filter((flag) => hasMark(state, schema.marks[flag])),
    link: urlOf(linkAt(state)),
  };
}

function blockTypeAt(state: EditorState): BlockType | null {
  const format = listFormatAt(state);
  if (format) return format;
  const { parent } = state.selection.$from;
  switch (parent.type) {
    case NODES.heading:
      return `heading${parent.attrs['level'] as 1}`;
    case NODES.paragraph:
      return 'paragraph';
    case NODES.quote:
      return 'quote';
    case NODES.codeBlock:
      return 'code';
    default:
      return null;
  }
}

function urlOf(link: LinkRange | null): string | null {
  return link === null ? null : String(link.mark.attrs['url']);
}

function hasMark({ selection, storedMarks, doc }: EditorState, type: MarkType): boolean {
  const { from, to, empty, $from } = selection;
  if (empty) return type.isInSet(storedMarks ?? $from.marks()) !== undefined;
  return doc.rangeHasMark(from, to, type);
}

/** Sets or removes a mark of text. */
export function toggleFlag(flag: Flag): Command {
  return toggleMark(schema.marks[flag]);
}

const TEXT_BLOCKS = { paragraph: NODES.paragraph, quote: NODES.quote, code: NODES.codeBlock };

/** Makes the selected blocks be of a type. */
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
    // Items have to leave their lists first.
    while (listFormatAt(view.state) && outdentItems(view.state, view.dispatch, view));
    return set(view.state, view.dispatch, view);
  };
}

/** A paragraph instead of a heading, quote or code; at its start. */
export const paragraphAtStart: Command = (state, dispatch, view) => {
  const { $from, empty } = state.selection;
  const { parent } = $from;
  if (!empty || $from.parentOffset > 0 || !parent.isTextblock) return false;
  if (parent.type === NODES.paragraph || parent.type === NODES.listItem) return false;
  return setBlock('paragraph')(state, dispatch, view);
};

/** A line break, which is a letter of the text in code. */
export const breakLine: Command = (state, dispatch) => {
  const { $from } = state.selection;
  if (!$from.parent.isTextblock) return false;
  const isCode = $from.parent.type === NODES.codeBlock;
  const marks = state.storedMarks ?? $from.marks();
  const node = isCode ? schema.text('\n') : NODES.lineBreak.create(null, null, marks);
  dispatch?.(state.tr.replaceSelectionWith(node, false).scrollIntoView());
  return true;
};

/** Enter in a quote or in code: a line break; after an empty line, a paragraph. */
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

/** A link in the document. */
interface LinkRange {
  readonly from: number;
  readonly to: number;
  readonly mark: Mark;
}

/** Returns the link that the selection is in. */
function linkAt({ selection: { $from, from, to } }: EditorState): LinkRange | null {
  if (!$from.parent.isTextblock) return null;
  const links: LinkRange[] = [];
  $from.parent.forEach((child, offset) => {
    const mark = schema.marks.link.isInSet(child.marks);
    if (!mark) return;
    const start = $from.start() + offset;
    const last = links.at(-1);
    const isSame = last?.to === start && last.mark.eq(mark);
    if (isSame) links.pop();
    links.push({ from: isSame ? last.from : start, to: start + child.nodeSize, mark });
  });
  return links.find((link) => link.from <= from && to <= link.to) ?? null;
}

/** Links the selected text, or changes the link at it; without text, the address becomes the text. */
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

/** Removes the link at the selection; its text stays. */
export const removeLink: Command = (state, dispatch) => {
  const known = linkAt(state);
  if (!known) return false;
  dispatch?.(state.tr.removeMark(known.from, known.to, schema.marks.link));
  return true;
};

/** Puts a picture after the block of the selection, or in place of an empty paragraph. */
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
