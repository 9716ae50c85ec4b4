// Contract of field kinds: every kind passes the same table, so that forms, lists and saves need to know none of them.
import { renderToString } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import type { Json } from '../base/json.ts';
import { loadWords, WordsProvider } from '../base/words.tsx';
import type { LayoutField } from '../model/layout.ts';
import { parseAttribute, type Attribute } from '../model/schema.ts';
import { FIELD_KINDS, fieldKind } from './registry.ts';

/** A row of the table. */
interface Contract {
  /** Of the schema. */
  readonly attribute?: Readonly<Record<string, Json>>;
  /** A value of the server, and as text. */
  readonly filled: readonly [raw: Json, text: string];
  /** Form values that even a draft may not have, each with its issue. */
  readonly wrong?: readonly (readonly [value: Json, issue: string])[];
  /** Form values that only a publication may not have. */
  readonly unpublishable?: readonly (readonly [value: Json, issue: string])[];
  /** What is typed, and what is sent for it. */
  readonly typed: readonly (readonly [value: Json, body: Json])[];
}

const TEXT: Contract = {
  attribute: { maxLength: 5, minLength: 2, regex: '^[a-z ]*$' },
  filled: ['sail', 'sail'],
  wrong: [['too long', 'maxLength']],
  unpublishable: [
    ['a', 'minLength'],
    ['A b', 'pattern'],
  ],
  typed: [
    ['sea', 'sea'],
    ['', null],
  ],
};

const DATE: Contract = {
  filled: ['2026-10-03', 'Oct 3, 2026'],
  typed: [
    ['2026-10-04', '2026-10-04'],
    ['', null],
  ],
};

const TABLE: Readonly<Record<string, Contract>> = {
  string: TEXT,
  text: TEXT,
  richtext: TEXT,
  email: {
    filled: ['ines@example.com', 'ines@example.com'],
    wrong: [
      ['ines', 'email'],
      ['ines@', 'email'],
    ],
    typed: [
      ['a@b.cd', 'a@b.cd'],
      ['', null],
    ],
  },
  password: { filled: [null, ''], typed: [['Secret12', 'Secret12']] },
  uid: {
    filled: ['a-sail', 'a-sail'],
    wrong: [
      ['a sail', 'uid'],
      ['sägel', 'uid'],
    ],
    typed: [
      ['b', 'b'],
      ['', null],
    ],
  },
  integer: {
    attribute: { min: 1, max: 9 },
    filled: [7, '7'],
    wrong: [
      ['1.5', 'integer'],
      ['x', 'integer'],
    ],
    unpublishable: [
      ['0', 'min'],
      ['10', 'max'],
    ],
    typed: [
      ['8', 8],
      [' 8 ', 8],
      ['', null],
    ],
  },
  biginteger: {
    filled: ['9007199254740993', '9007199254740993'],
    wrong: [['1e3', 'integer']],
    typed: [
      ['9007199254740995', '9007199254740995'],
      ['', null],
    ],
  },
  decimal: {
    filled: [1.5, '1.5'],
    wrong: [
      ['1.2.3', 'number'],
      ['-', 'number'],
    ],
    typed: [
      ['2.25', 2.25],
      ['2,25', 2.25],
      ['.5', 0.5],
      ['', null],
    ],
  },
  float: {
    filled: [1.5, '1.5'],
    wrong: [['x', 'number']],
    typed: [
      ['-2.5', -2.5],
      ['', null],
    ],
  },
  boolean: {
    filled: [true, '✓'],
    typed: [
      [false, false],
      [null, null],
    ],
  },
  date: DATE,
  time: {
    filled: ['08:30:00.000', '08:30'],
    typed: [
      ['09:00:00.000', '09:00:00.000'],
      ['', null],
    ],
  },
  datetime: {
    filled: [
      '2026-10-03T12:00:00.000Z',
      new Date('2026-10-03T12:00:00.000Z').toLocaleString('en', {
        dateStyle: 'medium',
        timeStyle: 'short',
      }),
    ],
    typed: [
      ['2026-10-04T12:00:00.000Z', '2026-10-04T12:00:00.000Z'],
      ['', null],
    ],
  },
  enumeration: {
    attribute: { enum: ['news', 'guide'] },
    filled: ['news', 'news'],
    wrong: [['gone', 'option']],
    typed: [
      ['guide', 'guide'],
      ['', null],
    ],
  },
  json: {
    filled: [{ a: [1] }, '{\n  "a": [\n    1\n  ]\n}'],
    wrong: [['{a', 'json']],
    typed: [
      ['[1, 2]', [1, 2]],
      ['', null],
    ],
  },
};

