// A type is created with the keyboard only while the API is in use, and changed without losing values.
import { readFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { signIn, startBlog, type Values } from './support/blog.ts';
import {
  expectAccessible,
  expectNoFaults,
  expectNoSidewaysScroll,
  startEmptyPanel,
  type Panel,
} from './support/panel.ts';
import { EDITOR } from './support/seeded-blog.ts';

const TYPES = '/admin/plugins/content-type-builder';
const ARTICLE = `${TYPES}/content-types/api::article.article`;
const NOTE = `${TYPES}/content-types/api::note.note`;

const NOTES = 60;
/** Each has a draft and a published version: two values of a field. */
const VALUES = 2 * NOTES;

const blog = startBlog(() => ({
  'api::note.note': Array.from({ length: NOTES }, (_, i) => ({
    title: `Note ${i}`,
    source: `${i}`,
  })),
}));

/** Adds a field with the keyboard: its kind as it is typed, and its name. */
async function add(page: Page, kind: string, name: string): Promise<void> {
  await page.keyboard.press('a');
  await page.getByRole('combobox', { name: 'Search field types' }).waitFor();
  await page.keyboard.type(kind);
  await page.keyboard.press('Enter');
  await page.locator('[data-settings] input:focus').waitFor();
  await page.keyboard.type(name);
}

/** Returns to the row of the field whose settings have the focus. */
async function toRow(page: Page): Promise<void> {
  await page.keyboard.press('Escape');
  await page.locator('[data-field]:focus').waitFor();
}

/** Opens the plan with the keyboard. */
async function plan(page: Page): Promise<void> {
  await page.keyboard.press('Control+S');
  await page.locator('[data-plan=ready]').waitFor();
}

/** Saves what is planned with the keyboard. */
async function save(page: Page): Promise<void> {
  await page.keyboard.press('Control+S');
  await page.getByText('Saved. The API already uses the new model.').waitFor();
}

/** Sends requests to the content API until stopped. Returns the statuses. */
function load(path: string): { readonly stop: () => Promise<readonly number[]> } {
  let isRunning = true;
  const statuses: number[] = [];
  const run = async (): Promise<void> => {
    while (isRunning) {
      statuses.push((await fetch(`${blog.panel.address}${path}`)).status);
      // Leaves the processor to the change.
      await setTimeout(5);
    }
  };
  const ended = Promise.all([run(), run()]);
  // A test that fails does not wait for it.
  ended.catch(() => undefined);
  return {
    async stop() {
      isRunning = false;
      await ended;
      return statuses;
    },
  };
}

/** Goes to an address of the panel without loading the page again, as a link does. */
async function follow(page: Page, target: string): Promise<void> {
  await page.evaluate((address) => history.pushState(null, '', address), target);
}

/** Waits until the settings are those of a field or type. */
async function settingsOf(page: Page, name: string): Promise<void> {
  const input = page.locator('[data-settings] input').first();
  await expect.poll(() => input.inputValue()).toBe(name);
}

async function schemaOf(uid: string): Promise<readonly Values[]> {
  const { data } = await blog.call('/content-type-builder/schema');
  const types = (data as Values)['contentTypes'] as Record<string, Values>;
  return types[uid]?.['attributes'] as readonly Values[];
}

async function notes(query: string): Promise<{ readonly total: number; readonly row: Values }> {
  const { results, pagination } = await blog.call(
    `/content-manager/collection-types/api::note.note?pageSize=1&sort=id:ASC&${query}`,
  );
  return {
    total: Number((pagination as Values)['total']),
    row: (results as readonly Values[])[0] ?? {},
  };
}

test('a type with five kinds of fields is created by keyboard, and served immediately', async () => {
  const page = await blog.open(TYPES, { ready: 'nav input[type=search]' });
  await page.keyboard.press('n');
  await page.locator('[data-settings] input:focus').waitFor();
  await page.keyboard.type('Recipe');
  await page.getByText('Served at /api/recipes').waitFor();
  await page.keyboard.press('Escape');
  await page.locator('[data-settings] input:focus').waitFor({ state: 'detached' });
  await add(page, 'short', 'title');
  await toRow(page);
  await add(page, 'slug', 'slug');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.type('title');
  await toRow(page);
  await add(page, 'whole', 'minutes');
  await toRow(page);
  await add(page, 'yes', 'vegan');
  await toRow(page);
  await add(page, 'rel', 'author');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.type('Author');
  await page.getByText('An entry of Recipe has one entry of Author.').waitFor();
  await toRow(page);
  await page.keyboard.press('Alt+ArrowUp');
  await page.getByText('author: 4 of 5').waitFor({ state: 'attached' });
  await plan(page);
  await page.getByText('is added.').waitFor();
  await expectAccessible(page);
  const others = load('/api/articles?pagination[pageSize]=1');
  await save(page);
  expect((await schemaOf('api::recipe.recipe')).map(({ name, type }) => [name, type])).toEqual([
    ['title', 'string'],
    ['slug', 'uid'],
    ['minutes', 'integer'],
    ['author', 'relation'],
    ['vegan', 'boolean'],
  ]);
  const made = await blog.call('/admin/api-tokens', {
    method: 'POST',
    body: { name: 'Reader', type: 'read-only', lifespan: null, description: '' },
  });
  const { accessKey } = made['data'] as Values;
  const authorization = `Bearer ${String(accessKey)}`;
  const response = await fetch(`${blog.panel.address}/api/recipes`, { headers: { authorization } });
  expect([response.status, await response.json()]).toMatchObject([200, { data: [] }]);
  expect(new Set(await others.stop())).toEqual(new Set([200]));
  await page.getByRole('link', { name: 'Recipe' }).first().waitFor();
  await page.waitForURL(/api::recipe\.recipe/);
  expectNoFaults(page);
});

describe('a type with entries', () => {
  test('a renamed field keeps its values', async () => {
    const page = await blog.open(NOTE, { ready: '[data-field]' });
    await page.locator('[data-field$="/title"]').focus();
    await page.keyboard.press('Enter');
    await page.locator('[data-settings] input:focus').waitFor();
    await page.keyboard.type('headline');
    await page.getByText('Renamed from title. Values are kept.').waitFor();
    await plan(page);
    await page.getByText(`title is now headline. ${VALUES} values are kept.`).waitFor();
    await save(page);
    const { total, row } = await notes('filters[headline][$notNull]=true');
    expect([total, row['headline']]).toEqual([NOTES, 'Note 0']);
    expectNoFaults(page);
  });

  test('a removed field is counted, retained, and restored with its values', async () => {
    const page = await blog.open(NOTE, { ready: '[data-field]' });
    const source = page.locator('[data-field$="/source"]');
    await source.focus();
    await page.keyboard.press('Delete');
    await source.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Undo', exact: true }).press('Enter');
    await source.waitFor();
    await source.focus();
    await page.keyboard.press('Delete');
    await source.waitFor({ state: 'detached' });
    await page.locator('[data-field]:focus').waitFor();
    await plan(page);
    await page.getByText(`source is removed. ${VALUES} values are no longer served`).waitFor();
    await save(page);
    expect(await schemaOf('api::note.note')).not.toContainEqual(
      expect.objectContaining({ name: 'source' }),
    );
    await page.getByText('Removed items').click();
    await page.getByRole('button', { name: 'Restore source' }).click();
    await plan(page);
    await page.getByText('source is restored, with its former values.').waitFor();
    await save(page);
    expect((await notes('filters[source][$notNull]=true')).total).toBe(NOTES);
    expectNoFaults(page);
  });

  test('incompatible values prevent the change, or are set aside', async () => {
    const page = await blog.open(NOTE, { ready: '[data-field]' });
    await page.locator('[data-field$="/headline"]').click();
    await page.getByRole('combobox', { name: 'Field type' }).selectOption('integer');
    await plan(page);
    await page
      .getByText(`headline cannot become “Whole number”: ${VALUES} values do not fit.`)
      .waitFor();
    expect(await page.getByRole('button', { name: 'Save', exact: true }).isDisabled()).toBe(true);
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Set aside values that do not fit' }).click();
    await page.getByText(`${VALUES} values do not fit and are set aside`).waitFor();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Discard all changes' }).click();
    await page.getByRole('button', { name: 'No changes' }).waitFor();
    expectNoFaults(page);
  });
});

test('a removal and an addition are offered as a rename', async () => {
  const page = await blog.open(`${TYPES}/content-types/api::author.author`, {
    ready: '[data-field]',
  });
  await page.locator('[data-field$="/role"]').focus();
  await page.keyboard.press('Delete');
  await page.locator('[data-field$="/role"]').waitFor({ state: 'detached' });
  await add(page, 'short', 'position');
  await plan(page);
  await page.getByText('Did you rename role to position?').waitFor();
  await page.getByRole('button', { name: 'Yes, it is a rename' }).click();
  await page.getByText(/role is now position/).waitFor();
  expectNoFaults(page);
});

test('names that are taken or reserved are reported while typing', async () => {
  const page = await blog.open(ARTICLE, { ready: '[data-field]' });
  await add(page, 'short', 'title');
  await page.getByText('This name is taken.').waitFor();
  await page.keyboard.press('Control+A');
  await page.keyboard.type('createdAt');
  await page.getByText('This name is reserved.').waitFor();
  await page.keyboard.press('Control+S');
  await page.getByText('1 problem must be fixed first.').waitFor();
  expect(await page.getByRole('dialog').count()).toBe(0);
  await expectAccessible(page);
  expectNoFaults(page);
});

test('a change by another administrator is merged before anything is saved', async () => {
  const page = await blog.open(`${TYPES}/content-types/api::category.category`, {
    ready: '[data-field]',
  });
  await add(page, 'short', 'color');
  const attributes = await schemaOf('api::category.category');
  await blog.call('/content-type-builder/update-schema', {
    method: 'POST',
    body: {
      data: {
        contentTypes: [
          {
            action: 'update',
            uid: 'api::category.category',
            displayName: 'Category',
            draftAndPublish: false,
            attributes: [
              ...attributes.map(({ name, ...properties }) => ({
                action: 'update',
                name,
                properties,
              })),
              { action: 'create', name: 'rank', properties: { type: 'integer' } },
            ],
          },
        ],
        components: [],
      },
    },
  });
  await page.keyboard.press('Control+S');
  await page.getByText('Someone else changed Category in the meantime.').waitFor();
  await page.locator('[data-plan=ready]').waitFor();
  await page.getByText('color is added.').waitFor();
  await save(page);
  const names = (await schemaOf('api::category.category')).map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(['rank', 'color']));
  expectNoFaults(page);
});

