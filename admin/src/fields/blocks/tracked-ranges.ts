// Ranges that are mapped through document changes, so that asynchronous content, such as a paste, is inserted in place.
import { AllSelection, TextSelection, type Selection } from 'prosemirror-state';
import type { Mappable } from 'prosemirror-transform';
import type { EditorView } from 'prosemirror-view';
import { adoptBrowserSelection } from './browser-selection.ts';
import { textRange, type SelectionRange } from './text-range.ts';

/** Runs a change with the tracked selection. */
export type RunAtRange = (change: () => void) => void;

interface TrackedRange {
  at: SelectionRange;
  /** Content of ranges at the same position is inserted in this order. */
  readonly order: number;
  /** Inserted if the editor closes before the change. */
  readonly text: string;
}

/** The tracked ranges of an editor. */
export class TrackedRanges {
  readonly #ranges = new Set<TrackedRange>();
  #count = 0;
  /** Order of the range whose change is running; infinite for none. */
  #running = Infinity;

  /** Maps ranges. Text typed at a range is inserted after it, content of earlier ranges before it. */
  map(mapping: Mappable): void {
    for (const range of this.#ranges) {
      range.at = range.at.map(mapping, range.order > this.#running ? 1 : -1);
    }
  }

  /**
   * Tracks a selection until its first use.
   * @param text Plain text of the pending content
   * @param selection Default: the current selection
   */
  trackSelection(view: EditorView, text: string, selection = view.state.selection): RunAtRange {
    // A change that continues later keeps its order.
    const order = Math.min(this.#running, (this.#count += 1));
    const range = { at: rangeOf(textOf(selection)), order, text };
    this.#ranges.add(range);
    return (change) => this.#run(view, range, change);
  }

  /** Inserts the plain text of pending content, before the editor closes. */
  insertPending(view: EditorView): void {
    for (const range of this.#ranges) {
      this.#run(view, range, () => view.pasteText(range.text));
    }
  }

  #run(view: EditorView, range: TrackedRange, change: () => void): void {
    if (!this.#ranges.delete(range) || view.isDestroyed) return;
    adoptBrowserSelection(view);
    const select = ({ at }: TrackedRange): void =>
      view.dispatch(view.state.tr.setSelection(at.resolve(view.state.doc)));
    const { selection } = view.state;
    const { from, to } = textOf(selection);
    const target = range.at.resolve(view.state.doc);
    const isSelected = from === target.from && to === target.to;
    const caret = { ...range, at: rangeOf(selection) };
    if (!isSelected) {
      this.#ranges.add(caret);
      select(range);
    }
    this.#running = range.order;
    change();
    this.#running = Infinity;
    if (this.#ranges.delete(caret)) select(caret);
  }
}

/** The end of the whole document is its text end, to exclude text that is typed later. */
function textOf(selection: Selection): Selection {
  const { $from, $to } = selection;
  return selection instanceof AllSelection ? TextSelection.between($from, $to) : selection;
}

function rangeOf(selection: Selection): SelectionRange {
  const { from, to } = selection;
  return selection instanceof TextSelection ? textRange(from, to) : selection.getBookmark();
}
