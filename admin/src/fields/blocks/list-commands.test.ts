// Lists with the keyboard: items are split, indented and moved out.
import { EditorState, TextSelection, type Command } from 'prosemirror-state';
import { describe, expect, test } from 'vitest';
import type { Json, JsonObject } from '../../base/json.ts';
import { setBlock } from './commands.ts';
import { indentItems, leaveListAtStart, outdentItems, splitItem } from './list-commands.ts';
import { toggleList } from './list-format.ts';
import { parseBlocks, printBlocks } from './parse-blocks.ts';

/** `- a`, `-- b` (nested), `1 c`, `p d`: a block or item for each line, and `|` for the caret or the ends of the selection. */
function stateOf(...lines: readonly string[]): EditorState {
  const blocks: Json[] = [];
  const lists: { level: number; children: Json[] }[] = [];
  for (const line of lines) {
    const [, sign = '', words = ''] = /^(\S+) ?(.*)$/.exec(line) ?? [];
    const node = (type: string): JsonObject => ({
      type,
      children: [{ type: 'text', text: words }],
    });
    if (!/^[-1]/.test(sign)) {
      lists.length = 0;
      blocks.push(node('paragraph'));
      continue;
    }
    while ((lists.at(-1)?.level ?? 0) > sign.length) lists.pop();
    while ((lists.at(-1)?.level ?? 0) < sign.length) {
      const children: Json[] = [];
      const format = sign.startsWith('1') ? 'ordered' : 'unordered';
      (lists.at(-1)?.children ?? blocks).push({ type: 'list', format, children });
      lists.push({ level: (lists.at(-1)?.level ?? 0) + 1, children });
    }
    lists.at(-1)?.children.push(node('list-item'));
  }
  let state = EditorState.create({ doc: parseBlocks(blocks) });
  const marks: number[] = [];
  state.doc.descendants((node, position) => {
    const text = node.text ?? '';
    for (let at = text.indexOf('|'); at >= 0; at = text.indexOf('|', at + 1))
      marks.push(position + at);
  });
  const transaction = state.tr;
  for (const mark of marks.toReversed()) transaction.delete(mark, mark + 1);
  const [from = 1, to] = marks;
  const end = to === undefined ? from : to - 1;
  state = state.apply(transaction);
  return state.apply(state.tr.setSelection(TextSelection.create(state.doc, from, end)));
}

/** The lines of a document, with `|` at the caret. */
function linesOf(state: EditorState): readonly string[] {
  const { empty, from } = state.selection;
  const marked = empty ? state.apply(state.tr.insertText('|', from)) : state;
  const lines: string[] = [];
  const visit = (json: Json, sign: string): void => {
    const { type, format, children } = json as { type: string; format?: string; children: Json[] };
    if (type === 'list') {
      for (const child of children) visit(child, sign + (format === 'ordered' ? '1' : '-'));
      return;
    }
    const words = (children as JsonObject[]).map(({ text }) => text).join('');
    lines.push(`${sign || 'p'} ${words}`.trimEnd());
  };
  for (const block of (printBlocks(marked.doc) ?? []) as readonly Json[]) visit(block, '');
  return lines;
}

function run(state: EditorState, command: Command): readonly string[] | null {
  let next: EditorState | null = null;
  const isDone = command(state, (transaction) => {
    next = state.apply(transaction);
  });
  return isDone && next ? linesOf(next) : null;
}

describe('Enter', () => {
  test('splits an item', () => {
    expect(run(stateOf('- a|b'), splitItem)).toEqual(['- a', '- |b']);
  });

  test('moves an empty item out of its list', () => {
    expect(run(stateOf('- a', '- |', '- c'), splitItem)).toEqual(['- a', 'p |', '- c']);
    expect(run(stateOf('- a', '-- |'), splitItem)).toEqual(['- a', '- |']);
  });

  test('does not handle other blocks', () => {
    expect(run(stateOf('p a|'), splitItem)).toBeNull();
  });
});

describe('Tab', () => {
  test('turns an item into a nested list, and joins it with adjacent ones', () => {
    expect(run(stateOf('- a', '- b|', '- c'), indentItems)).toEqual(['- a', '-- b|', '- c']);
    expect(run(stateOf('- a', '-- b', '- c|'), indentItems)).toEqual(['- a', '-- b', '-- c|']);
    expect(run(stateOf('- a', '- b|', '-- c'), indentItems)).toEqual(['- a', '-- b|', '-- c']);
  });

  test('applies to all selected items', () => {
    expect(run(stateOf('1 a', '1 |b', '1 c|'), indentItems)).toEqual(['1 a', '11 b', '11 c']);
  });

  test('does not handle the first item, so that the focus can move on', () => {
    expect(run(stateOf('- a|', '- b'), indentItems)).toBeNull();
    expect(run(stateOf('p a|'), indentItems)).toBeNull();
  });

  test('stores the depth of the list', () => {
    let value: Json = null;
    const state = stateOf('- a', '- b|');
    indentItems(state, (transaction) => {
      value = printBlocks(state.apply(transaction).doc);
    });
    expect(value).toMatchObject([{ children: [{}, { type: 'list', indentLevel: 1 }] }]);
  });
});

describe('Shift+Tab', () => {
  test('moves an item to the surrounding list', () => {
    expect(run(stateOf('- a', '-- b', '-- c|', '-- d'), outdentItems)).toEqual([
      '- a',
      '-- b',
      '- c|',
      '-- d',
    ]);
  });

  test('turns the items of an outermost list into paragraphs', () => {
    expect(run(stateOf('- a', '- b|', '- c'), outdentItems)).toEqual(['- a', 'p b|', '- c']);
    expect(run(stateOf('- |a', '- b|'), outdentItems)).toEqual(['p a', 'p b']);
  });
});

test('Backspace at the start of an item moves it out of its list', () => {
  expect(run(stateOf('- a', '- |b'), leaveListAtStart)).toEqual(['- a', 'p |b']);
  expect(run(stateOf('- a', '- b|'), leaveListAtStart)).toBeNull();
});

describe('the list buttons', () => {
  test('turn all selected blocks into items, and join lists of their kind', () => {
    expect(run(stateOf('- z', 'p |a', 'p b|'), toggleList('unordered'))).toEqual([
      '- z',
      '- a',
      '- b',
    ]);
    expect(run(stateOf('p a|', '1 b'), toggleList('ordered'))).toEqual(['1 a|', '1 b']);
  });

  test('change the kind of a list, or end it', () => {
    expect(run(stateOf('- a|'), toggleList('ordered'))).toEqual(['1 a|']);
    expect(run(stateOf('- a|'), toggleList('unordered'))).toEqual(['p a|']);
  });

  test('can be replaced by choosing a list as the block type', () => {
    expect(run(stateOf('p a|'), setBlock('ordered'))).toEqual(['1 a|']);
  });
});
