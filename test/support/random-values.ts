// Random attribute values, valid and invalid. Numbers that JSON.stringify cannot print are marked with `literal` and
// inserted by `toJson`.
import fc from 'fast-check';
import type { JsonValue } from '../../src/base/json.ts';
import type { RawAttribute, ScalarType } from '../../src/schema/types.ts';

type Values = fc.Arbitrary<JsonValue>;

/** Any number as JSON text, however large or precise. */
export function literal(number: string): string {
  return `«${number}»`;
}

/** The JSON text of a value, with its literals. */
export function toJson(value: JsonValue): string {
  return JSON.stringify(value).replaceAll(/"«([^»"]*)»"/g, '$1');
}

const NUMBERS =
  '0 -0 1e400 -1e400 1e-400 9007199254740993 -9223372036854775809 1.7976931348623157e308'
    .split(' ')
    .concat('123456789012345678901234567890', '0.1e1', '5e-324')
    .map(literal);

/** Texts that something might stumble over. */
const TEXTS: readonly string[] = [
  ...'true false null undefined NaN Infinity 1e2 0x10 05 -1 1.5 [] {} "q" {"a":1} %00 ${x} \' ; -- $& $1'.split(
    ' ',
  ),
  ...'__proto__ constructor toString id documentId «x» 🎉 É \ud800 \udfff \u0000 \ufeff \u2028'.split(
    ' ',
  ),
  '',
  ' ',
  'a\u0000b',
  ' padded ',
  'x'.repeat(300),
];

/** Names that have a meaning in some parameters, or in none. */
const KEYS: readonly string[] = [
  ...'__proto__ constructor toString hasOwnProperty length id documentId createdAt updatedAt'.split(
    ' ',
  ),
  ...'publishedAt createdBy localizations locale status __component __type __pivot component_type'.split(
    ' ',
  ),
  ...'entity_id order field set connect disconnect options position data name aString a.b a[b] 0 -1'.split(
    ' ',
  ),
  ...'$eq null é \ud800 \u0000'.split(' '),
  '',
  'k'.repeat(1000),
];

const leaf: Values = fc.oneof(
  fc.constantFrom<JsonValue>(null, true, false, 0, 1, -1, 1.5, 99_999, 1e21),
  fc.constantFrom<JsonValue>(...TEXTS, ...NUMBERS),
  fc.string({ unit: 'binary', maxLength: 12 }),
  fc.integer(),
);

export const anyKey: fc.Arbitrary<string> = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...KEYS) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 8 }) },
);

/** Entries become an object that may have any key of its own, `__proto__` too. */
export function toObject(entries: readonly (readonly [string, JsonValue])[]): JsonValue {
  return Object.fromEntries(entries);
}

function wrapped(
  value: JsonValue,
  { times, key }: { times: number; key: string | null },
): JsonValue {
  let result = value;
  for (let i = 0; i < times; i++) result = key === null ? [result] : { [key]: result };
  return result;
}

/** Any JSON. */
export const anyValue: Values = fc.letrec<{ any: JsonValue }>((tie) => ({
  any: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    { weight: 6, arbitrary: leaf },
    { weight: 1, arbitrary: fc.array(tie('any'), { maxLength: 3 }) },
    {
      weight: 1,
      arbitrary: fc.array(fc.tuple(anyKey, tie('any')), { maxLength: 3 }).map(toObject),
    },
    {
      weight: 1,
      arbitrary: fc
        .tuple(leaf, fc.integer({ min: 2, max: 60 }), fc.option(anyKey))
        .map(([value, times, key]) => wrapped(value, { times, key })),
    },
  ),
})).any;

const DATES =
  '2024-02-29 2023-02-29 0000-01-01 9999-12-31 2024-2-9 2024-02-29T10:11:12.345Z 20240229 2024-W09-4 2024-02';
const TIMES = '10:20:30 23:59:59.999 24:00:00 10:20 10:20:30.1234 1:2:3 10:20:30Z';
const MOMENTS = `${DATES} 2024-02-29T10:11:12+02:00 1709201472345 -1 8640000000000001 2024-02-29T25:00:00Z +010000-01-01T00:00:00Z`;

const inlines: Values = fc.array(
  fc.oneof(
    fc.record({ type: fc.constant('text'), text: fc.string(), bold: fc.boolean() }),
    fc.record({
      type: fc.constant('link'),
      url: fc.constantFrom('https://x.y/z', '/here', 'mailto:a@b.co'),
      children: fc.constant([{ type: 'text', text: 'l' }]),
    }),
  ),
  { minLength: 1, maxLength: 2 },
);

