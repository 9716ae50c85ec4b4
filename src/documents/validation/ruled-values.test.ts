// Values that a publication does not read again, because no rule could reject them.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { collectionType, schemaOf } from '../../../test/support/project-folder.ts';
import { onClient } from '../../../test/support/test-database.ts';
import { rejection } from '../../../test/support/rejection.ts';
import { VersionProject } from '../../../test/support/version-project.ts';

const component = (name: string, attributes: object): object => ({
  collectionName: `components_parts_${name}s`,
  info: { displayName: name },
  attributes,
});

const list = (uid: string, more: object = {}): object => ({
  type: 'component',
  component: uid,
  repeatable: true,
  ...more,
});

/** Components with one rule each, and what breaks it. */
const RULED: readonly (readonly [name: string, attributes: object, item: object, path: string])[] =
  [
    ['required', { a: { type: 'text', required: true } }, {}, 'a'],
    ['min', { a: { type: 'text', minLength: 3 } }, { a: 'ab' }, 'a'],
    ['regex', { a: { type: 'text', regex: '^x' } }, { a: 'ab' }, 'a'],
    ['mail', { a: { type: 'email' } }, { a: 'no mail' }, 'a'],
    ['listed', { a: list('parts.note', { min: 2 }) }, { a: [{}] }, 'a'],
    ['inner', { a: { type: 'component', component: 'ruled.required' } }, { a: {} }, 'a.a'],
    [
      'seen',
      {
        kind: { type: 'text' },
        a: {
          type: 'text',
          required: true,
          conditions: { visible: { '==': [{ var: 'kind' }, 'x'] } },
        },
      },
      { kind: 'x' },
      'a',
    ],
  ];

let project: VersionProject;

beforeAll(async () => {
  project = await VersionProject.open({
    [schemaOf('sheet')]: collectionType('sheet', {
      kind: { type: 'string' },
      key: {
        type: 'string',
        required: true,
        conditions: { visible: { '==': [{ var: 'kind' }, 'closed'] } },
      },
    }),
    [schemaOf('page')]: collectionType('page', {
      title: { type: 'string' },
      notes: list('parts.note'),
      few: list('parts.note', { max: 1 }),
      shelves: list('parts.shelf'),
      zone: { type: 'dynamiczone', components: ['parts.note', 'parts.price'] },
    }),
    'src/components/parts/note.json': component('note', {
      text: { type: 'text' },
      isOpen: { type: 'boolean' },
    }),
    'src/components/parts/price.json': component('price', {
      name: { type: 'string' },
      amount: { type: 'integer', min: 1 },
    }),
    'src/components/parts/shelf.json': component('shelf', { prices: list('parts.price') }),
    [schemaOf('stand')]: collectionType('stand', {
      items: { type: 'dynamiczone', components: RULED.map(([name]) => `ruled.${name}`) },
      none: list('parts.note', { max: 0 }),
      one: { type: 'component', component: 'ruled.required' },
    }),
    ...Object.fromEntries(
      RULED.map(([name, attributes]) => [
        `src/components/ruled/${name}.json`,
        { ...component(name, attributes), collectionName: `components_ruled_${name}s` },
      ]),
    ),
  });
});

afterAll(() => project[Symbol.asyncDispose]());

const PRICE = 'shelves.0.prices.0.amount';

const note = { text: 'a note', isOpen: true };

async function statements(data: object): Promise<number> {
  const documentId = await project.draft('page', data);
  return project.statements(() => project.act('publish', ['page', documentId], 'fields=title'));
}

interface RejectedDetails {
  readonly errors: readonly { readonly path: readonly string[]; readonly value?: unknown }[];
}

async function rejectedPublication(
  type: string,
  documentId: string,
): Promise<RejectedDetails['errors']> {
  const error = await rejection(() => project.act('publish', [type, documentId]));
  expect([error.status, error.name]).toEqual([400, 'ValidationError']);
  return (error.details as unknown as RejectedDetails).errors;
}

