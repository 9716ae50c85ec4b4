// Ranges that follow changes of the document: what is awaited, such as a paste, is inserted where it was requested.
import { AllSelection, TextSelection, type Selection } from 'prosemirror-state';
import type { Mappable } from 'prosemirror-transform';
import type { EditorView } from 'prosemirror-view';

interface TrackedRange {
  from: number;
  to: number;
}

/** Runs a change with a former selection. */
export type AtSelection = (change: () => void) => void;

/** The tracked ranges of an editor. */
export class TrackedRanges {
  readonly #ranges = new Set<TrackedRange>();

  /** Follows a change. Text that is typed at a range comes after it; a range whose text was replaced is empty. */
  map(mapping: Mappable): void {
    for (const range of this.#ranges) {
      const end = mapping.mapResult(range.to, -1);
      range.from = mapping.map(range.from, -1);
      range.to = end.deleted ? range.from : end.pos;
    }
  }

  /** Tracks the selection until it is used, once. A caret that has moved on stays where it is. */
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

/** All of the document ends after its text, so it would take in what is typed at the end. */
function textOf(selection: Selection): Selection {
  const { $from, $to } = selection;
  return selection instanceof AllSelection ? TextSelection.between($from, $to) : selection;
}

function select(view: EditorView, { from, to }: TrackedRange): void {
  const { doc, tr } = view.state;
  view.dispatch(tr.setSelection(TextSelection.between(doc.resolve(from), doc.resolve(to))));
}
