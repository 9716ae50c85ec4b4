// A whole article is written and published: with the keyboard only, by touch on a small screen in Arabic, and at 200 %
// zoom.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { startBlog, type Values } from './support/blog.ts';
import { expectAccessible, expectNoFaults, expectNoSidewaysScroll } from './support/panel.ts';

const STORIES = '/admin/content-manager/collection-types/api::story.story';

const blog = startBlog();

beforeAll(async () => {
  const { roles } = await blog.call('/users-permissions/roles');
  const { id } = (roles as readonly Values[]).find(({ type }) => type === 'public') ?? {};
  const url = `/users-permissions/roles/${String(id)}`;
  const { role } = await blog.call(url);
  const { name, description, permissions } = role as Values;
  const api = (permissions as Record<string, { controllers: Record<string, Values> }>)[
    'api::story'
  ];
  if (api) api.controllers['story'] = { findOne: { enabled: true, policy: '' } };
  await blog.call(url, { method: 'PUT', body: { name, description, permissions } });
});

/** The response of the content API at the end. */
const WRITTEN = {
  title: 'Sails and stone',
  slug: 'sails-and-stone',
  body: [
    { type: 'heading', level: 2, children: [{ type: 'text', text: 'Canvas' }] },
    {
      type: 'paragraph',
      children: [
        { type: 'text', text: 'It is ' },
        { type: 'text', text: 'tough', bold: true },
      ],
    },
  ],
  cover: { name: 'bridge.svg', alternativeText: expect.stringMatching(/!$/) },
  author: { name: 'Odile Garnier' },
  tags: [{ name: 'Binding' }, { name: 'Paper' }, { name: 'Stone' }],
  seo: { metaTitle: 'For machines' },
  links: [{ label: 'The loft' }],
  sections: [
    { __component: 'sections.quote', text: 'Said at sea' },
    { __component: 'sections.steps', heading: 'How to fold' },
    { __component: 'sections.text', body: 'The end' },
  ],
};

/** How a person uses a control. */
type Use = (control: Locator) => Promise<void>;

/** Returns words of the interface. */
function translationsOf(
  language: string,
): (key: string, values?: Readonly<Record<string, string>>) => string {
  const file = path.join(import.meta.dirname, `../src/base/messages/${language}.json`);
  const translations = JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>;
  return (key, values = {}) =>
    Object.entries(values).reduce(
      (text, [name, value]) => text.replace(`{${name}}`, value),
      translations[key] ?? key,
    );
}

/** Writes and publishes a story. Returns its address in the API. */
async function write(page: Page, language: string, use: Use): Promise<string> {
  const t = translationsOf(language);
  const button = (key: string, values?: Readonly<Record<string, string>>): Locator =>
    page.getByRole('button', { name: t(key, values), exact: true });
  const type = async (label: string, text: string): Promise<void> => {
    await use(page.getByLabel(label, { exact: true }).last());
    await page.keyboard.press('End');
    await page.keyboard.type(text);
  };
  const group = (name: string): Locator => page.getByRole('group', { name, exact: true });

  await use(page.getByRole('link', { name: t('list.new') }).first());
  await type('Title', 'Sails and stone');
  await use(button('uid.generate'));
  await page.waitForFunction(() =>
    document
      .querySelector<HTMLInputElement>('#field-slug input')
      ?.value.startsWith('sails-and-stone'),
  );
  await use(page.locator('#field-body [contenteditable=true]'));
  await page.keyboard.type('## Canvas');
  await page.keyboard.press('Enter');
  await page.keyboard.type('It is **tough**');

  await use(button('component.add', { name: 'Seo' }));
  await type('Meta title', 'For machines');
  await use(group('Links').getByRole('button', { name: t('section.add'), exact: true }));
  await type('Label', 'The loft');
  for (const [kind, label, text] of [
    ['Quote', 'Text', 'Said at sea'],
    ['Steps', 'Heading', 'How to fold'],
    ['Text', 'Body', 'The end'],
  ] as const) {
    await use(
      group('Sections')
        .getByRole('button', { name: t('section.add'), exact: true })
        .last(),
    );
    await use(page.getByRole('menuitem', { name: kind, exact: true }));
    if (kind === 'Text') {
      await use(group('Sections').locator('[contenteditable=true]').last());
      await page.keyboard.type(text);
    } else await type(label, text);
  }
  await expectAccessible(page);

  await use(page.getByRole('button', { name: `${t('media.choose')} Cover`, exact: true }));
  const dialog = page.getByRole('dialog');
  await use(dialog.getByLabel(t('media.find')));
  await page.keyboard.type('bridge');
  await expect.poll(() => dialog.locator('[data-card]').count()).toBe(1);
  await use(dialog.getByRole('button', { name: 'bridge.svg', exact: true }));
  await use(dialog.locator('footer button').last());
  await use(button('media.actions', { name: 'bridge.svg' }));
  await use(page.getByRole('menuitem', { name: t('media.details') }));
  await type(t('media.alternativeText'), '!');
  await use(dialog.locator('footer button').last());
  await dialog.waitFor({ state: 'detached' });

  for (const [field, names] of [
    ['Author', ['Odile Garnier']],
    ['Tags', ['Binding', 'Paper', 'Stone']],
  ] as const) {
    await use(page.getByRole('button', { name: `${t('relation.add')} ${field}`, exact: true }));
    for (const name of names) {
      await page.getByRole('combobox', { name: t('relation.find') }).fill(name);
      await page.getByRole('option', { name }).first().waitFor();
      await expect.poll(() => page.getByRole('option').count()).toBe(1);
      await page.keyboard.press('Enter');
    }
    await page.keyboard.press('Escape');
  }
  await expectNoSidewaysScroll(page);

  await use(button('publish.button'));
  await page.getByText(t('publish.first')).waitFor();
  await expectAccessible(page);
  await use(button('publish.confirm').last());
  await page.getByText(t('status.published'), { exact: true }).first().waitFor();
  const link = page.getByRole('link', { name: t('entry.viewPublic') }).first();
  return (await link.getAttribute('href')) ?? '';
}

async function publicResponse(address: string): Promise<Values> {
  const response = await fetch(`${blog.panel.address}${address}`);
  const { data } = (await response.json()) as { data: Values };
  return data;
}

test('an article with all its parts is written and published by keyboard only', async () => {
  const page = await blog.open(STORIES, { ready: 'main h2, main h3, main a' });
  const address = await write(page, 'en', async (control) => {
    await control.focus();
    const isTyped = await control.evaluate((element) =>
      element.matches('input, textarea, [contenteditable=true]'),
    );
    if (!isTyped) await page.keyboard.press('Enter');
  });
  expect(await publicResponse(address)).toMatchObject(WRITTEN);
  expectNoFaults(page);
});

test.each([
  ['by touch in Arabic, dark, 360 px', 'ar', { width: 360, height: 640 }, 1],
  ['at 200 % zoom, dark, 1280 px', 'de', { width: 640, height: 400 }, 2],
] as const)('the same %s', async (_, language, size, zoom) => {
  const page = await blog.open(STORIES, {
    language,
    size,
    zoom,
    theme: 'dark',
    hasTouch: true,
    ready: 'main h2, main h3, main a',
  });
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  const address = await write(page, language, (control) => control.tap());
  expect(await publicResponse(address)).toMatchObject({ ...WRITTEN, slug: expect.any(String) });
  expectNoFaults(page);
});
