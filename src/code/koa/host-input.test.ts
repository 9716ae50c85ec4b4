import type Koa from 'koa';
import { expect, test } from 'vitest';
import { inputOf } from './host-input.ts';

/** The body that a built-in route receives if code leaves this one. */
function bodyFor(body: unknown): unknown {
  const request = { req: {}, querystring: '', body };
  return inputOf({ request } as unknown as Koa.Context).body;
}

test.each([
  [undefined],
  ['text'],
  [{}],
  [{ data: { title: 'A', tags: ['a', null, { on: true }], count: 1.5 } }],
  [Object.assign(Object.create(null), { data: 1 })],
])('a body of JSON values is not copied: %j', (body) => {
  expect(bodyFor(body)).toBe(body);
});

test('values from code are converted as JSON.stringify converts them', () => {
  class Price {
    readonly amount = 5;
    toJSON(): string {
      return `${this.amount} EUR`;
    }
  }
  const due = new Date('2026-01-01T00:00:00Z');
  const body = { data: { due, gone: undefined, big: 10n, price: new Price(), list: [undefined] } };
  expect(bodyFor(body)).toEqual({
    data: { due: due.toISOString(), big: '10', price: '5 EUR', list: [null] },
  });
  expect(body.data.due).toBe(due);
  const sparse: number[] = [];
  sparse[1] = -0;
  expect(bodyFor({ sparse })).toStrictEqual({ sparse: [null, 0] });
  let deep: object = {};
  for (let depth = 0; depth < 500; depth += 1) deep = { deep };
  expect(bodyFor(deep)).toEqual(deep);
});

test('values that JSON cannot represent are rejected', () => {
  expect(() => bodyFor({ data: { hours: Number.NaN } })).toThrow('Invalid value at hours');
  const circular: Record<string, unknown> = {};
  circular['self'] = circular;
  expect(() => bodyFor(circular)).toThrow('cannot be written as JSON');
});
