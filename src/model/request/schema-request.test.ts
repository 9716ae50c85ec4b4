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
