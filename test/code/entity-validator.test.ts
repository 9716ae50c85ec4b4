// `strapi.entityValidator` checks relations in components on all levels.
import { expect, test } from 'vitest';
import type { Model, Strapi } from '../../src/code/strapi/strapi.ts';
import { openTestApp } from '../support/app.ts';
import { collectionType, makeProject, schemaOf } from '../support/project-folder.ts';

const TAG = 'api::tag.tag';

test('relations in components must exist', async () => {
  await using _app = await openTestApp({
    project: makeProject({
      [schemaOf('tag')]: collectionType('tag'),
      [schemaOf('post')]: collectionType('post', {
        parts: { type: 'component', repeatable: true, component: 'base.part' },
        zone: { type: 'dynamiczone', components: ['base.part'] },
      }),
      'src/components/base/part.json': {
        collectionName: 'components_base_parts',
        info: { displayName: 'part' },
        attributes: {
          label: { type: 'component', component: 'base.label' },
          tag: { type: 'relation', relation: 'oneToOne', target: TAG },
        },
      },
      'src/components/base/label.json': {
        collectionName: 'components_base_labels',
        info: { displayName: 'label' },
        attributes: { tags: { type: 'relation', relation: 'oneToMany', target: TAG } },
      },
      'src/index.js': 'module.exports = { register() { return 1; } };',
    }),
  });
  const strapi = Reflect.get(globalThis, 'strapi') as Strapi;
  const { id } = await strapi.documents(TAG).create({ data: { title: 'a' } });
  const validate = (data: object): Promise<unknown> =>
    strapi.entityValidator.validateEntityCreation(strapi.getModel('api::post.post') as Model, data);
  await expect(
    validate({
      parts: [{ tag: id, label: { tags: { connect: [{ id: 998 }] } } }],
      zone: [{ __component: 'base.part', tag: 999 }],
    }),
  ).rejects.toThrow(`2 relation(s) of type ${TAG} associated with this entity do not exist`);
  expect(await validate({ parts: [{ tag: id, label: { tags: [id] } }] })).toMatchObject({
    parts: [{ tag: id }],
  });
});
