// What Strapi 5.54.0 reports for requests of the legacy route that creates a content-type, recorded (test/conformance/builder-older-refusals.json): a
// body with the paths and messages of its errors.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { InvalidModelError } from '../errors.ts';
import { changeContentType, renameCategory } from './legacy-requests.ts';
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
    if (!(error instanceof InvalidModelError)) throw error;
    const { details } = error.body as {
      details?: { errors: readonly { path: unknown; message: unknown }[] };
    };
    return (details?.errors ?? []).map(({ path, message }) => [path, message]);
  }
}

test.each(rejections)('%j: %j', (body, errors) => {
  expect(errorsOf(() => changeContentType(null, body).change(MODELS))).toEqual(errors);
});

test('reports all that is wrong with the name of a category', () => {
  expect(errorsOf(() => renameCategory('shared', { name: '', more: 1 }))).toEqual([
    [['name'], 'name must be at least 3 characters'],
    [['name'], 'name.required'],
    [[], 'this field has unspecified keys: more'],
  ]);
});

test('moves components of a category with attributes that no request could give them', () => {
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
  const moved = renameCategory('shared', { name: 'parts' }).change(models);
  expect(moved.models.get('parts.link')?.json).toMatchObject({ attributes: { page } });
});
