// State of the selection: block type, marks and link.
import type { Mark, MarkType } from 'prosemirror-model';
import type { EditorState } from 'prosemirror-state';
import { listFormatAt } from './list-commands.ts';
import { FLAGS, NODES, schema } from './schema.ts';

/** Block types in menus. */
export type BlockType =
  | 'paragraph'
  | `heading${1 | 2 | 3 | 4 | 5 | 6}`
  | 'quote'
  | 'code'
  | 'unordered'
  | 'ordered';

/** A mark that can be toggled. */
export type Flag = (typeof FLAGS)[number];

/** State of the selection for the toolbar. */
export interface SelectionState {
  readonly block: BlockType | null;
  readonly flags: readonly Flag[];
  /** URL of the link at the selection. */
  readonly link: string | null;
}

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

/** Returns true if the selected text, or text typed next, has a mark. */
export function hasMark({ selection, storedMarks, doc }: EditorState, type: MarkType): boolean {
  const { from, to, empty, $from } = selection;
  if (empty) return type.isInSet(storedMarks ?? $from.marks()) !== undefined;
  return doc.rangeHasMark(from, to, type);
}

/** A link in the document with its range. */
interface LinkRange {
  readonly from: number;
  readonly to: number;
  readonly mark: Mark;
}

/** Returns the link that contains the selection. */
export function linkAt({ selection: { $from, from, to } }: EditorState): LinkRange | null {
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
