import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { findDifference, type Json, type RecordedStep } from './comparison.ts';
import { DocumentNames, GeneratedValues } from './generated-values.ts';
import type { RecordedCase } from './recorded-case.ts';
import { vendored } from './vendored-projects.ts';

const step = (body: Json, more: Partial<RecordedStep> = {}): RecordedStep => ({
  path: '/api/x',
  expect: { status: 200, body },
  ...more,
});

const error = (message: string, more: { readonly [key: string]: Json } = {}): Json => ({
  data: null,
  error: { status: 400, message, ...more },
});

describe('a response', () => {
  test.each<[string, Json, Json, string | null]>([
    ['the same', { a: [1, { b: null }] }, { a: [1, { b: null }] }, null],
    ['another order of keys', { a: 1, b: 2 }, { b: 2, a: 1 }, null],
    ['another value', { a: [1] }, { a: [2] }, '/a/0: expected 1, given 2'],
    ['null for a value', { a: null }, { a: 0 }, '/a: expected null, given 0'],
    ['a number as text', { a: 1 }, { a: '1' }, '/a: expected 1, given "1"'],
    ['a missing key', { a: { b: 1 } }, { a: {} }, '/a/b: missing'],
    ['an additional key', { a: {} }, { a: { b: 1 } }, '/a/b: not expected'],
    ['an additional item', { a: [1] }, { a: [1, 2] }, '/a: 1 items expected, 2 given'],
    ['a list for an object', { a: {} }, { a: [] }, '/a: expected {}, given []'],
    ['a component with its documentId', { id: '<id>' }, { id: '<id>', documentId: 'c' }, null],
    ['an exact component with its documentId', { id: 7 }, { id: 7, documentId: 'c' }, null],
    [
      'an entry that needs none',
      { id: 7, createdAt: null },
      { id: 7, createdAt: null, documentId: 'c' },
      '/documentId: not expected',
    ],
    ['another message', error('A'), error('B'), '/error/message: expected "A", given "B"'],
    [
      'another nested message',
      error('A', { errors: [{ message: 'C' }] }),
      error('A', { errors: [{ message: 'D' }] }),
      '/error/errors/0/message: expected "C", given "D"',
    ],
  ])('%s', (_name, expected, given, difference) => {
    expect(findDifference(step(expected), { status: 200, body: given })).toBe(difference);
  });

  test('has the recorded status', () => {
    expect(findDifference(step({}), { status: 201, body: {} })).toContain(
      'status 200 expected, 201 given',
    );
  });

  test('may have a different message for an excused error', () => {
    const excused = { anyMessage: true };
    const given = { status: 200, body: error('B', { errors: [{ message: 'D' }] }) };
    expect(
      findDifference(step(error('A', { errors: [{ message: 'C' }] })), given, excused),
    ).toBeNull();
    expect(findDifference(step(error('A', { errors: [] })), given, excused)).toContain(
      '/error/errors',
    );
    expect(
      findDifference(step({ message: 'A' }), { status: 200, body: { message: 'B' } }, excused),
    ).toContain('/message');
  });

  test.each<[string, Partial<RecordedStep>, number, Json, boolean]>([
    ['a difference without a mark', { differs: 'D1' }, 404, error('x'), true],
    ['a difference, with a 500', { differs: 'D1' }, 500, error('x'), false],
    ['a difference, with any other response', { differs: 'D1' }, 200, { x: 1 }, false],
    ['a decided status', { quoin: { status: 400 } }, 400, error('x'), true],
    ['a status other than the decided one', { quoin: { status: 400 } }, 200, { data: 1 }, false],
    ['a decided body', { quoin: { status: 201, body: { data: 1 } } }, 201, { data: 1 }, true],
    [
      'a body other than the decided one',
      { quoin: { body: { data: 1 } } },
      200,
      { data: 2 },
      false,
    ],
    ['a recorded 500', { expect: { status: 500, body: null } }, 400, error('x'), true],
    ['a recorded 500 again', { expect: { status: 500, body: null } }, 500, error('x'), false],
  ])('%s', (_name, marks, status, body, right) => {
    expect(findDifference(step({ data: 'Strapi' }, marks), { status, body }) === null).toBe(right);
  });
});

