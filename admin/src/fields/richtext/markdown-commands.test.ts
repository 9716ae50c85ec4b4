// Markdown with the keyboard.
import { EditorSelection, EditorState, type StateCommand } from '@codemirror/state';
import { expect, test } from 'vitest';
import { continueLine, insertLink, toggleAround, toggleStart } from './markdown-commands.ts';

/** Runs a command in a text with `|` at the ends of the selection; returns it with the new ends. Null: it does not apply. */
function run(text: string, command: StateCommand): string | null {
  const [before = '', inside, after] = text.split('|');
  const doc = before + (after === undefined ? (inside ?? '') : `${inside ?? ''}${after}`);
  const head = after === undefined ? before.length : before.length + (inside ?? '').length;
  let state = EditorState.create({ doc, selection: EditorSelection.single(before.length, head) });
  if (!command({ state, dispatch: (transaction) => (state = transaction.state) })) return null;
  const { from, to } = state.selection.main;
  const all = state.doc.toString();
  return from === to
    ? `${all.slice(0, from)}|${all.slice(from)}`
    : `${all.slice(0, from)}|${all.slice(from, to)}|${all.slice(to)}`;
}

test.each([
  ['a |b| c', toggleAround('**'), 'a **|b|** c'],
  ['a **|b|** c', toggleAround('**'), 'a |b| c'],
  ['|', toggleAround('_'), '_|_'],
  ['a|\nb', toggleStart('## '), '## a|\nb'],
  ['# a|', toggleStart('## '), '## a|'],
  ['## a|', toggleStart('## '), 'a|'],
  ['|a\nb|', toggleStart('1. '), '1. |a\n2. b|'],
  ['- |a\n- b|', toggleStart('- '), '|a\nb|'],
  ['- a|', continueLine, '- a\n- |'],
  ['  3. a|', continueLine, '  3. a\n  4. |'],
  ['- a\n- |', continueLine, '- a\n|'],
  ['a|', continueLine, null],
  ['see |this|', insertLink('https://a.example'), 'see [this](https://a.example)|'],
  ['|', insertLink('/b'), '[/b](/b)|'],
] as const)('%j', (text, command, expected) => {
  expect(run(text, command)).toBe(expected);
});
