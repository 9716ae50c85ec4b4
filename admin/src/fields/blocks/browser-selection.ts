// The selection as the browser has it. Its event comes in a later task, and a key that is pressed before must not act on the former selection.
import { TextSelection } from 'prosemirror-state';
import type { EditorView } from 'prosemirror-view';

/** Makes the selected text of the browser the selection of the editor. */
export function adoptBrowserSelection(view: EditorView): void {
  const { state } = view;
  const range = view.dom.ownerDocument.getSelection();
  if (!range?.anchorNode || !range.focusNode || !view.hasFocus()) return;
  const isInside = view.dom.contains(range.anchorNode) && view.dom.contains(range.focusNode);
  if (!isInside || !(state.selection instanceof TextSelection)) return;
  const anchor = view.posAtDOM(range.anchorNode, range.anchorOffset);
  const head = view.posAtDOM(range.focusNode, range.focusOffset);
  const selection = TextSelection.between(state.doc.resolve(anchor), state.doc.resolve(head));
  if (!selection.eq(state.selection)) view.dispatch(state.tr.setSelection(selection));
}
