// Schemas as the real Strapi 5.54.0 exports them from the same files; whole projects are compared in
// export-project.test.ts.
import { expect, test } from 'vitest';
import type { RawDefinition } from '../../schema/types.ts';
import { schemaLines } from './schema-lines.ts';

function exported(definition: Partial<RawDefinition>): unknown {
  const [line = ''] = schemaLines([
    {
      modelType: 'contentType',
      uid: '',
      origin: 'api',
      file: 'schema.json',
      json: {},
      ...definition,
    },
  ]);
  return JSON.parse(line);
}

const INFO = { singularName: 'plain-page', pluralName: 'plain-pages', displayName: 'Plain 2' };

test('adds Strapi’s defaults to a minimal type', () => {
  const attributes = { title: { type: 'string' }, locale: { type: 'string' }, createdAt: {} };
  const json = {
    collectionName: 'plain_pages',
    info: INFO,
    options: { populateCreatorFields: true, comment: 'x' },
    pluginOptions: { i18n: { localized: true } },
    attributes,
  };
  const hidden = { configurable: false, visible: false };
  const creator = {
    type: 'relation',
    relation: 'oneToOne',
    target: 'admin::user',
    ...hidden,
    writable: false,
    useJoinTable: false,
    private: false,
  };
  expect(exported({ uid: 'api::plain-page.plain-page', json })).toEqual({
    ...json,
    options: { ...json.options, draftAndPublish: false },
    attributes: {
      title: { type: 'string' },
      locale: { writable: true, private: false, ...hidden, type: 'string' },
      createdAt: { type: 'datetime' },
      updatedAt: { type: 'datetime' },
      publishedAt: { type: 'datetime', configurable: false, writable: true, visible: true },
      createdBy: creator,
      updatedBy: creator,
      localizations: {
        type: 'relation',
        relation: 'oneToMany',
        target: 'api::plain-page.plain-page',
        writable: false,
        private: false,
        ...hidden,
        unstable_virtual: true,
        joinColumn: {
          name: 'document_id',
          referencedColumn: 'document_id',
          referencedTable: 'plain_pages',
        },
      },
    },
    kind: 'collectionType',
    modelType: 'contentType',
    modelName: 'plain-page',
    uid: 'api::plain-page.plain-page',
    globalId: 'PlainPage',
  });
});

test('exports an extension of a built-in type unchanged', () => {
  const uid = 'plugin::users-permissions.role';
  const json = {
    kind: 'collectionType',
    collectionName: 'up_roles',
    info: { name: 'ours', singularName: 'role', pluralName: 'roles', displayName: 'Role' },
    pluginOptions: { 'content-manager': { visible: true } },
    attributes: {},
  };
  expect(exported({ uid, origin: 'plugin', json })).toMatchObject({
    info: json.info,
    options: { draftAndPublish: false },
    pluginOptions: json.pluginOptions,
    modelName: 'role',
    plugin: 'users-permissions',
    globalId: 'UsersPermissionsRole',
  });
});

test('derives the model name of a component', () => {
  const json = {
    collectionName: 'components_odd_thing_2s',
    info: { displayName: 'Thing' },
    options: {},
    attributes: { a: { type: 'string' } },
    config: {},
  };
  const { config: _, ...exportedKeys } = json;
  expect(exported({ modelType: 'component', uid: 'odd.thing-2', json })).toEqual({
    ...exportedKeys,
    modelType: 'component',
    modelName: 'thing-2',
    uid: 'odd.thing-2',
    globalId: 'ComponentOddThing2',
  });
});
