// Contract of field kinds: every kind passes the same table, so that forms, lists and saves need to know none of them.
import { renderToString } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import type { Json } from '../base/json.ts';
import { loadWords, WordsProvider } from '../base/words.tsx';
import type { ComponentForm, LayoutField } from '../model/layout.ts';
import { parseAttribute, type Attribute } from '../model/schema.ts';
import type { ComponentContext } from './component/component-value.ts';
import type { FieldKind } from './field-kind.ts';
import { FIELD_KINDS, fieldKind, kindOfAttribute, STRUCTURED_KINDS } from './registry.ts';

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
  /** What is typed into an empty field, and what is sent for it. */
  readonly typed: readonly (readonly [value: Json, body: Json])[];
  /** What is sent for a value that was not touched, as a part of one that was; default: the value of the server. */
  readonly untouched?: Json;
  /** Whether only changes are sent: nothing for a value that is not touched. */
  readonly sendsChanges?: true;
  /** What is sent for no value; default: null. */
  readonly none?: Json;
  /** Whether a publication does not need it, even if the schema says so. */
  readonly isNeverRequired?: true;
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
  // A password that was set is not sent.
  password: { filled: [null, ''], typed: [['Secret12', 'Secret12']], isNeverRequired: true },
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
  relation: {
    attribute: { relation: 'manyToMany', target: 'api::tag.tag' },
    filled: [[{ id: 1, documentId: 'a', name: 'paper' }], 'paper'],
    typed: [
      [
        {
          items: [{ id: 7, documentId: 'b', title: 'sea', locale: 'en', status: null }],
          earlier: 0,
        },
        { connect: [{ id: 7, documentId: 'b', locale: 'en' }], disconnect: [] },
      ],
    ],
    sendsChanges: true,
    isNeverRequired: true,
  },
  media: {
    attribute: { multiple: false, allowedTypes: ['images'] },
    filled: [{ id: 3, name: 'sail.jpg', url: '/uploads/sail.jpg', mime: 'image/jpeg' }, 'sail.jpg'],
    typed: [
      [
        [
          { id: 4, name: 'a' },
          { id: 3, name: 'b' },
        ],
        [{ id: 4 }, { id: 3 }],
      ],
      [null, null],
    ],
    untouched: { id: 3 },
  },
  component: {
    attribute: { component: 'shared.link' },
    filled: [{ id: 3, label: 'Sea', order: 4 }, 'Sea\n4'],
    wrong: [[{ id: 3, label: 'Sea', order: 'x' }, 'inside']],
    unpublishable: [[{ id: 3, label: '', order: '4' }, 'inside']],
    typed: [
      [
        { id: 'new-1', label: 'Sea', order: '4' },
        { label: 'Sea', order: 4 },
      ],
      [null, null],
    ],
    untouched: { id: 3 },
  },
  dynamiczone: {
    attribute: { components: ['shared.link'], max: 1 },
    filled: [[{ __component: 'shared.link', id: 3, label: 'Sea', order: null }], 'Sea'],
    wrong: [[[{ __component: 'shared.link', id: 3, label: 'Sea', order: 'x' }], 'inside']],
    unpublishable: [
      [
        [
          { __component: 'shared.link', id: 3, label: 'a' },
          { __component: 'shared.link', id: 4, label: 'b' },
        ],
        'maxItems',
      ],
    ],
    typed: [
      [
        [{ __component: 'shared.link', id: 'new-1', label: 'Sea', order: '' }],
        [{ __component: 'shared.link', label: 'Sea' }],
      ],
    ],
    untouched: [{ __component: 'shared.link', id: 3 }],
    none: [],
    isNeverRequired: true,
  },
};

const FORM: ComponentForm = formOf('shared.link', [
  parseAttribute('label', { type: 'string', required: true }),
  parseAttribute('order', { type: 'integer' }),
]);

const CONTEXT: ComponentContext = {
  forms: new Map([[FORM.uid, FORM]]),
  kindOf: (attribute) => kindOfAttribute(attribute, CONTEXT),
};

function formOf(uid: string, attributes: readonly Attribute[]): ComponentForm {
  const fields = attributes.map(fieldOf);
  return { uid, displayName: uid, rows: [fields], fields };
}

function fieldOf(attribute: Attribute): LayoutField {
  return {
    attribute,
    label: 'Field',
    description: '',
    placeholder: '',
    isEditable: true,
    size: 12,
  };
}

/** The kind of a row of the table. */
function kindOf(name: string): FieldKind {
  return kindOfAttribute(attributeOf(name), CONTEXT);
}

const words = await loadWords('en');

function attributeOf(kind: string, more: Readonly<Record<string, Json>> = {}): Attribute {
  return parseAttribute('field', { type: kind, ...TABLE[kind]?.attribute, ...more });
}

function render(attribute: Attribute, value: Json, isReadOnly: boolean): string {
  const { Edit } = kindOfAttribute(attribute, CONTEXT);
  const field = fieldOf(attribute);
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
  expect([...FIELD_KINDS.map(({ kind }) => kind), ...Object.keys(STRUCTURED_KINDS)]).toEqual(
    Object.keys(TABLE),
  );
});

describe.each(Object.entries(TABLE))('%s', (name, contract) => {
  const kind = kindOf(name);
  const [raw, text] = contract.filled;

  test('a value that is not touched is the same in the form', () => {
    expect(kind.parse(raw)).toEqual(kind.parse(raw));
    expect(kind.text(kind.parse(raw), 'en')).toBe(text);
    const body = kind.toBody(kind.parse(raw), kind.parse(raw));
    expect(body).toEqual(contract.sendsChanges ? undefined : (contract.untouched ?? raw));
  });

  test('no value is empty, and sent as null', () => {
    for (const empty of [null, undefined]) {
      const body = kind.toBody(kind.parse(empty), null);
      expect(body).toEqual(contract.sendsChanges ? undefined : (contract.none ?? null));
      expect(kind.text(kind.parse(empty), 'en')).toBe('');
    }
  });

  test('a required value is missing at the publication, not in a draft', () => {
    const attribute = attributeOf(name, { required: true });
    const required = kindOfAttribute(attribute, CONTEXT);
    const issues = required
      .check(kind.parse(null), attribute, 'publish')
      .map((issue) => issue.kind);
    expect(issues).toEqual(contract.isNeverRequired ? [] : ['required']);
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
    for (const [value, body] of contract.typed) expect(kind.toBody(value, null)).toEqual(body);
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
