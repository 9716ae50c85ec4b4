// Text selections that are mapped through changes.
import { EditorState, type Transaction } from 'prosemirror-state';
import { describe, expect, test } from 'vitest';
import { parseBlocks } from './parse-blocks.ts';
import { textRange } from './text-range.ts';

const state = EditorState.create({
  doc: parseBlocks([{ type: 'paragraph', children: [{ type: 'text', text: 'sails' }] }]),
});

/** The ends of a range after a change. */
function mapped(
  [start, end]: readonly [number, number],
  change: (transaction: Transaction) => Transaction,
  side: -1 | 1,
): readonly number[] {
  const { doc, mapping } = change(state.tr);
  const selection = textRange(start, end).map(mapping, side).resolve(doc);
  return [selection.from, selection.to];
}

describe('text range', () => {
  test('stays before typed text, or follows earlier content', () => {
    const type = (transaction: Transaction): Transaction => transaction.insertText('old ', 1);
    expect(mapped([1, 1], type, -1)).toEqual([1, 1]);
    expect(mapped([1, 1], type, 1)).toEqual([5, 5]);
  });

  test('is empty if its text was replaced', () => {
    const replace = (transaction: Transaction): Transaction => transaction.insertText('rope', 1, 6);
    expect(mapped([1, 6], replace, -1)).toEqual([1, 1]);
    expect(mapped([1, 6], replace, 1)).toEqual([5, 5]);
  });

  test('grows with its text', () => {
    const type = (transaction: Transaction): Transaction => transaction.insertText('x', 3);
    expect(mapped([2, 6], type, -1)).toEqual([2, 7]);
  });
});
