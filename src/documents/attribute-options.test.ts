// `writable: false` and `visible: false` in writes, as Strapi was observed to treat them (docs/strapi/writing.md, "Options").
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { collectionType, schemaOf } from '../../test/support/project-folder.ts';
import { rejection } from '../../test/support/rejection.ts';
import { VersionProject } from '../../test/support/version-project.ts';

const localized = { pluginOptions: { i18n: { localized: true } } };

let project: VersionProject;

beforeAll(async () => {
  project = await VersionProject.open({
    [schemaOf('gadget')]: {
      ...collectionType('gadget', {
        title: { type: 'string', required: true, ...localized },
        code: { type: 'string', unique: true, minLength: 9, default: 'abcd', writable: false },
        filled: { type: 'string', required: true, writable: false, ...localized },
        hidden: { type: 'string', visible: false },
        plain: { type: 'string' },
        part: { type: 'component', component: 'parts.part' },
        secret: { type: 'component', component: 'parts.part', visible: false },
      }),
      ...localized,
    },
    'src/components/parts/part.json': {
      collectionName: 'components_parts_parts',
      info: { displayName: 'Part' },
      attributes: {
        name: { type: 'string' },
        serial: { type: 'string', required: true, minLength: 3, unique: true, writable: false },
      },
    },
  });
});

afterEach(() => project.assertWhole());

afterAll(() => project[Symbol.asyncDispose]());

const POPULATED = 'populate[part][fields]=name,serial&populate[secret][fields]=name';

test('an attribute that is not writable has a default, but no other rules', async () => {
  for (const title of ['one', 'two']) {
    const documentId = await project.published('gadget', { title, part: { name: 'p' } });
    const expected = { title, code: 'abcd', filled: null, part: { name: 'p', serial: null } };
    expect(await project.read('gadget', documentId, POPULATED)).toMatchObject(expected);
  }
  for (const data of [{ code: 'abcdefghi' }, { filled: null }]) {
    const error = await rejection(() => project.published('gadget', { title: 'a', ...data }));
    expect([error.status, error.message]).toEqual([400, `Invalid key ${Object.keys(data)[0]}`]);
  }
});

test.each([
  ['x', 'x'],
  [5, '5'],
])('in a component it is stored without rules: %j', async (serial, stored) => {
  for (const title of ['one', 'two']) {
    const documentId = await project.published('gadget', { title, part: { serial } });
    const entry = await project.read('gadget', documentId, POPULATED);
    expect(entry).toMatchObject({ part: { serial: stored } });
  }
});

test('an attribute that is not visible belongs to one locale', async () => {
  const shown = { plain: 'p', part: { name: 'q' } };
  const own = { hidden: 'h', secret: { name: 's' } };
  const documentId = await project.published('gadget', { title: 'en', ...shown, ...own });
  await project.update(['gadget', documentId], { title: 'fr' }, 'locale=fr');
  const french = (): Promise<unknown> =>
    project.read('gadget', documentId, `${POPULATED}&locale=fr`);
  expect(await french()).toMatchObject({ ...shown, hidden: null, secret: null });
  await project.update(['gadget', documentId], { plain: 'p2', hidden: 'h2' });
  expect(await french()).toMatchObject({ plain: 'p2', hidden: null });
  await project.update(['gadget', documentId], { hidden: 'fr' }, 'locale=fr');
  expect(await project.read('gadget', documentId)).toMatchObject({ plain: 'p2', hidden: 'h2' });
});
