// A text selection that is mapped through document changes. ProseMirror's bookmarks would include text that replaces it.
import type { Node } from 'prosemirror-model';
import { TextSelection, type Selection } from 'prosemirror-state';
import type { Mappable } from 'prosemirror-transform';

/** A selection without its document: text, or a bookmark of ProseMirror. */
export interface SelectionRange {
  /** Maps the range. @param side -1 to stay before content inserted at the range */
  map(mapping: Mappable, side: -1 | 1): SelectionRange;
  /** Returns the selection. @param doc The current document */
  resolve(doc: Node): Selection;
}

/** Creates a range of text, which is empty after its text was replaced. */
export function textRange(from: number, to: number): SelectionRange {
  return {
    map(mapping, side) {
      const start = mapping.map(from, side);
      const { pos: end, deletedBefore } = mapping.mapResult(to, side);
      if (!deletedBefore) return textRange(start, end);
      const caret = side < 0 ? start : end;
      return textRange(caret, caret);
    },
    resolve: (doc) => TextSelection.between(doc.resolve(from), doc.resolve(to)),
  };
}
