// Stored blocks and documents of the editor: nothing is lost.
import fc from 'fast-check';
import { EditorState } from 'prosemirror-state';
import { describe, expect, test } from 'vitest';
import type { Json, JsonObject } from '../../base/json.ts';
import { parseBlocks, printBlocks } from './parse-blocks.ts';
import { schema } from './schema.ts';

function text(value: string, more: JsonObject = {}): JsonObject {
  return { type: 'text', text: value, ...more };
}

/** The value after a letter is typed at the start of every text block, and removed: no node is the one that was read. */
function afterTyping(value: Json): Json {
  let state = EditorState.create({ doc: parseBlocks(value) });
  const starts: number[] = [];
  state.doc.descendants((node, position) => {
    if (node.isTextblock) starts.push(position + 1);
  });
  for (const start of starts.toReversed()) {
    state = state.apply(state.tr.insert(start, schema.text('x')));
    state = state.apply(state.tr.delete(start, start + 1));
  }
  return printBlocks(state.doc);
}

const STORED: readonly Json[] = [
  { type: 'paragraph', children: [text('A '), text('bold', { bold: true }), text(' word')] },
  { type: 'paragraph', children: [text('two\nlines')] },
  {
    type: 'paragraph',
    children: [
      text(''),
      { type: 'link', url: 'https://a.example', rel: 'x', children: [text('one')] },
      text(''),
      {
        type: 'link',
        url: 'https://a.example',
        children: [text('t', { italic: true }), text('wo')],
      },
      text(''),
    ],
  },
  { type: 'heading', level: 3, anchor: 'here', children: [text('Title')] },
  { type: 'quote', children: [text('Said', { code: true, underline: true })] },
  { type: 'code', language: 'sql', children: [text('select 1;\n\nselect 2;')] },
  {
    type: 'list',
    format: 'unordered',
    children: [
      { type: 'list-item', children: [text('One')] },
      {
        type: 'list',
        format: 'ordered',
        indentLevel: 1,
        children: [{ type: 'list-item', done: true, children: [text('Below')] }],
      },
    ],
  },
  {
    type: 'image',
    image: { name: 'sail.jpg', url: '/uploads/sail.jpg', width: 2 },
    children: [text('')],
  },
  { type: 'table', rows: [[1, 2]], children: [text('')] },
  {
    type: 'paragraph',
    children: [text('a'), { type: 'mention', id: 7 }, text('b', { color: 'red' })],
  },
];

test('an unchanged value consists of the same objects', () => {
  const printed = printBlocks(parseBlocks(STORED)) as readonly Json[];
  expect(printed.every((block, index) => block === STORED[index])).toBe(true);
});

test('a value in normal form is the same after typing in every block', () => {
  expect(afterTyping(STORED)).toEqual(STORED);
});

test('a keystroke leaves all other blocks as they were stored, even those that are not in normal form', () => {
  const odd = [
    {
      type: 'paragraph',
      children: [{ type: 'link', url: 'https://a.example', children: [text('a')] }],
    },
    'nothing',
    null,
    { type: 'heading', level: 9, children: [text('deep')] },
    { type: 'paragraph', children: [text('a'), text('b')] },
  ];
  const value: Json = [...odd, { type: 'paragraph', children: [text('here')] }];
  const state = EditorState.create({ doc: parseBlocks(value) });
  const end = state.doc.content.size - 1;
  const { doc } = state.apply(state.tr.insert(end, schema.text('!')));
  expect(printBlocks(doc)).toEqual([...odd, { type: 'paragraph', children: [text('here!')] }]);
});

test('an empty document has no value', () => {
  expect(printBlocks(parseBlocks(null))).toBeNull();
  expect(printBlocks(parseBlocks([]))).toBeNull();
  expect(afterTyping([{ type: 'paragraph', children: [text('')] }])).toBeNull();
});

const flags = fc
  .subarray(['bold', 'italic', 'underline', 'strikethrough', 'code'])
  .map((names) => Object.fromEntries(names.map((name) => [name, true as const])));

/** Texts with other marks each, so that neighbors stay apart. */
function texts(min: number): fc.Arbitrary<readonly JsonObject[]> {
  return fc.uniqueArray(
    fc
      .tuple(fc.stringMatching(/^[a-z \n]{1,6}$/), flags)
      .map(([words, marks]) => text(words, marks)),
    {
      minLength: min,
      maxLength: 4,
      selector: (node) => Object.keys(node).join(),
    },
  );
}

const link: fc.Arbitrary<JsonObject> = texts(1).map((children) => ({
  type: 'link',
  url: 'https://a.example',
  children,
}));

const inline: fc.Arbitrary<readonly JsonObject[]> = fc.oneof(
  texts(1),
  fc
    .tuple(texts(1), link, texts(1))
    .map(([before, middle, after]) => [...before, middle, ...after]),
  fc.tuple(link, link).map(([one, two]) => [text(''), one, text(''), two, text('')]),
);

const block: fc.Arbitrary<JsonObject> = fc.oneof(
  inline.map((children) => ({ type: 'paragraph', children })),
  fc.tuple(fc.integer({ min: 1, max: 6 }), inline).map(([level, children]) => ({
    type: 'heading',
    level,
    children,
  })),
  inline.map((children) => ({ type: 'quote', children })),
  inline.map((children) => ({
    type: 'list',
    format: 'ordered',
    children: [
      { type: 'list-item', children },
      {
        type: 'list',
        format: 'unordered',
        indentLevel: 1,
        children: [{ type: 'list-item', children }],
      },
    ],
  })),
);

describe('any value in normal form', () => {
  test('is the same after typing in every block', () => {
    fc.assert(
      fc.property(fc.array(block, { minLength: 1, maxLength: 5 }), (value) => {
        expect(afterTyping(value)).toEqual(value);
      }),
      { numRuns: 300 },
    );
  });
});
