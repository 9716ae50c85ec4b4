import { expect, test } from 'vitest';
import type { JsonObject } from '../../base/json.ts';
import type { RawRecord } from '../../schema/raw.ts';
import { defaultConfiguration, type ViewConfiguration } from './default-configuration.ts';
import { followModel } from './follow-model.ts';
import type { ShownModel } from './shown-types.ts';

const TEXT = { type: 'string' };
const BEFORE = { name: TEXT, email: { type: 'email' }, bio: { type: 'text' } };
const TO_TAGS = { type: 'relation', relation: 'manyToOne', target: 'api::tag.tag' };

function model(attributes: RawRecord, uid = 'api::author.author'): ShownModel {
  return {
    uid,
    isDisplayed: true,
    apiID: 'author',
    kind: 'collectionType',
    info: {},
    options: {},
    attributes: { id: { type: 'integer' }, ...(attributes as object), documentId: TEXT },
  };
}

const find = (uid: string): ShownModel | undefined =>
  uid === 'api::tag.tag' ? model({ label: TEXT }, uid) : undefined;

/** What an administrator stored when the model was `BEFORE`. */
function stored(change: Partial<ViewConfiguration> = {}): ViewConfiguration {
  const { settings, metadatas } = defaultConfiguration(model(BEFORE), () => 'documentId');
  return {
    settings: { ...settings, mainField: 'email', defaultSortBy: 'email', pageSize: 50 },
    metadatas: { ...metadatas, name: { edit: { label: 'Full name' }, list: { sortable: true } } },
    layouts: {
      list: ['id', 'email', 'name'],
      edit: [
        [{ name: 'bio', size: 12 }],
        [{ name: 'email', size: 4 }],
        [{ name: 'name', size: 6 }],
      ],
    },
    ...change,
  };
}

test('an unchanged model keeps the stored configuration', () => {
  const { settings, layouts } = stored();
  expect(followModel(model(BEFORE), stored(), find)).toMatchObject({ settings, layouts });
});

test('removes a dropped attribute everywhere and restores defaults', () => {
  const { name, bio } = BEFORE;
  const { settings, metadatas, layouts } = followModel(model({ name, bio }), stored(), find);
  expect(settings).toMatchObject({ mainField: 'name', defaultSortBy: 'name', pageSize: 50 });
  expect(Object.keys(metadatas)).toEqual(['id', 'name', 'bio', 'documentId']);
  expect(layouts).toEqual({
    list: ['id', 'name'],
    edit: [[{ name: 'bio', size: 12 }], [{ name: 'name', size: 6 }]],
  });
});

test('a new attribute is added at the end, and to lists that have room', () => {
  const json = { type: 'json' };
  const changed = model({ ...BEFORE, json, tag: TO_TAGS, other: TEXT });
  const { metadatas, layouts } = followModel(changed, stored(), find);
  expect(layouts['list']).toEqual(['id', 'email', 'name', 'tag']);
  const [, , ...rows] = layouts['edit'] as readonly JsonObject[][];
  expect(rows).toEqual([
    [{ name: 'name', size: 6 }],
    [{ name: 'json', size: 12 }],
    [
      { name: 'tag', size: 6 },
      { name: 'other', size: 6 },
    ],
  ]);
  expect(metadatas).toMatchObject({
    name: { edit: { label: 'Full name', visible: true } },
    tag: { edit: { mainField: 'label' } },
  });
});

test('a changed type moves a field that no longer fits, and disables sorting', () => {
  const changed = model({ ...BEFORE, name: { type: 'json' } });
  const { settings, metadatas, layouts } = followModel(changed, stored(), find);
  expect(settings).toMatchObject({ mainField: 'email' });
  expect(metadatas['name']).toMatchObject({ list: { sortable: false } });
  expect(layouts).toEqual({
    list: ['id', 'email'],
    edit: [[{ name: 'bio', size: 12 }], [{ name: 'email', size: 4 }], [{ name: 'name', size: 12 }]],
  });
});

test('a main field must exist on the target of the relation', () => {
  const metadatas = {
    tag: { edit: { mainField: 'gone' }, list: {} },
    name: { edit: { mainField: 'label' }, list: {} },
  };
  const changed = model({ ...BEFORE, tag: TO_TAGS });
  const followed = followModel(changed, stored({ metadatas }), find);
  expect(followed.metadatas['tag']).toMatchObject({ edit: { mainField: 'label' } });
  expect(followed.metadatas['name']).not.toHaveProperty('edit.mainField');
});

test('empty parts, and layouts without remaining fields, get the default', () => {
  const base = defaultConfiguration(model(BEFORE), () => 'documentId');
  const empty = { settings: {}, metadatas: {}, layouts: {} };
  expect(followModel(model(BEFORE), empty, find)).toEqual(base);
  const layouts = { list: ['gone', 5], edit: [[{ name: 'gone', size: 6 }], 'text', [7]] };
  const full = Object.fromEntries(Object.keys(base.metadatas).map((name) => [name, {}]));
  expect(followModel(model(BEFORE), stored({ layouts, metadatas: full }), find).layouts).toEqual(
    base.layouts,
  );
});
