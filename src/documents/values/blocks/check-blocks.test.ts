import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ScalarAttribute } from '../../../schema/types.ts';
import { checkScalar } from '../check-scalar.ts';
import type { ScalarResult } from '../scalar-result.ts';

const attribute: ScalarAttribute = {
  kind: 'scalar',
  name: 'body',
  type: 'blocks',
  private: false,
  searchable: true,
  writable: true,
  localized: false,
  raw: { type: 'blocks' },
};

function check(value: unknown, label: string = 'body'): ScalarResult {
  return checkScalar({ attribute, label, rules: { complete: true, draft: false } }, value);
}

/** What is wrong, as `path: message`. */
function problems(value: unknown, label?: string): readonly string[] {
  const { failures, value: stored } = check(value, label);
  if (failures.length > 0) expect(stored).toBeUndefined();
  return failures.map(({ path, message }) => `${path.join('.')}: ${message}`);
}

const text = { type: 'text', text: 'a' };
const item = { type: 'list-item', children: [text] };
const image = {
  name: 'n',
  url: '/u',
  width: 1,
  height: 1,
  hash: 'h',
  ext: '.png',
  mime: 'image/png',
  size: 1.5,
  provider: 'local',
  createdAt: 'now',
  updatedAt: 'now',
};

function paragraph(...children: readonly unknown[]): object {
  return { type: 'paragraph', children };
}

function link(url: unknown): object {
  return paragraph({ type: 'link', url, children: [text] });
}

describe('stores nodes unchanged', () => {
  test.each<[string, unknown]>([
    ['paragraph', paragraph({ ...text, bold: true, italic: false }, { ...text, code: true })],
    ['empty text', paragraph({ type: 'text', text: '' })],
    ['quote', { type: 'quote', children: [text] }],
    ['heading', { type: 'heading', level: 6, children: [text] }],
    ['code', { type: 'code', children: [text] }],
    ['code with a language', { type: 'code', language: 'js', children: [text] }],
    ['code without one', { type: 'code', language: null, children: [text] }],
    ['list', { type: 'list', format: 'ordered', children: [item] }],
    [
      'list in a list',
      {
        type: 'list',
        format: 'ordered',
        children: [{ type: 'list', format: 'unordered', children: [item] }],
      },
    ],
    [
      'empty list item',
      { type: 'list', format: 'ordered', children: [{ type: 'list-item', children: [] }] },
    ],
    ['image', { type: 'image', image, children: [] }],
    [
      'image with all keys',
      {
        type: 'image',
        image: {
          ...image,
          formats: {},
          caption: null,
          alternativeText: 'x',
          previewUrl: null,
          provider_metadata: [1],
        },
        children: [text],
      },
    ],
    ['relative link', link('/relative')],
    ['link with two slashes', link('//host')],
    ['http link', link('http://a')],
    ['ftp link', link('ftp://a')],
    ['mail link', link('mailto:a@b.co')],
    ['phone link', link('tel:123')],
    ['link without children', paragraph({ type: 'link', url: '/', children: [] })],
    ['unknown keys', { ...paragraph({ ...text, own: [1] }), extra: { a: null } }],
  ])('%s', (_, node) => {
    expect(problems([node])).toEqual([]);
    expect(check([node]).value).toEqual([node]);
  });
});

describe('casts nodes', () => {
  test.each<[string, unknown, unknown]>([
    [
      'level',
      { type: 'heading', level: '2', children: [text] },
      { type: 'heading', level: 2, children: [text] },
    ],
    ['text', paragraph({ type: 'text', text: 5 }), paragraph({ type: 'text', text: '5' })],
    ['flag', paragraph({ ...text, bold: 'true' }), paragraph({ ...text, bold: true })],
    [
      'children as JSON',
      { type: 'paragraph', children: JSON.stringify([{ ...text, code: 1 }]) },
      paragraph({ ...text, code: true }),
    ],
    [
      'a node of code as JSON',
      { type: 'code', children: [JSON.stringify(text)] },
      { type: 'code', children: [text] },
    ],
  ])('%s', (_, node, stored) => {
    expect(check([node]).value).toEqual([stored]);
    expect(check(JSON.stringify([node])).value).toEqual([stored]);
  });

  test('with a key called __proto__', () => {
    const { value } = check(
      JSON.parse(
        '[{"type": "paragraph", "__proto__": 1, "children": [{"type": "text", "text": 5}]}]',
      ),
    );
    expect(JSON.stringify(value)).toBe(
      '[{"type":"paragraph","__proto__":1,"children":[{"type":"text","text":"5"}]}]',
    );
  });
});

