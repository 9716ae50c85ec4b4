// Test table of field kinds: values of the server, as typed, and as sent.
import type { Json } from '../base/json.ts';

/** A row of the table. */
interface Contract {
  /** Attribute in the schema. */
  readonly attribute?: Readonly<Record<string, Json>>;
  /** A value of the server, and its text. */
  readonly filled: readonly [raw: Json, text: string];
  /** Form values that are invalid even in a draft, each with its issue. */
  readonly wrong?: readonly (readonly [value: Json, issue: string])[];
  /** Form values that are invalid in a publication only. */
  readonly unpublishable?: readonly (readonly [value: Json, issue: string])[];
  /** Input for an empty field, and the value to send. */
  readonly typed: readonly (readonly [value: Json, body: Json])[];
  /** Value to send for an unchanged part of a changed value; default: the value of the server. */
  readonly untouched?: Json;
  /** True if unchanged values are not sent. */
  readonly sendsChanges?: true;
  /** Value to send for an empty field; default: null. */
  readonly none?: Json;
  /** True if a publication does not require it, regardless of the schema. */
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

/** One row per kind. */
export const TABLE: Readonly<Record<string, Contract>> = {
  string: TEXT,
  text: TEXT,
  richtext: TEXT,
  blocks: {
    filled: [
      [
        { type: 'heading', level: 2, children: [{ type: 'text', text: 'Sail' }] },
        { type: 'list', format: 'ordered', children: [{ type: 'list-item', children: [] }] },
      ],
      'Sail',
    ],
    typed: [[null, null]],
  },
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
  // A stored password is not sent.
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
