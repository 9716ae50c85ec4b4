// Default permissions of roles: those that Strapi 5.54 stores in a new database, measured on project kitchen, and all
// locales (docs/strapi/differences.md, D21).
import { expect, test } from 'vitest';
import { modelOf } from '../../app/content-model.ts';
import { openProject } from '../../app/project.ts';
import { vendored } from '../../../test/support/vendored-projects.ts';
import { makeProject } from '../../../test/support/project-folder.ts';
import { NO_CUSTOM_PERMISSIONS } from './managed-types.ts';
import { authorPermissions, editorPermissions } from './default-role-permissions.ts';

async function kitchen() {
  const folder = makeProject({}, `${vendored('conformance', 'projects')}/kitchen`);
  const { registry } = modelOf(await openProject(folder, { environment: {} }));
  return { registry, hidden: new Set<string>(), custom: NO_CUSTOM_PERMISSIONS };
}

const EXPLORER = 'plugin::content-manager.explorer';

test('has as many permissions as a Strapi database, in the same order', async () => {
  const types = await kitchen();
  const editor = editorPermissions(types, ['en']);
  expect(editor).toHaveLength(50 + 6);
  expect(authorPermissions(types, ['en'])).toHaveLength(43 + 3);
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
    expect(of(`${EXPLORER}.${action}`)).toEqual(subjects);
  }
  for (const { subject, locales } of editor) {
    expect([subject, locales]).toEqual([
      subject,
      localized.includes(String(subject)) ? ['en'] : null,
    ]);
  }
  expect(editor.slice(-6).map(({ action }) => action)).toEqual(
    ['read', 'configure-view', 'assets.create', 'assets.update', 'assets.download']
      .concat('assets.copy-link')
      .map((action) => `plugin::upload.${action}`),
  );
});

test('lists components by attribute and zones by name, private attributes and passwords included', async () => {
  const editor = editorPermissions(await kitchen(), ['en']);
  const fieldsOf = (uid: string) => editor.find(({ subject }) => subject === uid)?.fields;
  expect(fieldsOf('api::homepage.homepage')?.join(' ')).toBe(
    'heading tagline views highlights seo.metaTitle seo.metaDescription seo.shareImage ' +
      'seo.links.label seo.links.href seo.links.external sections',
  );
  expect(fieldsOf('api::sample.sample')).toEqual(expect.arrayContaining(['aPassword', 'aPrivate']));
});

test('authors have the editors’ actions on their own entries, except publishing', async () => {
  const types = await kitchen();
  const own = ['admin::is-creator'];
  for (const { action, conditions } of authorPermissions(types, ['en'])) {
    expect(action).not.toContain('publish');
    const isFree = /configure-view|assets\.(?:create|download|copy-link)$/.test(action);
    expect([action, conditions]).toEqual([action, isFree ? [] : own]);
  }
  expect(editorPermissions(types, ['en']).every(({ conditions }) => conditions.length === 0)).toBe(
    true,
  );
});

test('omits types that are hidden in the content manager', async () => {
  const types = { ...(await kitchen()), hidden: new Set(['api::tag.tag']) };
  expect(editorPermissions(types, ['en']).some(({ subject }) => subject === 'api::tag.tag')).toBe(
    false,
  );
});
