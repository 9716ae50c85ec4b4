// Rules that a draft may violate, and that are reported when it is published (docs/strapi/publishing.md,
// "Draft rules and publication rules").
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { collectionType, schemaOf } from '../../../test/support/project-folder.ts';
import { rejection } from '../../../test/support/rejection.ts';
import { VersionProject } from '../../../test/support/version-project.ts';

const part = (more: object = {}): object => ({
  type: 'component',
  component: 'parts.part',
  ...more,
});

const attributes = {
  must: { type: 'string', required: true },
  least: { type: 'integer', min: 3, max: 5 },
  long: { type: 'string', minLength: 3, maxLength: 5 },
  form: { type: 'string', regex: '^a+$' },
  mail: { type: 'email' },
  slug: { type: 'uid' },
  unique: { type: 'string', unique: true },
  choice: { type: 'enumeration', enum: ['x', 'y'] },
  flag: { type: 'boolean' },
  day: { type: 'date' },
  part: part({ required: true }),
  parts: part({ repeatable: true, min: 2, max: 3 }),
  zone: { type: 'dynamiczone', components: ['parts.part'], min: 1, max: 2 },
  other: { type: 'relation', relation: 'oneToOne', target: 'api::page.page', required: true },
};

let project: VersionProject;

beforeAll(async () => {
  project = await VersionProject.open({
    [schemaOf('page')]: collectionType('page', attributes),
    'src/components/parts/part.json': {
      collectionName: 'components_parts_parts',
      info: { displayName: 'part' },
      attributes: { name: { type: 'string', required: true, minLength: 2 } },
    },
  });
});

afterEach(() => project.assertWhole());

afterAll(() => project[Symbol.asyncDispose]());

const whole = { must: 'm', part: { name: 'part' } };

const named = (count: number): readonly object[] =>
  Array.from({ length: count }, (_, i) => ({ name: `part ${i}` }));

const zoned = (count: number): readonly object[] =>
  named(count).map((each) => ({ __component: 'parts.part', ...each }));

interface Rejected {
  readonly errors: readonly { readonly path: readonly string[] }[];
}

async function paths(write: () => Promise<unknown>): Promise<readonly string[]> {
  const error = await rejection(write);
  expect([error.status, error.name]).toEqual([400, 'ValidationError']);
  return (error.details as unknown as Rejected).errors.map(({ path }) => path.join('.'));
}

describe('a draft may violate publication rules until it is published', () => {
  test.each<readonly [object, readonly string[]]>([
    [{ must: null }, ['must']],
    [{ least: 2 }, ['least']],
    [{ long: 'a' }, ['long']],
    [{ form: 'b' }, ['form']],
    [{ mail: 'no mail' }, ['mail']],
    [{ slug: 'not a slug' }, ['slug']],
    [{ part: null }, ['part']],
    [{ part: {} }, ['part.name']],
    [{ part: { name: 'n' } }, ['part.name']],
    [{ parts: named(1) }, ['parts']],
    [{ parts: named(4) }, ['parts']],
    [{ parts: [{}, { name: 'ok' }] }, ['parts.0.name']],
    [{ zone: zoned(3) }, ['zone']],
    [{ zone: [{ __component: 'parts.part' }] }, ['zone.0.name']],
    [{ must: null, least: 1, part: null }, ['must', 'least', 'part']],
  ])('%j', async (data, wanted) => {
    const documentId = await project.draft('page', { ...whole, ...data });
    const page = ['page', documentId] as const;
    expect(await paths(() => project.act('publish', page))).toEqual(wanted);
    expect(await paths(() => project.update(page, {}))).toEqual(wanted);
    expect(await project.read('page', documentId)).toBeNull();
    const good = { must: 'm', least: 3, long: 'abc', form: 'a', mail: 'a@example.com', slug: 's' };
    await project.update(page, { ...good, part: { name: 'part' }, parts: [], zone: zoned(1) });
    expect(await project.read('page', documentId)).toMatchObject({ must: 'm' });
    await project.delete('page', documentId);
  });
});

test.each<readonly [object, string]>([
  [{ least: 6 }, 'least'],
  [{ long: 'abcdef' }, 'long'],
  [{ must: 1 }, 'must'],
  [{ must: 'x'.repeat(256) }, 'must'],
  [{ choice: 'z' }, 'choice'],
  [{ flag: 'perhaps' }, 'flag'],
  [{ part: { name: 7 } }, 'part.name'],
])('a draft must not violate: %j', async (data, path) => {
  expect(await paths(() => project.draft('page', data))).toEqual([path]);
});

test('a required relation does not prevent publishing', async () => {
  const documentId = await project.draft('page', whole);
  expect(await project.act('publish', ['page', documentId])).toHaveLength(1);
});

test('an optional list may be empty', async () => {
  const documentId = await project.draft('page', { ...whole, parts: [], zone: [] });
  expect(await project.act('publish', ['page', documentId])).toHaveLength(1);
});

describe('a unique value', () => {
  test('is compared exactly with published values of other documents, and never with drafts', async () => {
    const one = await project.published('page', { ...whole, unique: 'u', slug: 'one' });
    await project.draft('page', { ...whole, unique: 'v' });
    for (const unique of ['U', 'v', '', null]) {
      await project.published('page', { ...whole, unique });
    }
    const two = await project.draft('page', { ...whole, unique: 'u', slug: 'one' });
    expect(await paths(() => project.act('publish', ['page', two]))).toEqual(['slug', 'unique']);
    await project.update(['page', one], { unique: 'w', slug: 'two' }, 'status=draft');
    expect(await paths(() => project.act('publish', ['page', two]))).toEqual(['slug', 'unique']);
    await project.act('publish', ['page', one]);
    expect(await project.act('publish', ['page', two])).toHaveLength(1);
    expect(await paths(() => project.update(['page', one], { unique: 'u' }))).toEqual(['unique']);
    await project.act('unpublish', ['page', two]);
    await project.update(['page', one], { unique: 'u' });
    await project.delete('page', one);
    expect(await project.act('publish', ['page', two])).toHaveLength(1);
  });
});