describe('rejects nodes', () => {
  const empty = 'children must have at least one';
  test.each<[unknown, readonly string[]]>([
    [paragraph(), [`0.children: Paragraph node ${empty} Text or Link node`]],
    [{ type: 'quote', children: [] }, [`0.children: Quote node ${empty} Text or Link node`]],
    [{ type: 'code', children: [] }, [`0.children: Quote node ${empty} Text or Link node`]],
    [
      { type: 'heading', level: 1, children: [] },
      [`0.children: Heading node ${empty} Text or Link node`],
    ],
    [
      { type: 'list', format: 'ordered', children: [] },
      [`0.children: List node ${empty} ListItem or ListNode`],
    ],
    [{ type: 'paragraph' }, ['0.children: body[0].children is a required field']],
    [
      { type: 'paragraph', children: 5 },
      [
        '0.children: body[0].children must be a `array` type, but the final value was: `null` (cast from the value `5`).',
      ],
    ],
    [{ type: 'nope' }, ['0: Block node is of invalid type']],
    [{}, ['0: Block node is of invalid type']],
    [null, ['0: Block node is of invalid type']],
    ['a', ['0: Block node is of invalid type']],
    [[], ['0: Block node is of invalid type']],
    [text, ['0: Block node is of invalid type']],
    [item, ['0: Block node is of invalid type']],
    [paragraph({ type: 'bad' }), ['0.children.0: Inline node must be Text or Link']],
    [paragraph(null), ['0.children.0: Inline node must be Text or Link']],
    [
      { type: 'list', format: 'ordered', children: [paragraph(text)] },
      ['0.children.0: Inline node must be list-item or list'],
    ],
    [
      { type: 'list', format: 'bad', children: [item] },
      ['0.format: body[0].format must be one of the following values: ordered, unordered'],
    ],
    [{ type: 'list', children: [item] }, ['0.format: body[0].format is a required field']],
    [
      { type: 'heading', level: 7, children: [text] },
      ['0.level: body[0].level must be one of the following values: 1, 2, 3, 4, 5, 6'],
    ],
    [{ type: 'heading', children: [text] }, ['0.level: body[0].level is a required field']],
    [
      { type: 'heading', level: 'x', children: [text] },
      [
        '0.level: body[0].level must be a `number` type, but the final value was: `NaN` (cast from the value `"x"`).',
        '0.level: body[0].level must be one of the following values: 1, 2, 3, 4, 5, 6',
      ],
    ],
    [
      { type: 'code', language: [], children: [text] },
      ['0.language: body[0].language must be a `string` type, but the final value was: `[]`.'],
    ],
    [
      { type: 'code', children: [null] },
      [
        '0.children.0: body[0].children[0] must be a `object` type, but the final value was: `null`.',
      ],
    ],
    [
      { type: 'code', children: [{ type: null, text: '' }] },
      [
        '0.children.0.type: body[0].children[0].type must be a `string` type, but the final value was: `null`.',
        '0.children.0.type: body[0].children[0].type must be one of the following values: text',
      ],
    ],
    [
      paragraph({ type: 'text' }),
      ['0.children.0.text: Text must be defined with at least an empty string'],
    ],
    [
      paragraph({ ...text, bold: 'yes' }),
      [
        '0.children.0.bold: body[0].children[0].bold must be a `boolean` type, but the final value was: `"yes"`.',
      ],
    ],
    [link('#x'), ['0.children.0.url: Please specify a valid link.']],
    [link('javascript:alert(1)'), ['0.children.0.url: Please specify a valid link.']],
    [link(undefined), ['0.children.0.url: Please specify a valid link.']],
    [
      paragraph({ type: 'link', url: '/', children: [{ type: 'link', url: '/' }] }),
      [
        '0.children.0.children.0.type: body[0].children[0].children[0].type must be one of the following values: text',
        '0.children.0.children.0.text: Text must be defined with at least an empty string',
      ],
    ],
    [
      { type: 'image', image: { ...image, name: '', size: 'x' }, children: [] },
      [
        '0.image.name: body[0].image.name is a required field',
        '0.image.size: body[0].image.size must be a `number` type, but the final value was: `NaN` (cast from the value `"x"`).',
      ],
    ],
    [
      { type: 'image', image: { ...image, formats: 5 }, children: [] },
      [
        '0.image.formats: body[0].image.formats must be a `object` type, but the final value was: `null` (cast from the value `5`).',
      ],
    ],
  ])('%j', (node, expected) => {
    expect(problems([node])).toEqual(expected);
  });

  test('an image without its file, reporting every required attribute', () => {
    expect(problems([{ type: 'image', children: [] }])).toEqual(
      Object.keys(image).map((key) => `0.image.${key}: body[0].image.${key} is a required field`),
    );
  });

  test('with the received value, or without one if there was none', () => {
    expect(check([{ type: 'code', children: [{ type: 5 }] }]).failures).toEqual([
      expect.objectContaining({ path: ['0', 'children', '0', 'type'], value: '5' }),
      {
        path: ['0', 'children', '0', 'text'],
        message: 'Text must be defined with at least an empty string',
      },
    ]);
  });
});

