// Markdown commands: markers around words and at line starts.
import type { ChangeSpec, EditorState, StateCommand, Transaction } from '@codemirror/state';
import { EditorSelection } from '@codemirror/state';

/** Toggles a marker such as `**` around the selection. */
export function toggleAround(sign: string): StateCommand {
  return ({ state, dispatch }) => {
    const change = state.changeByRange((range) => {
      const { from, to } = range;
      const before = state.sliceDoc(Math.max(0, from - sign.length), from);
      const after = state.sliceDoc(to, to + sign.length);
      if (before === sign && after === sign) {
        return {
          changes: [
            { from: from - sign.length, to: from },
            { from: to, to: to + sign.length },
          ],
          range: EditorSelection.range(from - sign.length, to - sign.length),
        };
      }
      return {
        changes: [
          { from, insert: sign },
          { from: to, insert: sign },
        ],
        range: EditorSelection.range(from + sign.length, to + sign.length),
      };
    });
    dispatch(state.update(change, { userEvent: 'input', scrollIntoView: true }));
    return true;
  };
}

/** Line markers that replace each other. */
const STARTS = /^(?:#{1,6} |> |[-*+] |\d+[.)] )?/;

/** Toggles a line marker such as `## ` on the selected lines. @param start `1. ` is numbered */
export function toggleStart(start: string): StateCommand {
  return ({ state, dispatch }) => {
    const lines = linesOf(state);
    const wanted = lines.map((_, index) => (start === '1. ' ? `${index + 1}. ` : start));
    const hasAll = lines.every(({ text }, index) => text.startsWith(wanted[index] ?? start));
    const changes: ChangeSpec[] = lines.map(({ from, text }, index) => ({
      from,
      to: from + (STARTS.exec(text)?.[0].length ?? 0),
      insert: hasAll ? '' : (wanted[index] ?? start),
    }));
    dispatch(state.update({ changes, userEvent: 'input', scrollIntoView: true }));
    return true;
  };
}

function linesOf(state: EditorState): readonly { readonly from: number; readonly text: string }[] {
  const { from, to } = state.selection.main;
  const lines: { from: number; text: string }[] = [];
  for (let at = from; ;) {
    const line = state.doc.lineAt(at);
    lines.push({ from: line.from, text: line.text });
    if (line.to >= to) return lines;
    at = line.to + 1;
  }
}

/** Enter in a list or quote: continues it; an empty item ends the list. */
export const continueLine: StateCommand = ({ state, dispatch }) => {
  const { main } = state.selection;
  if (!main.empty) return false;
  const line = state.doc.lineAt(main.head);
  const [whole = '', indent = '', sign = ''] = /^(\s*)([-*+]|\d+[.)]|>)\s/.exec(line.text) ?? [];
  if (sign === '' || main.head < line.from + whole.length) return false;
  if (line.text.trim() === sign) {
    dispatch(
      state.update({
        changes: { from: line.from, to: line.to },
        userEvent: 'delete',
        scrollIntoView: true,
      }),
    );
    return true;
  }
  const next = sign.replace(/\d+/, (number) => String(Number(number) + 1));
  dispatch(insertion(state, `\n${indent}${next} `));
  return true;
};

/** Converts the selected text to a link. Without text, the URL is shown. */
export function insertLink(url: string): StateCommand {
  return ({ state, dispatch }) => {
    const { from, to } = state.selection.main;
    const text = state.sliceDoc(from, to) || url;
    dispatch(insertion(state, `[${text}](${url})`));
    return true;
  };
}

/** Inserts an image. @param url Image URL */
export function insertPicture(url: string, alternative: string): StateCommand {
  return ({ state, dispatch }) => {
    dispatch(insertion(state, `![${alternative}](${url})`));
    return true;
  };
}

function insertion(state: EditorState, text: string): Transaction {
  return state.update(state.replaceSelection(text), { userEvent: 'input', scrollIntoView: true });
}
