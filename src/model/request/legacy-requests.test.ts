// What Strapi 5.54.0 reports for requests of the legacy route that creates a content-type, recorded (test/conformance/builder-older-refusals.json): a
// body with the paths and messages of its errors.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { ModelChangeError } from '../errors.ts';
import { changeComponent, changeContentType, renameCategory } from './legacy-requests.ts';
import type { SourceModel } from './source-model.ts';

const file = new URL('../../../test/conformance/builder-older-refusals.json', import.meta.url);
const rejections = JSON.parse(readFileSync(file, 'utf8')) as readonly (readonly [
  unknown,
  readonly unknown[],
])[];

const tag = {
  uid: 'api::tag.tag',
  modelType: 'contentType',
  origin: 'api',
  file: null,
  json: { collectionName: 'tags', info: { singularName: 'tag', pluralName: 'tags' } },
} as const;
const MODELS = new Map([[tag.uid, tag]]);

function errorsOf(work: () => unknown): unknown {
  try {
    work();
    return 'accepted';
  } catch (error) {
    if (!(error instanceof ModelChangeError) || error.reason !== 'invalidModel') throw error;
    const { details } = error.body as {
      details?: { errors: readonly { path: unknown; message: unknown }[] };
    };
    return (details?.errors ?? []).map(({ path, message }) => [path, message]);
  }
}

test.each(rejections)('%j: %j', (body, errors) => {
  expect(errorsOf(() => changeContentType(null, body).change(MODELS))).toEqual(errors);
});

test.each([
  ['of a long list', { cover: { type: 'media', allowedTypes: Array<number>(100_000).fill(0) } }],
  [
    'of many attributes',
    Object.fromEntries(
      Array.from({ length: 900 }, (_, i) => [
        `${'n'.repeat(200)}${i}`,
        i % 2 === 0 ? { type: 'string' } : { type: 'uid', targetField: 'none' },
      ]),
    ),
  ],
])('limits the reported errors: %s', (_name, attributes) => {
  const names = { displayName: 'Big', singularName: 'big', pluralName: 'bigs' };
  const errors = errorsOf(() =>
    changeContentType(null, { contentType: { ...names, attributes } }).change(MODELS),
  );
  expect((errors as readonly unknown[]).length).toBeLessThanOrEqual(1000);
  expect(JSON.stringify(errors).length).toBeLessThan(6_000_000);
});

test('reports all errors in the name of a category', () => {
  expect(errorsOf(() => renameCategory('shared', { name: '', more: 1 }))).toEqual([
    [['name'], 'name must be at least 3 characters'],
    [['name'], 'name.required'],
    [[], 'this field has unspecified keys: more'],
  ]);
});

test('moves components of a category with attributes that a request could not create', () => {
  const uid = 'shared.link';
  const page = { type: 'relation', relation: 'manyToOne', target: 'api::tag.tag' };
  const link = {
    uid,
    modelType: 'component',
    origin: 'api',
    file: null,
    json: { info: { displayName: 'Link' }, attributes: { page } },
  } as const;
  const models = new Map<string, SourceModel>([
    [tag.uid, tag],
    [uid, link],
  ]);
  const moved = renameCategory('shared', { name: 'parts' })?.change(models);
  expect(moved?.models.get('parts.link')?.json).toMatchObject({ attributes: { page } });
});

interface RejectedModel {
  readonly method: 'POST' | 'PUT';
  readonly path: string;
  readonly body: unknown;
  readonly errors: readonly unknown[];
}

// Messages of the rules of Strapi 5.54.0 for attributes and nested components, with these content-types.
const attributesFile = new URL(
  '../../../test/conformance/builder-older-attributes.json',
  import.meta.url,
);
const rejectedModels = JSON.parse(readFileSync(attributesFile, 'utf8')) as readonly RejectedModel[];

const sourceOf = (
  uid: string,
  names: readonly [string, string],
  kind: string = 'collectionType',
): [string, SourceModel] => {
  const [singularName, pluralName] = names;
  const json = { kind, collectionName: pluralName, info: { singularName, pluralName } };
  return [uid, { uid, modelType: 'contentType', origin: 'api', file: null, json }];
};

const TYPES = new Map([
  sourceOf('admin::user', ['user', 'users']),
  sourceOf('admin::role', ['role', 'roles']),
  sourceOf('plugin::upload.file', ['file', 'files']),
  sourceOf('plugin::users-permissions.user', ['user', 'users']),
  sourceOf('api::tag.tag', ['tag', 'tags']),
  sourceOf('api::homepage.homepage', ['homepage', 'homepages'], 'singleType'),
]);

const sorted = (errors: unknown): unknown =>
  Array.isArray(errors) ? errors.map((error) => JSON.stringify(error)).toSorted() : errors;

test.each(rejectedModels)('$method $path $body: $errors', ({ method, path, body, errors }) => {
  const uid = method === 'POST' ? null : 'api::tag.tag';
  const { change } = path.startsWith('components')
    ? changeComponent(uid, body)
    : changeContentType(uid, body);
  expect(sorted(errorsOf(() => change(TYPES)))).toEqual(sorted(errors));
});

test('components of attributes must exist, or be created by the same request', () => {
  const body = (component: string, components: readonly unknown[] = []): unknown => ({
    contentType: {
      displayName: 'Note',
      singularName: 'note',
      pluralName: 'notes',
      attributes: { part: { type: 'component', component } },
    },
    components,
  });
  expect(() => changeContentType(null, body('none.none')).change(TYPES)).toThrow(
    'component.notFound',
  );
  const zone = { type: 'dynamiczone', components: ['none.none'] };
  const withZone = { category: 'shared', displayName: 'Zed', attributes: { zone } };
  expect(() => changeComponent(null, { component: withZone }).change(TYPES)).toThrow();
  const part = {
    tmpUID: 'new',
    category: 'shared',
    displayName: 'Part',
    attributes: {
      note: { type: 'relation', relation: 'oneToOne', target: '__contentType__' },
    },
  };
  const { models } = changeContentType(null, body('new', [part])).change(TYPES);
  expect(models.get('api::note.note')?.json['attributes']).toMatchObject({
    part: { component: 'shared.part' },
  });
  expect(models.get('shared.part')?.json['attributes']).toMatchObject({
    note: { target: 'api::note.note' },
  });
});

test('rejects renaming a category to its own name, even if it does not exist', () => {
  expect(renameCategory('nope', { name: 'nope' })).toBe(null);
  expect(renameCategory('shared', { name: 'Shared' })).toBe(null);
});

test('compiles the regular expression of a uid attribute, but does not run it', () => {
  const body = (regex: string): unknown => ({
    contentType: {
      displayName: 'Note',
      singularName: 'note',
      pluralName: 'notes',
      attributes: { x: { type: 'uid', regex, default: 'b' } },
    },
  });
  expect(changeContentType(null, body('^(b+)+$')).change(TYPES).models.size).toBe(7);
  expect(() => changeContentType(null, body('(')).change(TYPES)).toThrow(
    'Invalid regular expression',
  );
});
