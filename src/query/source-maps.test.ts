import { expect, test } from 'vitest';
import { builtInDefinitions } from '../schema/built-in/definitions.ts';
import { defineRegistry } from '../schema/define.ts';
import type { JsonValue } from '../base/json.ts';
import { MAX_WRITTEN_LENGTH } from '../base/limits.ts';
import { definition } from '../../test/support/vendored-projects.ts';
import { withSourceMaps } from './source-maps.ts';

const registry = defineRegistry([
  ...builtInDefinitions,
  definition('api::post.post', {
    kind: 'collectionType',
    collectionName: 'posts',
    info: { singularName: 'post', pluralName: 'posts', displayName: 'Post' },
    attributes: {
      title: { type: 'string' },
      created_at: { type: 'string' },
      images: { type: 'media', multiple: true },
      parts: { type: 'relation', relation: 'morphToMany' },
    },
  }),
]);
const post = registry.contentType('api::post.post');

/** The paths in the markers of an entry, by the text before each marker. */
function pathsIn(entry: object): Readonly<Record<string, string | null>> {
  const [text = ''] = withSourceMaps([{ ...entry }], post, registry);
  const paths: Record<string, string | null> = {};
  JSON.parse(text, (_key, value: unknown) => {
    if (typeof value !== 'string') return value;
    const at = value.indexOf('\u200B');
    const source = at < 0 ? null : new URLSearchParams(decode(value.slice(at)));
    paths[value.slice(0, at < 0 ? undefined : at)] = source && source.get('path');
    return value;
  });
  return paths;
}

function decode(marker: string): string {
  const digits = Array.from(marker, (character) => '\u200B\u200C\u200D\uFEFF'.indexOf(character));
  let text = '';
  for (let i = 4; i < digits.length; i += 4) {
    text += String.fromCharCode(Number.parseInt(digits.slice(i, i + 4).join(''), 4));
  }
  return (JSON.parse(text) as { readonly strapiSource: string }).strapiSource;
}

test('files of one list share a path; entries below them have their own', () => {
  const files = [
    { name: 'a.png', related: [{ __type: 'api::post.post', title: 'above' }] },
    { name: 'b.png' },
  ];
  expect(pathsIn({ documentId: 'x', images: files })).toEqual({
    x: null,
    'a.png': 'images.name',
    'api::post.post': null,
    above: 'images.0.related.0.title',
    'b.png': 'images.name',
  });
});

test('entries of polymorphic relations have the type named in __type', () => {
  const parts = [
    { __type: 'plugin::upload.file', name: 'a file' },
    { __type: 'api::removed.removed', title: 'of no type' },
    { title: 'without type' },
  ];
  expect(pathsIn({ parts })).toMatchObject({
    'a file': 'parts.0.name',
    'of no type': null,
    'without type': null,
  });
});

test('does not mark system fields and unknown keys', () => {
  const entry = { title: 'a', created_at: 'b', publishedAt: 'c', locale: 'd', other: 'e' };
  expect(pathsIn(entry)).toEqual({ a: 'title', b: null, c: null, d: null, e: null });
});

test('rejects a response beyond the size limit', () => {
  const long = { documentId: 'x', title: 'x'.repeat(MAX_WRITTEN_LENGTH - 100) };
  expect(() => withSourceMaps([long], post, registry)).toThrow('too large');
});

test('marks the other values of an entry whose JSON is too deep', () => {
  const deep = `${'['.repeat(200_000)}1${']'.repeat(200_000)}`;
  const entry = { documentId: 'x', title: 'a' };
  const entries = [{ ...entry, json: JSON.parse(deep) as JsonValue }, entry];
  const [first, second] = withSourceMaps(entries, post, registry);
  expect(first).toBe(`{"documentId":"x","title":"a","json":${deep}}`);
  expect(second).toContain('a\u200B');
});

test('rejects a circular entry created by code', () => {
  const entry: Record<string, JsonValue> = { documentId: 'x' };
  entry['self'] = entry;
  expect(() => withSourceMaps([entry], post, registry)).toThrow(TypeError);
});
