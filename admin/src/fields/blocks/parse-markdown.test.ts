// Markdown that is pasted.
import { expect, test } from 'vitest';
import { printBlocks } from './parse-blocks.ts';
import { parseMarkdown } from './parse-markdown.ts';

function text(value: string, more: object = {}): object {
  return { type: 'text', text: value, ...more };
}

test.each([
  ['## Title ##', [{ type: 'heading', level: 2, children: [text('Title')] }]],
  ['Title\n=====', [{ type: 'heading', level: 1, children: [text('Title')] }]],
  [
    'One\nline **bold *both*** `code` ~~gone~~\\*',
    [
      {
        type: 'paragraph',
        children: [
          text('One line '),
          text('bold ', { bold: true }),
          text('both', { bold: true, italic: true }),
          text(' '),
          text('code', { code: true }),
          text(' '),
          text('gone', { strikethrough: true }),
          text('*'),
        ],
      },
    ],
  ],
  [
    'See [the *loft*](https://a.example "Title").',
    [
      {
        type: 'paragraph',
        children: [
          text('See '),
          { type: 'link', url: 'https://a.example', children: [text('the *loft*')] },
          text('.'),
        ],
      },
    ],
  ],
  [
    '- a\n- b\n  1. c\n\n> said\n> so',
    [
      {
        type: 'list',
        format: 'unordered',
        children: [
          { type: 'list-item', children: [text('a')] },
          { type: 'list-item', children: [text('b')] },
          {
            type: 'list',
            format: 'ordered',
            indentLevel: 1,
            children: [{ type: 'list-item', children: [text('c')] }],
          },
        ],
      },
      { type: 'quote', children: [text('said so')] },
    ],
  ],
  [
    '```js\nlet a;\n\nlet b;\n```',
    [{ type: 'code', language: 'js', children: [text('let a;\n\nlet b;')] }],
  ],
  ['[bad](javascript:alert(1))', [{ type: 'paragraph', children: [text('bad')] }]],
  ['a <b>x</b>', [{ type: 'paragraph', children: [text('a <b>x</b>')] }]],
] as const)('%j', (markdown, blocks) => {
  expect(printBlocks(parseMarkdown(markdown))).toEqual(blocks);
});
