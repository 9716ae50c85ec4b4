// Synchronizes the browser selection before a key is handled, because its event is dispatched in a later task.
import { AllSelection, TextSelection } from 'prosemirror-state';
import type { EditorView } from 'prosemirror-view';

/** Applies the browser selection to the editor. */
export function adoptBrowserSelection(view: EditorView): void {
  const { state, dom } = view;
  const range = document.getSelection();
  if (!range?.anchorNode || !range.focusNode || !view.hasFocus()) return;
  const isInside = dom.contains(range.anchorNode) && dom.contains(range.focusNode);
  // The whole document is selected until the caret moves.
  const isMoved = range.isCollapsed && state.selection instanceof AllSelection;
  if (!isInside || !(isMoved || state.selection instanceof TextSelection)) return;
  const anchor = view.posAtDOM(range.anchorNode, range.anchorOffset);
  const head = view.posAtDOM(range.focusNode, range.focusOffset);
  const selection = TextSelection.between(state.doc.resolve(anchor), state.doc.resolve(head));
  if (!selection.eq(state.selection)) view.dispatch(state.tr.setSelection(selection));
}
