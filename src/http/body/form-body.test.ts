import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { FORM_DEPTH, MAX_FORM_FIELDS } from '../../base/limits.ts';
import { nestFields, parseFormBody } from './form-body.ts';

const MANY = Array.from({ length: 300 }, (_, index) => String(index));

describe('urlencoded', () => {
  test.each<[string, unknown]>([
    ['data[name]=a+b%2Bc&data[bio]=d', { data: { name: 'a b+c', bio: 'd' } }],
    ['data%5Bname%5D=a', { data: { name: 'a' } }],
    ['data.name=a', { data: { name: 'a' } }],
    ['data[name]', { data: { name: '' } }],
    ['data[name]=%zz%ff', { data: { name: '%zz%ff' } }],
    ['data[name]=a&data[name]=b', { data: { name: ['a', 'b'] } }],
    ['data[list][]=a&data[list][]=b', { data: { list: ['a', 'b'] } }],
    ['data[list][1][x]=a&data[list][0][x]=b', { data: { list: [{ x: 'b' }, { x: 'a' }] } }],
    ['data[json][0]=a&data[json][30]=b', { data: { json: { 0: 'a', 30: 'b' } } }],
    ['data=x', { data: 'x' }],
    ['', {}],
    [
      'data[constructor][prototype]=a&hasOwnProperty=b',
      { data: { constructor: { prototype: 'a' } }, hasOwnProperty: 'b' },
    ],
  ])('%s', (text, body) => {
    const given = parseFormBody(text);
    expect(given).toEqual(body);
    expect(Object.getPrototypeOf(given)).toBe(Object.prototype);
  });

  test.each(['list[]', 'list[#]'])('parses a list of 300 as %s', (name) => {
    const text = MANY.map((item) => `${name.replace('#', item)}=${item}`).join('&');
    expect(parseFormBody(text)).toEqual({ list: MANY });
  });

  test('parses a list of 300 objects', () => {
    const text = MANY.map((item) => `list[${item}][x]=${item}`).join('&');
    expect(parseFormBody(text)).toEqual({ list: MANY.map((x) => ({ x })) });
  });

  test('limits the number of fields and brackets', () => {
    const fields = (count: number) => 'a=1&'.repeat(count - 1);
    const name = `data${'[a]'.repeat(FORM_DEPTH)}`;
    expect(JSON.stringify(parseFormBody(`${name}=found`))).toContain('"found"');
    expect(parseFormBody(`${fields(MAX_FORM_FIELDS)}data[name]=last`)).toMatchObject({
      data: { name: 'last' },
    });
    expect(() => parseFormBody(`${name}[a]=1`)).toThrow(/at most 20 brackets/);
    expect(() => parseFormBody(`${fields(MAX_FORM_FIELDS + 1)}data[name]=last`)).toThrow(
      /Too many fields/,
    );
  });
});

test.each(['__proto__', '__proto__[a]', 'data[__proto__][a]', 'data[a][__proto__]'])(
  '%s: rejects a prototype in every format',
  (name) => {
    expect(() => parseFormBody(`${name}=1`)).toThrow(/forbidden prototype/);
    expect(() => parseFormBody(`${name.replace('__p', '%5F_p')}=1`)).toThrow(/forbidden/);
    expect(() => nestFields(new Map([[name, '1']]))).toThrow(/forbidden prototype/);
  },
);

test('rejects data.__proto__.a, in which a dot is a bracket', () => {
  expect(() => parseFormBody('data.__proto__.a=1')).toThrow(/forbidden prototype/);
});

describe('multipart', () => {
  test.each<[readonly (readonly [string, string | readonly string[]])[], unknown]>([
    [[['data[name]', 'a+b%2B']], { data: { name: 'a+b%2B' } }],
    [[['data[name]', ['a', 'b']]], { data: { name: ['a', 'b'] } }],
    [[['data.name', 'a']], { 'data.name': 'a' }],
    [[['data[list][]', MANY]], { data: { list: MANY } }],
    [[['data[a&b=c]', '&=']], { data: { 'a&b=c': '&=' } }],
  ])('%j', (fields, body) => {
    expect(nestFields(new Map(fields))).toEqual(body);
  });
});

test('returns an object or rejects the body whatever the names are, and changes no prototype', () => {
  const name = fc.stringMatching(/^[ab_.[\]0]{0,12}$/);
  const field = fc.tuple(fc.oneof(name, fc.constant('a[__proto__]')), fc.string());
  fc.assert(
    fc.property(fc.array(field, { maxLength: 8 }), (fields) => {
      const text = fields.map(([key, value]) => `${key}=${encodeURIComponent(value)}`).join('&');
      try {
        expect(parseFormBody(text)).toBeTypeOf('object');
        expect(nestFields(new Map(fields))).toBeTypeOf('object');
      } catch (error) {
        expect(error).toMatchObject({ status: 400 });
      }
      expect(Object.keys(Object.prototype)).toEqual([]);
      expect(({} as Record<string, unknown>)['a']).toBe(undefined);
    }),
  );
});