describe('document names', () => {
  const twice = step({ data: [{ documentId: '<doc 1>' }, { documentId: '<doc 1>' }] });
  const two = step({ data: [{ documentId: '<doc 1>' }, { documentId: '<doc 2>' }] });
  const response = (...ids: readonly (string | null)[]): { status: number; body: Json } => ({
    status: 200,
    body: { data: ids.map((documentId) => ({ documentId })) },
  });

  test.each<[string, RecordedStep, { status: number; body: Json }, boolean]>([
    ['one name, one document', twice, response('a', 'a'), true],
    ['one name, two documents', twice, response('a', 'b'), false],
    ['two names, two documents', two, response('a', 'b'), true],
    ['two names, one document', two, response('a', 'a'), false],
    ['a name for nothing', two, response('a', null), false],
    ['a name for the empty text', two, response('a', ''), false],
  ])('%s', (_name, recorded, given, right) => {
    expect(findDifference(recorded, given, { documents: new DocumentNames() }) === null).toBe(
      right,
    );
  });

  test('are consistent across responses, and recognized in text', () => {
    const documents = new DocumentNames();
    expect(findDifference(two, response('a', 'b'), { documents })).toBeNull();
    expect(findDifference(two, response('b', 'a'), { documents })).toContain('another document');
    const recorded = step(error('no "<doc 2>9"'));
    expect(
      findDifference(recorded, { status: 200, body: error('no "b9"') }, { documents }),
    ).toBeNull();
    expect(
      findDifference(recorded, { status: 200, body: error('no "a9"') }, { documents }),
    ).not.toBeNull();
  });
});

describe('generated values', () => {
  test('are named', () => {
    const response = {
      data: {
        id: 5,
        documentId: 'a',
        list: { id: [1, 2, 'x', 1.5] },
        createdAt: '2026-01-02T03:04:05.678Z',
        updatedAt: null,
        publishedAt: '2026-01-02',
        datetime: '2026-01-02T03:04:05.678Z',
        password: '$2a$10$abc',
      },
      image: { hash: 'p_1', ext: '.png', mime: 'image/png', size: 1.5, url: '/uploads/p_1.png' },
      note: { hash: 'n_2', ext: '.txt', mime: 'text/plain', size: 1.5 },
      jwt: 'secret',
      token: 'eyJx',
      other: { token: 'plain' },
    };
    expect(new GeneratedValues().named(response)).toEqual({
      data: {
        id: '<id>',
        documentId: 'a',
        list: { id: ['<id>', '<id>', 'x', 1.5] },
        createdAt: '<time>',
        updatedAt: null,
        publishedAt: '2026-01-02',
        datetime: '2026-01-02T03:04:05.678Z',
        password: '<bcrypt>',
      },
      image: {
        hash: '<hash 1>',
        ext: '.png',
        mime: 'image/png',
        size: '<size>',
        url: '/uploads/<hash 1>.png',
      },
      note: { hash: '<hash 2>', ext: '.txt', mime: 'text/plain', size: 1.5 },
      jwt: '<jwt>',
      token: '<token>',
      other: { token: 'plain' },
    });
  });
});

/** A recorded case with the ids and times of another server. */
function invented(body: Json): Json {
  const text = JSON.stringify(body)
    .replaceAll('"<id>"', '17')
    .replaceAll('"<size>"', '2.5')
    .replaceAll('-<time>"', '-m1k2j3h4"')
    .replaceAll('<time>', '2026-01-02T03:04:05.678Z')
    .replaceAll(/<(doc|hash) (\d+)>/g, (_all, kind: string, n: string) => `${kind}_x${n}x`);
  return JSON.parse(text) as Json;
}

const cases = readdirSync(vendored('conformance', 'cases'), { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.json'))
  .map(
    (file) =>
      [
        file,
        JSON.parse(readFileSync(vendored('conformance', 'cases', file), 'utf8')) as RecordedCase,
      ] as const,
  )
  .filter(([, { exact }]) => !exact);

describe('recordings match responses with other ids and times', () => {
  test.each(cases)('%s', (_file, { steps }) => {
    const documents = new DocumentNames();
    const values = new GeneratedValues();
    const wrong = steps.flatMap(({ path, expect: { status, body } }) => {
      const given = { status, body: values.named(invented(body)) };
      return status >= 500
        ? []
        : (findDifference({ path, expect: { status, body } }, given, { documents }) ?? []);
    });
    expect(wrong).toEqual([]);
  });
});