describe('loads components for validation', () => {
  test('only if they have rules', async () => {
    const free = await statements({ notes: [note, note] });
    expect(await statements({ few: [note] })).toBe(free + 1);
    expect(await statements({ zone: [{ __component: 'parts.note', ...note }] })).toBe(free);
    const price = { name: 'p', amount: 3 };
    // Its name is a string, which may be too long.
    expect(await statements({ zone: [{ __component: 'parts.price', ...price }] })).toBe(free + 2);
  });
});

const zoned = (name: string, more: object): object => ({ __component: `parts.${name}`, ...more });

describe('rejects', () => {
  test.each<readonly [string, object, string]>([
    [
      'in a zone, next to components without rules',
      { zone: [zoned('note', note), zoned('price', { amount: 0 })] },
      'zone.1.amount',
    ],
    ['in a component of another', { shelves: [{ prices: [{ amount: 0 }] }] }, PRICE],
    ['too many items', { few: [note, note] }, 'few'],
  ])('%s', async (_, data, path) => {
    const documentId = await project.draft('page', data);
    const errors = await rejectedPublication('page', documentId);
    expect(errors.map((each) => each.path.join('.'))).toEqual([path]);
  });

  test.each(RULED)('a violated rule of a component: %s', async (name, _, item, path) => {
    const items = [{ __component: `ruled.${name}`, ...item }];
    const documentId = await project.draft('stand', { items });
    const errors = await rejectedPublication('stand', documentId);
    expect(errors.map((each) => each.path.join('.'))).toEqual([`items.0.${path}`]);
  });

  test('anything in an empty list of components', async () => {
    const documentId = await project.draft('stand', { none: [note] });
    const errors = await rejectedPublication('stand', documentId);
    expect(errors.map((each) => each.path.join('.'))).toEqual(['none']);
  });

  test('a text that is too long', async () => {
    const zone = [zoned('price', { name: 'n', amount: 3 })];
    const documentId = await project.draft('page', { zone });
    const widened = 'alter table components_parts_prices alter column name type text;';
    await project.script(`${onClient({ sqlite: '', postgres: widened })}
      update components_parts_prices set name = '${'é'.repeat(256)}' where amount = 3`);
    await project.restart();
    const errors = await rejectedPublication('page', documentId);
    expect(errors.map((each) => each.path.join('.'))).toEqual(['zone.0.name']);
    await project.script(`update components_parts_prices set name = '${'é'.repeat(255)}'`);
    expect(await project.act('publish', ['page', documentId])).toHaveLength(1);
  });

  test('a component that the schema no longer contains', async () => {
    const documentId = await project.draft('stand', { one: { a: 'a' }, none: [note] });
    await project.script(
      `update stands_cmps set component_type = 'parts.note',
        cmp_id = (select max(id) from components_parts_notes) where field = 'one'`,
    );
    await project.script(`delete from stands_cmps where field = 'none'`);
    const errors = await rejectedPublication('stand', documentId);
    expect(errors.map((each) => each.path.join('.'))).toEqual(['one.a']);
  });

  test('too many items, with all values in the error', async () => {
    const documentId = await project.draft('page', { few: [note, { text: 'another' }] });
    const [error] = await rejectedPublication('page', documentId);
    expect(error?.value).toMatchObject([note, { text: 'another', isOpen: null }]);
  });

  test('a missing value that another value makes required', async () => {
    const open = await project.draft('sheet', { kind: 'open' });
    expect(await project.act('publish', ['sheet', open])).toHaveLength(1);
    const closed = await project.draft('sheet', { kind: 'closed' });
    const errors = await rejectedPublication('sheet', closed);
    expect(errors.map((each) => each.path.join('.'))).toEqual(['key']);
  });

  test('a component that the schema of a zone no longer contains', async () => {
    const documentId = await project.draft('page', { shelves: [{}], zone: [zoned('note', note)] });
    await project.script(
      `update pages_cmps set component_type = 'parts.shelf',
        cmp_id = (select max(id) from components_parts_shelfs) where field = 'zone'
        and entity_id = (select id from pages where document_id = '${documentId}')`,
    );
    const errors = await rejectedPublication('page', documentId);
    expect(errors.map((each) => each.path.join('.'))).toEqual(['zone.0.__component']);
  });
});
