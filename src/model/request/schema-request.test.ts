// Messages of Strapi 5.54.0 for requests that it rejects, recorded (test/conformance/builder-refusals.json). A request that Strapi accepts was recorded
// with the deletion of a type that does not exist.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { applyRequest } from './apply-request.ts';
import { parseSchemaRequest } from './schema-request.ts';
import type { SourceModel } from './source-model.ts';

interface Rejections {
  /** Properties of an attribute of a new type. */
  readonly attributes: readonly (readonly [unknown, string])[];
  readonly elements: readonly (readonly ['contentTypes' | 'components', unknown, string])[];
  readonly bodies: readonly (readonly [unknown, string])[];
}

const file = new URL('../../../test/conformance/builder-refusals.json', import.meta.url);
const rejections = JSON.parse(readFileSync(file, 'utf8')) as Rejections;

const model = (uid: string, modelType: SourceModel['modelType']): [string, SourceModel] => [
  uid,
  { uid, modelType, origin: 'api', file: null, json: { attributes: {} } },
];
const MODELS = new Map([
  model('api::tag.tag', 'contentType'),
  model('api::article.article', 'contentType'),
  model('shared.seo', 'component'),
]);
const MISSING = { action: 'delete', uid: 'api::nope.nope' };

function messageOf(body: unknown): string {
  try {
    applyRequest(MODELS, parseSchemaRequest(body));
    return 'accepted';
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

test.each(rejections.attributes)('an attribute %j: %s', (properties, message) => {
  const contentType = {
    action: 'create',
    uid: 'api::note.note',
    kind: 'collectionType',
    displayName: 'Note',
    singularName: 'note',
    pluralName: 'notes',
    draftAndPublish: false,
    attributes: [{ action: 'create', name: 'x', properties }],
  };
  expect(messageOf({ data: { contentTypes: [MISSING, contentType] } })).toBe(message);
});

test.each(rejections.elements)('an element of %s %j: %s', (list, element, message) => {
  const contentTypes = list === 'contentTypes' ? [MISSING, element] : [MISSING];
  const components = list === 'components' ? [element] : [];
  expect(messageOf({ data: { contentTypes, components } })).toBe(message);
});

test.each(rejections.bodies)('a body %j: %s', (body, message) => {
  expect(messageOf(body)).toBe(message);
});

const NOTE = {
  action: 'create',
  uid: 'api::note.note',
  kind: 'collectionType',
  displayName: 'Note',
  singularName: 'note',
  pluralName: 'notes',
  draftAndPublish: false,
  attributes: [],
};

test('rejects two elements that create the same model, or another one with its table', () => {
  expect(messageOf({ data: { contentTypes: [NOTE, NOTE] } })).toBe('contentType.alreadyExists');
  const component = {
    action: 'create',
    uid: 'shared.pin',
    category: 'shared',
    displayName: 'Pin',
    attributes: [],
  };
  expect(messageOf({ data: { components: [component, component] } })).toBe(
    'component.alreadyExists',
  );
  // "Pin" and "Pins" have the same table.
  const plural = { ...component, uid: 'shared.pins', displayName: 'Pins' };
  expect(messageOf({ data: { components: [component, plural] } })).toBe('component.alreadyExists');
});

test('changes a type that the same request creates', () => {
  const { singularName: _, pluralName: __, ...rest } = NOTE;
  const more = { action: 'create', name: 'more', properties: { type: 'string' } };
  const update = { ...rest, action: 'update', attributes: [more] };
  const { models } = applyRequest(
    MODELS,
    parseSchemaRequest({ data: { contentTypes: [NOTE, update] } }),
  );
  expect(models.get('api::note.note')?.json).toMatchObject({
    collectionName: 'notes',
    info: { singularName: 'note', pluralName: 'notes' },
    attributes: { more: { type: 'string' } },
  });
});

test('writes all keys of a custom field in their order', () => {
  const properties = {
    format: 'hex',
    type: 'customField',
    customField: 'plugin::color-picker.color',
    options: { format: 'hex' },
    multiple: true,
    default: null,
    renamedValues: {},
  };
  const type = {
    action: 'update',
    uid: 'api::tag.tag',
    displayName: 'Tag',
    draftAndPublish: false,
    attributes: [{ action: 'create', name: 'color', properties }],
  };
  const { models } = applyRequest(MODELS, parseSchemaRequest({ data: { contentTypes: [type] } }));
  const { attributes } = models.get('api::tag.tag')?.json ?? {};
  expect(JSON.stringify(attributes)).toBe(
    '{"color":{"type":"customField","customField":"plugin::color-picker.color","format":"hex","options":{"format":"hex"},"multiple":true,"default":null}}',
  );
});

test('compiles a regular expression in an attribute of any type, except in valid media', () => {
  const withAttribute = (properties: unknown): string =>
    messageOf({
      data: {
        contentTypes: [
          {
            action: 'update',
            uid: 'api::tag.tag',
            displayName: 'Tag',
            draftAndPublish: false,
            attributes: [{ action: 'create', name: 'x', properties }],
          },
        ],
      },
    });
  const message = 'Invalid regular expression: /(/: Unterminated group';
  expect(withAttribute({ type: 'integer', regex: '(' })).toBe(message);
  expect(withAttribute({ type: 'media', multiple: 5, regex: '(' })).toBe(message);
  expect(withAttribute({ type: 'media', regex: '(' })).toBe('accepted');
  expect(withAttribute({ type: 'integer', regex: '[a-z]' })).toBe('accepted');
});

test('keeps hidden attributes, which the content-type builder does not list', () => {
  const attributes = { title: { type: 'string' }, hidden: { type: 'string', visible: false } };
  const [, tag] = model('api::tag.tag', 'contentType');
  const models = new Map([['api::tag.tag', { ...tag, json: { attributes } }]]);
  const changed = (listed: readonly unknown[]): unknown => {
    const type = {
      action: 'update',
      uid: 'api::tag.tag',
      displayName: 'Tag',
      draftAndPublish: false,
      attributes: listed,
    };
    const result = applyRequest(models, parseSchemaRequest({ data: { contentTypes: [type] } }));
    return result.models.get('api::tag.tag')?.json['attributes'];
  };
  const text = { action: 'update', name: 'title', properties: { type: 'string' } };
  expect(changed([text])).toEqual(attributes);
  expect(changed([text, { action: 'delete', name: 'hidden' }])).toEqual({
    title: { type: 'string' },
  });
});
