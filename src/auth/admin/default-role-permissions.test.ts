// What Strapi 5.54 gives the roles Editor and Author of a new database; measured on project kitchen.
import { expect, test } from 'vitest';
import { modelOf } from '../../app/content-model.ts';
import { openProject } from '../../app/project.ts';
import { vendored } from '../../../test/support/vendored-projects.ts';
import { makeProject } from '../../../test/support/project-folder.ts';
import { authorPermissions, editorPermissions } from './default-role-permissions.ts';

async function kitchen() {
  const folder = makeProject({}, `${vendored('conformance', 'projects')}/kitchen`);
  const { registry } = modelOf(await openProject(folder, { environment: {} }));
  return { registry, hidden: new Set<string>() };
}

const EXPLORER = 'plugin::content-manager.explorer';

test('as many, in the same order, as in a database of Strapi', async () => {
  const types = await kitchen();
  const editor = editorPermissions(types);
  expect(editor).toHaveLength(50);
  expect(authorPermissions(types)).toHaveLength(43);
  const subjects = [
    'article',
    'author',
    'campaign',
    'category',
    'homepage',
    'hub',
    'sample',
    'setting',
    'spoke',
    'tag',
  ].map((name) => `api::${name}.${name}`);
  const of = (action: string) =>
    editor.filter((each) => each.action === action).map(({ subject }) => subject);
  for (const action of ['create', 'read', 'update']) {
    expect(of(`${EXPLORER}.${action}`)).toEqual(subjects);
  }
  const localized = ['article', 'homepage', 'tag'].map((name) => `api::${name}.${name}`);
  for (const action of ['delete', 'publish']) {
    expect(of(`${EXPLORER}.${action}`)).toEqual(subjects.filter((uid) => !localized.includes(uid)));
  }
  expect(editor.slice(-6).map(({ action }) => action)).toEqual(
    ['read', 'configure-view', 'assets.create', 'assets.update', 'assets.download']
      .concat('assets.copy-link')
      .map((action) => `plugin::upload.${action}`),
  );
});

test('components are told by their attributes, zones by their name; private ones and passwords too', async () => {
  const editor = editorPermissions(await kitchen());
  const fieldsOf = (uid: string) => editor.find(({ subject }) => subject === uid)?.fields;
  expect(fieldsOf('api::homepage.homepage')?.join(' ')).toBe(
    'heading tagline views highlights seo.metaTitle seo.metaDescription seo.shareImage ' +
      'seo.links.label seo.links.href seo.links.external sections',
  );
  expect(fieldsOf('api::sample.sample')).toEqual(expect.arrayContaining(['aPassword', 'aPrivate']));
});

test('authors may do with their own what editors may, but not publish', async () => {
  const types = await kitchen();
  const own = ['admin::is-creator'];
  for (const { action, conditions } of authorPermissions(types)) {
    expect(action).not.toContain('publish');
    const isFree = /configure-view|assets\.(?:create|download|copy-link)$/.test(action);
    expect([action, conditions]).toEqual([action, isFree ? [] : own]);
  }
  expect(editorPermissions(types).every(({ conditions }) => conditions.length === 0)).toBe(true);
});

test('types that the administration does not show are left out', async () => {
  const types = { ...(await kitchen()), hidden: new Set(['api::tag.tag']) };
  expect(editorPermissions(types).some(({ subject }) => subject === 'api::tag.tag')).toBe(false);
});