describe('the order of errors', () => {
  const shallow = { type: 'bogus' };
  const deep = paragraph({ type: 'text', text: {} });

  test('is Strapi’s: shallow items of a list first', () => {
    expect(
      problems([deep, { type: 'quote', children: [] }, shallow]).map((each) => each[0]),
    ).toEqual(['2', '1', '0']);
  });

  test('follows the fields of a node', () => {
    const node = { type: 'heading', level: 7, children: [{ type: 'text', bold: 2 }] };
    expect(problems([node]).map((each) => each.split(':')[0])).toEqual([
      '0.level',
      '0.children.0.text',
      '0.children.0.bold',
    ]);
  });

  test('is different if the attribute has the name of a field', () => {
    const node = { type: 'code', children: [{ type: 'x', bold: 2 }] };
    const names = (label: string): readonly string[] =>
      problems([node], label).map((each) => each.split(':')[0]?.split('.').at(-1) ?? '');
    expect(names('body')).toEqual(['type', 'text', 'bold']);
    expect(names('types')).toEqual(['bold', 'type', 'text']);
  });
});

describe('values that are not a list of nodes', () => {
  test.each<[unknown, string]>([
    ['text', '`null` (cast from the value `"text"`)'],
    [{}, '`null` (cast from the value `{}`)'],
    [5, '`null` (cast from the value `5`)'],
    [true, '`null` (cast from the value `true`)'],
    ['null', '`null` (cast from the value `"null"`)'],
    ['{}', '`null` (cast from the value `"{}"`)'],
  ])('rejects %j', (value, shown) => {
    const message = `body must be a \`array\` type, but the final value was: ${shown}.`;
    expect(check(value).failures).toEqual([{ path: [], message, value: null }]);
  });

  test('rejects NUL characters', () => {
    expect(problems([paragraph({ type: 'text', text: '\0' })])).toEqual([
      ': body must not contain NUL characters',
    ]);
  });
});

describe('large values', () => {
  function nested(levels: number): string {
    const open = '{"type":"list","format":"ordered","children":[';
    return `[${open.repeat(levels)}${JSON.stringify(item)}${']}'.repeat(levels)}]`;
  }

  test('limits the nesting of lists', () => {
    expect(problems(JSON.parse(nested(240)))).toEqual([]);
    expect(problems(JSON.parse(nested(260)))).toHaveLength(1);
    expect(problems(nested(20_000))).toHaveLength(1);
  });

  test('limits the nesting of JSON in JSON', () => {
    let inner = '[]';
    for (let round = 0; round < 10; round += 1) {
      let list = JSON.stringify(inner);
      for (let level = 0; level < 80; level += 1) {
        list = `[{"type":"list","format":"ordered","children":${list}}]`;
      }
      inner = list;
    }
    const { failures } = check(inner);
    expect(failures).toHaveLength(1);
    expect(() => JSON.stringify(failures)).not.toThrow();
  });

  test('limits the number of reported errors', () => {
    expect(problems(Array.from({ length: 100_000 }, () => ({})))).toHaveLength(1000);
    expect(problems([paragraph(...Array.from({ length: 2000 }, () => ({}))), {}])).toHaveLength(
      1000,
    );
  });
});

test('accepts or rejects any tree of node-like values', () => {
  const { tree } = fc.letrec((tie) => ({
    leaf: fc.oneof(
      fc.jsonValue({ maxDepth: 1 }),
      fc.constantFrom('text', 'ordered', '/a', 1, true),
    ),
    tree: fc.oneof(
      { maxDepth: 5 },
      tie('leaf'),
      fc.array(tie('tree'), { maxLength: 3 }),
      fc.record(
        {
          type: fc.constantFrom('paragraph', 'list', 'list-item', 'code', 'image', 'text', 'link'),
          children: fc.oneof(fc.array(tie('tree'), { maxLength: 3 }), tie('leaf')),
          text: tie('leaf'),
          image: tie('tree'),
          format: tie('leaf'),
          url: tie('leaf'),
        },
        { requiredKeys: ['type', 'children'] },
      ),
    ),
  }));
  fc.assert(
    fc.property(fc.array(tree, { maxLength: 4 }), (value) => {
      const { value: stored, failures } = check(value);
      expect(stored === undefined).toBe(failures.length > 0);
      // What was stored is stored again as it is.
      if (stored !== undefined) expect(check(stored).value).toBe(stored);
    }),
    { numRuns: 1000 },
  );
});