const node: Values = fc.oneof(
  fc.record({ type: fc.constantFrom('paragraph', 'quote'), children: inlines }),
  fc.record({
    type: fc.constant('heading'),
    level: fc.constantFrom<JsonValue>(1, 6, '2'),
    children: inlines,
  }),
  fc.record({ type: fc.constant('code'), children: fc.constant([{ type: 'text', text: 'c' }]) }),
  fc.record({
    type: fc.constant('list'),
    format: fc.constantFrom('ordered', 'unordered'),
    children: fc.array(fc.record({ type: fc.constant('list-item'), children: inlines }), {
      minLength: 1,
      maxLength: 2,
    }),
  }),
);

const brokenNode: Values = fc.oneof(
  anyValue,
  fc.record({
    type: fc.constantFrom('text', 'list-item', 'link', 'image', 'x'),
    children: anyValue,
  }),
  fc.record({
    type: fc.constantFrom('paragraph', 'heading', 'code', 'list', 'image'),
    children: fc.oneof(
      anyValue,
      fc.array(
        fc.oneof(anyValue, inlines, fc.record({ type: fc.constant('text'), text: anyValue })),
      ),
    ),
    level: anyValue,
    format: anyValue,
    image: anyValue,
  }),
);

function words(text: string): Values {
  return fc.constantFrom<JsonValue>(...text.split(' '));
}

/** Values that an attribute takes, mostly. */
export function validScalar(type: ScalarType, raw: RawAttribute): Values {
  switch (type) {
    case 'string':
    case 'text':
    case 'richtext':
    case 'uid':
      return validText(type, raw);
    case 'email':
      return fc.oneof(
        fc.nat(30).map((n) => `person${n}@example.com`),
        words('A@b.co ü@x.yz'),
      );
    case 'password':
      return fc.constantFrom('secret-123', 'password', 'ü'.repeat(40));
    case 'enumeration':
      return fc.constantFrom<JsonValue>(...(raw['enum'] as readonly string[]), null);
    case 'integer':
      return fc.oneof(fc.integer({ min: -10, max: 1000 }), words('5 1e2 0x10 -3'));
    case 'biginteger':
      return fc.constantFrom<JsonValue>(
        5,
        '9223372036854775807',
        '-9223372036854775808',
        '+7',
        ' 00012 ',
        9007199254740991,
      );
    case 'float':
    case 'decimal':
      return fc.oneof(fc.double({ min: 0.5, max: 99, noNaN: true }), words('1.5 2'));
    case 'boolean':
      return fc.constantFrom<JsonValue>(true, false, 'true', 'FALSE', 1, '0');
    case 'date':
      return words('2024-02-29 0001-01-01 9999-12-31 2024-02-29T10:11:12Z');
    case 'time':
      return words('10:20:30 23:59:59.999 00:00:00.0');
    case 'datetime':
    case 'timestamp':
      return fc.oneof(
        words('2024-02-29T10:11:12.345Z 2024-02-29 2024-W09-4 1709201472345'),
        fc.constant(1_709_201_472_345),
      );
    case 'json':
      return anyValue;
    case 'blocks':
      return fc.array(node, { maxLength: 3 });
  }
}

function validText(type: ScalarType, raw: RawAttribute): Values {
  if (typeof raw['regex'] === 'string') return fc.constantFrom('ABC-1', 'XYZ-99', '#0a1b2c');
  if (type === 'uid') return fc.nat(40).map((n) => `uid-${n}_~.`);
  const { minLength = 2, maxLength = 20 } = raw as Readonly<Record<string, number | undefined>>;
  return fc.string({ unit: 'grapheme', minLength, maxLength: Math.min(maxLength, 12) });
}

/** Values that look like those of an attribute, and anything. */
export function invalidScalar(type: ScalarType): Values {
  const near: Readonly<Partial<Record<ScalarType, Values>>> = {
    date: words(DATES),
    time: words(TIMES),
    datetime: words(MOMENTS),
    timestamp: words(MOMENTS),
    blocks: fc.oneof(
      fc.array(brokenNode, { maxLength: 2 }),
      fc.array(fc.oneof(node, brokenNode), { maxLength: 3 }),
    ),
    email: words('a@b @b.co a@b.co. a@@b.co'),
  };
  return fc.oneof(near[type] ?? leaf, leaf, anyValue);
}
