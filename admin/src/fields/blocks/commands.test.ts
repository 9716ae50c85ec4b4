// Marks by toolbar and shortcut.
import { EditorState, TextSelection } from 'prosemirror-state';
import { expect, test } from 'vitest';
import type { Json } from '../../base/json.ts';
import { toggleFlag } from './commands.ts';
import { parseBlocks, printBlocks } from './parse-blocks.ts';

const BOLD = { bold: true };

function stateOf(from: number, to: number): EditorState {
  const doc = parseBlocks([
    { type: 'paragraph', children: [{ type: 'text', text: 'a big sail' }] },
  ]);
  const state = EditorState.create({ doc });
  return state.apply(state.tr.setSelection(TextSelection.create(doc, from, to)));
}

function toggle(state: EditorState): EditorState {
  let next = state;
  toggleFlag('bold')(state, (transaction) => {
    next = state.apply(transaction);
  });
  return next;
}

function textsOf(state: EditorState): Json {
  const [block] = printBlocks(state.doc) as readonly { readonly children: Json }[];
  return block?.children ?? null;
}

test('a mark does not apply to spaces at the ends of the selected text', () => {
  const bold = toggle(stateOf(2, 7));
  const [text, marked] = [
    { type: 'text', text: 'a ' },
    { type: 'text', text: 'big', ...BOLD },
  ];
  expect(textsOf(bold)).toEqual([text, marked, { type: 'text', text: ' sail' }]);
  expect(textsOf(toggle(bold))).toEqual([{ type: 'text', text: 'a big sail' }]);
});

test('a mark applies to spaces if nothing else is selected', () => {
  expect(textsOf(toggle(stateOf(2, 3)))).toContainEqual({ type: 'text', text: ' ', ...BOLD });
});

test('a mark applies to what is typed next if no text is selected', () => {
  const bold = toggle(stateOf(2, 2));
  expect(textsOf(bold.apply(bold.tr.insertText('!')))).toContainEqual({
    type: 'text',
    text: '!',
    ...BOLD,
  });
  expect(toggle(bold).storedMarks).toEqual([]);
});
