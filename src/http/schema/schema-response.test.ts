// Schemas in responses.
import { expect, test } from 'vitest';
import type { RawDefinition } from '../../schema/types.ts';
import { componentSchema, typeSchema } from './schema-response.ts';

function define(uid: string, json: object, modelType: RawDefinition['modelType']): RawDefinition {
  return { modelType, uid, origin: 'api', file: 'src/x.json', json };
}

const TYPE = {
  kind: 'collectionType',
  collectionName: 'posts',
  info: { singularName: 'post', pluralName: 'posts', displayName: 'Post' },
  options: { draftAndPublish: true, comment: 'x' },
  attributes: {
    title: { type: 'string', required: true },
    cover: { type: 'media', allowedTypes: ['images'], required: true, private: true, other: 1 },
    author: {
      type: 'relation',
      relation: 'manyToOne',
      target: 'api::author.author',
      inversedBy: 'posts',
    },
    parts: {
      type: 'relation',
      relation: 'oneToMany',
      target: 'api::part.part',
      mappedBy: 'post',
      private: true,
    },
    alone: { type: 'relation', relation: 'oneToOne', target: 'api::part.part' },
  },
};

test('describes a type', () => {
  expect(typeSchema(define('api::post.post', TYPE, 'contentType'))).toEqual({
    uid: 'api::post.post',
    apiID: 'post',
    schema: {
      draftAndPublish: true,
      comment: 'x',
      displayName: 'Post',
      singularName: 'post',
      pluralName: 'posts',
      description: '',
      kind: 'collectionType',
      collectionName: 'posts',
      attributes: {
        title: TYPE.attributes.title,
        cover: {
          type: 'media',
          multiple: false,
          required: true,
          private: true,
          allowedTypes: ['images'],
        },
        author: {
          ...TYPE.attributes.author,
          targetAttribute: 'posts',
          required: false,
          private: false,
        },
        parts: {
          ...TYPE.attributes.parts,
          targetAttribute: 'post',
          required: false,
          private: true,
        },
        alone: { ...TYPE.attributes.alone, targetAttribute: null, required: false, private: false },
      },
      visible: true,
      restrictRelationsTo: null,
    },
  });
});

test('describes a hidden type', () => {
  const json = { ...TYPE, pluginOptions: { 'content-type-builder': { visible: false } } };
  expect(typeSchema(define('api::post.post', json, 'contentType')).schema).toMatchObject({
    visible: false,
    restrictRelationsTo: [],
  });
});

test('omits attributes that are hidden or named like built-in ones', () => {
  const text = { type: 'string' };
  const attributes = { hidden: { ...text, visible: false }, shown: { ...text, visible: true } };
  const named = { createdAt: text, publishedAt: text, createdBy: text, locale: text };
  const type = typeSchema(
    define('api::a.a', { ...TYPE, attributes: { ...attributes, ...named } }, 'contentType'),
  );
  expect(type.schema['attributes']).toEqual({ shown: attributes.shown });
  const component = componentSchema(
    define('a.a', { attributes: { ...attributes, ...named } }, 'component'),
  );
  expect(component.schema['attributes']).toEqual({
    shown: attributes.shown,
    createdBy: text,
    locale: text,
  });
});

test('marks media that cannot be configured', () => {
  const attributes = { cover: { type: 'media', configurable: false } };
  const type = typeSchema(define('api::a.a', { ...TYPE, attributes }, 'contentType'));
  expect(type.schema['attributes']).toMatchObject({ cover: { configurable: false } });
});

test('describes a component', () => {
  const json = {
    collectionName: 'components_shared_links',
    info: { displayName: 'Link', icon: 'apps' },
    attributes: { label: { type: 'string' } },
  };
  expect(componentSchema(define('shared.link', json, 'component'))).toEqual({
    uid: 'shared.link',
    category: 'shared',
    apiId: 'link',
    schema: {
      displayName: 'Link',
      description: '',
      icon: 'apps',
      collectionName: 'components_shared_links',
      attributes: { label: { type: 'string' } },
    },
  });
});
