// Ranges that are mapped through document changes, so that asynchronous content, such as a paste, is inserted in place.
import { AllSelection, TextSelection, type Selection } from 'prosemirror-state';
import type { Mappable } from 'prosemirror-transform';
import type { EditorView } from 'prosemirror-view';

interface TrackedRange {
  from: number;
  to: number;
}

/** Runs a change with a tracked selection. */
export type AtSelection = (change: () => void) => void;

/** The tracked ranges of an editor. */
export class TrackedRanges {
  readonly #ranges = new Set<TrackedRange>();

  /** Maps ranges. Text typed at a range is inserted after it; a range whose text was replaced is empty. */
  map(mapping: Mappable): void {
    for (const range of this.#ranges) {
      const end = mapping.mapResult(range.to, -1);
      range.from = mapping.map(range.from, -1);
      range.to = end.deleted ? range.from : end.pos;
    }
  }

  /** Tracks the selection until its first use. */
  trackSelection(view: EditorView): AtSelection {
    const { selection } = view.state;
    const { from, to } = textOf(selection);
    const range = { from, to };
    this.#ranges.add(range);
    return (change) => {
      this.#ranges.delete(range);
      if (view.isDestroyed) return;
      if (view.state.selection.eq(selection)) {
        change();
        return;
      }
      const now = { from: view.state.selection.from, to: view.state.selection.to };
      select(view, range);
      this.#ranges.add(now);
      change();
      this.#ranges.delete(now);
      select(view, now);
    };
  }
}

/** The end of the whole document is its text end, to exclude text that is typed later. */
function textOf(selection: Selection): Selection {
  const { $from, $to } = selection;
  return selection instanceof AllSelection ? TextSelection.between($from, $to) : selection;
}

function select(view: EditorView, { from, to }: TrackedRange): void {
  const { doc, tr } = view.state;
  view.dispatch(tr.setSelection(TextSelection.between(doc.resolve(from), doc.resolve(to))));
}
