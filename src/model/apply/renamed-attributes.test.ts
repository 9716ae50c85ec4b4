// References to a renamed attribute in permissions, views and stored paths are updated.
import { expect, test } from 'vitest';
import { modelVersion, openModel } from '../../../test/support/model-change.ts';

const NOTE = 'api::note.note';
const TAG = 'api::tag.tag';
const text = { type: 'string' };
const VIEW = 'plugin_content_manager_configuration_content_types::';

function version(first: string, second: string, part: string) {
  return modelVersion({
    [NOTE]: {
      [first]: text,
      [second]: text,
      seo: { type: 'component', component: 'shared.seo' },
    },
    'shared.seo': { [part]: text },
    [TAG]: { note: { type: 'relation', relation: 'manyToOne', target: NOTE } },
  });
}

test('updates permissions, views and pending links, also if two names are exchanged', async () => {
  const model = await openModel(version('a', 'b', 'title'));
  const view = {
    uid: NOTE,
    settings: { mainField: 'a', defaultSortBy: 'b', pageSize: 10 },
    metadatas: { a: { edit: { label: 'A' } }, b: { edit: { label: 'B' } } },
    layouts: { list: ['id', 'a'], edit: [[{ name: 'b', size: 6 }]] },
  };
  const ofTag = { metadatas: { note: { edit: { mainField: 'a' } } } };
  await model.script(`
    INSERT INTO admin_permissions (id, action, subject, properties) VALUES
      (901, 'read', '${NOTE}', '{"fields":["a","b","seo.title"],"locales":["en"]}'),
      (902, 'read', '${TAG}', '{"fields":["a"]}');
    INSERT INTO strapi_core_store_settings (id, key, value) VALUES
      (901, '${VIEW}${NOTE}', '${JSON.stringify(view)}'),
      (902, '${VIEW}${TAG}', '${JSON.stringify(ofTag)}');
    INSERT INTO quoin_pending_links (owner_type, owner_id, source_type, source_id, attribute, target_type, target_document, target_status)
      VALUES ('${NOTE}', 1, '${NOTE}', 1, 'a', '${TAG}', 't', 'draft'), ('${TAG}', 1, '${TAG}', 1, 'a', '${TAG}', 't', 'draft')`);
  const renames = {
    attributes: new Map([
      [
        NOTE,
        new Map([
          ['a', 'b'],
          ['b', 'a'],
        ]),
      ],
      ['shared.seo', new Map([['heading', 'title']])],
    ]),
  };
  await model.change(version('a', 'b', 'heading'), { renames });
  const permissions = await model.column(
    'SELECT properties FROM admin_permissions WHERE id > 900 ORDER BY id',
  );
  expect(permissions.map((each) => JSON.parse(String(each)))).toEqual([
    { fields: ['b', 'a', 'seo.heading'], locales: ['en'] },
    { fields: ['a'] },
  ]);
  const views = await model.column(
    'SELECT value FROM strapi_core_store_settings WHERE id > 900 ORDER BY id',
  );
  expect(views.map((each) => JSON.parse(String(each)))).toEqual([
    {
      uid: NOTE,
      settings: { mainField: 'b', defaultSortBy: 'a', pageSize: 10 },
      metadatas: { b: { edit: { label: 'A' } }, a: { edit: { label: 'B' } } },
      layouts: { list: ['id', 'b'], edit: [[{ name: 'a', size: 6 }]] },
    },
    { metadatas: { note: { edit: { mainField: 'b' } } } },
  ]);
  expect(await model.column('SELECT attribute FROM quoin_pending_links ORDER BY id')).toEqual([
    'b',
    'a',
  ]);
});
