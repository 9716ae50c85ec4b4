import { expect, test } from 'vitest';
import { markBlocks } from './blocks.ts';

const mark = (text: string): string => `${text}*`;
const text = (value: string): object => ({ type: 'text', text: value });
const block = (type: string, ...children: readonly unknown[]): object => ({ type, children });

test.each(['paragraph', 'heading', 'quote'])('marks the first text of a %s', (type) => {
  expect(markBlocks([block(type, text(''), text('b'))], mark)).toEqual([
    block(type, text('*'), text('b')),
  ]);
});

test('marks the first text at any depth', () => {
  const link = (value: string): object => ({ ...block('link', text(value)), url: 'https://x.y' });
  expect(markBlocks([block('paragraph', link('a'), text('b'))], mark)).toEqual([
    block('paragraph', link('a*'), text('b')),
  ]);
});

test('marks each item of a list and of nested lists', () => {
  const item = (value: string): object => block('list-item', text(value), text('rest'));
  const list = (...values: readonly string[]): object =>
    block('list', item(values[0] ?? ''), block('list', item(values[1] ?? '')), item('c'));
  expect(markBlocks([list('a', 'b')], mark)).toEqual([
    block(
      'list',
      block('list-item', text('a*'), text('rest')),
      block('list', block('list-item', text('b*'), text('rest'))),
      block('list-item', text('c*'), text('rest')),
    ),
  ]);
});

test('marks the alternative text of an image', () => {
  const image = (alternativeText: unknown): object => ({
    ...block('image', text('')),
    image: { url: 'https://x.y/z.png', alternativeText },
  });
  expect(markBlocks([image('a'), image(''), image(null)], mark)).toEqual([
    image('a*'),
    image(''),
    image(null),
  ]);
});

test.each([
  ['code', [block('code', text('a'))]],
  ['a block of an unknown kind', [block('table', text('a'))]],
  ['a block without texts', [block('paragraph'), { type: 'list' }, { type: 'image' }]],
  ['values that are not blocks', [null, 'a', 1]],
  ['a value that is not a list', { type: 'paragraph' }],
])('does not change %s', (_name, blocks) => {
  expect(markBlocks(blocks, mark)).toEqual(blocks);
});