test('unsaved changes are stored in the browser, and offered on the next visit', async () => {
  const page = await blog.open(ARTICLE, { ready: '[data-field]' });
  await add(page, 'long', 'subtitle');
  // Within the delay after which changes are stored.
  await page.reload();
  await page.getByRole('button', { name: 'Restore', exact: true }).click();
  await page.getByRole('button', { name: 'subtitle Long text' }).waitFor();
  await expectAccessible(page);
  expectNoFaults(page);
});

describe.each([
  ['light', 'en-US', 1440],
  ['dark', 'en-US', 360],
  ['light', 'ar', 360],
  ['dark', 'ar', 1000],
] as const)('%s, %s, %i px', (theme, language, width) => {
  test('is accessible, and nothing is truncated', async () => {
    // axe finds the same in each language: the labels of all fields are checked in one, in both themes and widths.
    const checkSettings = (page: Page): Promise<void> =>
      language === 'en-US' ? expectAccessible(page) : Promise.resolve();
    const size = { width, height: 800 };
    const page = await blog.open(ARTICLE, { ready: '[data-field]', theme, language, size });
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    for (const name of ['title', 'author', 'sections', 'seo']) {
      await follow(page, `${ARTICLE}?field=api::article.article/${name}`);
      await settingsOf(page, name);
      await page.locator('[data-settings] select').first().waitFor();
      await checkSettings(page);
      await expectNoSidewaysScroll(page);
    }
    await page.goto(`${blog.panel.address}${ARTICLE}?field=type`);
    await settingsOf(page, 'Article');
    await checkSettings(page);
    await expectNoSidewaysScroll(page);
    expectNoFaults(page);
  });
});