const words = await loadWords('en');

function attributeOf(kind: string, more: Readonly<Record<string, Json>> = {}): Attribute {
  return parseAttribute('field', { type: kind, ...TABLE[kind]?.attribute, ...more });
}

function render(attribute: Attribute, value: Json, isReadOnly: boolean): string {
  const { Edit } = fieldKind(attribute.type);
  const field: LayoutField = {
    attribute,
    label: 'Field',
    description: '',
    placeholder: '',
    isEditable: true,
    size: 12,
  };
  const control = {
    id: 'x',
    'aria-labelledby': 'x-label',
    'aria-describedby': undefined,
    'aria-invalid': undefined,
  };
  return renderToString(
    <WordsProvider words={words}>
      <Edit
        field={field}
        value={value}
        control={control}
        isReadOnly={isReadOnly}
        onChange={() => undefined}
        onGenerate={null}
      />
    </WordsProvider>,
  );
}

test('every kind is in the table', () => {
  expect(FIELD_KINDS.map(({ kind }) => kind)).toEqual(Object.keys(TABLE));
});

describe.each(FIELD_KINDS.map((kind) => [kind.kind, kind] as const))('%s', (name, kind) => {
  const contract = TABLE[name];
  if (!contract) throw new Error(`${name} is not in the table`);
  const [raw, text] = contract.filled;

  test('a value that is not touched is the same in the form', () => {
    expect(kind.parse(raw)).toEqual(kind.parse(raw));
    expect(kind.text(kind.parse(raw), 'en')).toBe(text);
    if (name !== 'password') expect(kind.toBody(kind.parse(raw))).toEqual(raw);
  });

  test('no value is empty, and sent as null', () => {
    for (const empty of [null, undefined]) {
      expect(kind.toBody(kind.parse(empty))).toBeNull();
      expect(kind.text(kind.parse(empty), 'en')).toBe('');
    }
  });

  test('a required value is missing at the publication, not in a draft', () => {
    const attribute = attributeOf(name, { required: true });
    const issues = kind.check(kind.parse(null), attribute, 'publish').map((issue) => issue.kind);
    // A password that was set is not sent.
    expect(issues).toEqual(name === 'password' ? [] : ['required']);
    expect(kind.check(kind.parse(null), attribute, 'draft')).toEqual([]);
    expect(kind.check(kind.parse(null), attributeOf(name), 'publish')).toEqual([]);
  });

  test('a filled value has no issues', () => {
    expect(kind.check(kind.parse(raw), attributeOf(name), 'publish')).toEqual([]);
  });

  test('wrong values have issues', () => {
    for (const [value, issue] of contract.wrong ?? []) {
      for (const when of ['draft', 'publish'] as const) {
        expect(kind.check(value, attributeOf(name), when).map((each) => each.kind)).toContain(
          issue,
        );
      }
    }
    for (const [value, issue] of contract.unpublishable ?? []) {
      expect(kind.check(value, attributeOf(name), 'draft')).toEqual([]);
      expect(kind.check(value, attributeOf(name), 'publish').map((each) => each.kind)).toContain(
        issue,
      );
    }
  });

  test('what is typed is sent in the form of the API', () => {
    for (const [value, body] of contract.typed) expect(kind.toBody(value)).toEqual(body);
  });

  test('the control has the id and the label of its field, and can be read-only', () => {
    const html = render(attributeOf(name), kind.parse(raw), false);
    expect(html).toContain('id="x"');
    expect(html).toContain('aria-labelledby="x-label"');
    expect(render(attributeOf(name), kind.parse(raw), true)).toMatch(/readonly|disabled/i);
  });
});

describe('a kind without an editor', () => {
  const kind = fieldKind('plugin::map.place');

  test('the value is kept as it is, and never sent', () => {
    const value = { lat: 1, rest: [{ a: null }] };
    expect(kind.isEditable).toBe(false);
    expect(kind.parse(value)).toBe(value);
    expect(
      kind.check(value, parseAttribute('place', { type: 'x', required: true }), 'publish'),
    ).toEqual([]);
  });

  test.each([
    [null, ''],
    [{ count: 3 }, '3'],
    [{ count: 0 }, ''],
    [{ id: 1, name: 'sail.jpg', hash: 'x' }, 'sail.jpg'],
    [[{ title: 'a' }, { title: 'b' }], 'a, b'],
    [[{ __component: 'sections.text' }], 'sections.text'],
  ] as const)('its text: %j', (value, expected) => {
    expect(kind.text(value, 'en')).toBe(expected);
  });
});