describe('without permission to change types', () => {
  const PERSON = {
    firstname: 'Rui',
    lastname: 'Costa',
    email: 'rui@example.com',
    password: 'Quoin2026ink',
  };

  beforeAll(async () => {
    const roles = (await blog.call('/admin/roles'))['data'] as readonly Values[];
    const role = roles.find(({ code }) => code === 'strapi-editor')?.['id'];
    await blog.call(`/admin/roles/${String(role)}/permissions`, {
      method: 'PUT',
      body: {
        permissions: [
          {
            action: 'plugin::content-type-builder.read',
            subject: null,
            properties: {},
            conditions: [],
          },
        ],
      },
    });
    await blog.addPerson(PERSON, 'strapi-editor');
  });

  test('types are read-only, and the screen shows who may change them', async () => {
    const page = await blog.open(ARTICLE, { ready: '[data-field]', as: PERSON });
    await page.getByText('A super admin can.').waitFor();
    expect(await page.getByRole('button', { name: /Add a field|Review/ }).count()).toBe(0);
    await expectAccessible(page);
    expectNoFaults(page);
  });
});

describe('a server that does not accept changes while it runs', () => {
  let panel: Panel;
  beforeAll(async () => {
    panel = await startEmptyPanel();
    await fetch(`${panel.address}/admin/register-admin`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(EDITOR),
    });
  });
  afterAll(() => panel[Symbol.asyncDispose]());

  test('offers examples to start with, and the change as a patch', async () => {
    const page = await panel.open(TYPES);
    await signIn(page);
    await page.getByText('No types yet').waitFor();
    await page.getByText('This server does not accept changes while it runs.').waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Product' }).click();
    await page.getByText('Served at /api/products').waitFor();
    await plan(page);
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download the patch' }).click();
    const patch = readFileSync(await (await download).path(), 'utf8');
    expect(patch).toContain('+++ b/src/api/product/content-types/product/schema.json');
    expect(patch).toContain('+    "price": {');
    expect(await page.getByRole('button', { name: 'Save', exact: true }).count()).toBe(0);
    await expectAccessible(page);
    expectNoFaults(page);
    await page.context().close();
  });
});
