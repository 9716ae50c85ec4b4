// Workload `panel`: the admin interface in a browser, compared with a plain page and, if one is built, Strapi's panel.
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import path from 'node:path';
import { launchBrowser } from '../../admin/e2e/support/find-browser.mjs';
import { load, type } from '../browser/page-metrics.mjs';
import { Contenders } from '../contenders.mjs';
import { median } from '../measure.mjs';
import { seedBlog } from '../seeds/blog.mjs';
import { Site } from '../site.mjs';
import { formatRow, formatNumber, formatFactor, formatInteger } from '../table.mjs';

/** @typedef {Awaited<ReturnType<typeof launchBrowser>>} Browser */
/** @typedef {import('../browser/page-metrics.mjs').Page} Page */
/** @typedef {import('../browser/page-metrics.mjs').Load} Load */
/** @typedef {import('../browser/page-metrics.mjs').Typing} Typing */

const SIZE = 1000;
const SECTIONS = 20;
const ADMINISTRATOR = {
  email: 'bench@example.com',
  firstname: 'Bench',
  lastname: 'Person',
  password: 'Passw0rd!',
};
const ARTICLES = '/admin/content-manager/collection-types/api::article.article';
const WINDOW = { width: 1440, height: 900 };
const WIDTHS = [30, 12, 12, 12, 12];

/** A page that contains only an input field. */
const PLAIN = '<!doctype html><meta charset="utf-8"><title>Plain</title><input autofocus>';

/** Selectors of elements that show that a screen is ready: a row of the list, and the title in the form. @typedef {{ row: string, title: string }} Screens */

/** @type {Screens} */
const QUOIN = { row: 'a[data-row]', title: 'textarea' };

/** @type {Screens} */
const STRAPI = { row: 'tbody tr', title: 'input[name=title]' };

/**
 * @param {import('../options.mjs').Options} options
 * @returns {Promise<object>} figures for the JSON file
 */
export async function runPanel(options) {
  const { strapiPanel } = options;
  const own = await measurePanel(options, { screens: QUOIN, name: 'panel' });
  if (strapiPanel === undefined) return own;
  /** @param {string} project */
  const write = (project) => {
    cpSync(strapiPanel, path.join(project, 'build'), { recursive: true });
    const admin = path.join(project, 'config/admin.js');
    const config = readFileSync(admin, 'utf8').replace('Panel: false', 'Panel: true');
    writeFileSync(admin, config);
    writeFileSync(path.join(project, 'config/quoin.js'), "module.exports = { panel: 'strapi' };\n");
  };
  return {
    own,
    strapi: await measurePanel(options, { screens: STRAPI, name: "Strapi's panel", write }),
  };
}

/**
 * @param {import('../options.mjs').Options} options
 * @param {{ screens: Screens, name: string, write?: (project: string) => void }} panel
 * @returns {Promise<object>}
 */
async function measurePanel(options, { screens, name, write = () => undefined }) {
  const site = Site.make({ project: 'blog', write, seed: (database) => seedBlog(database, SIZE) });
  const servers = new Contenders({ ...options, site });
  const plain = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).end(PLAIN);
  }).listen(0, '127.0.0.1');
  const browser = await launchBrowser();
  try {
    const server = await servers.start('sqlite');
    await server.ready('/_health');
    const url = `http://127.0.0.1:${server.port}`;
    const article = await createArticle(url);
    const address = plain.address();
    const field = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/`;
    const page = await signIn(browser, url, screens.row);
    const { rounds } = options;
    return print(name, await measure(page, { url, field, article, rounds, screens }));
  } finally {
    await browser.close();
    plain.close();
    await servers.stop();
    site.remove();
  }
}

/** @typedef {{ plain: Load, cold: Load, warm: Load, entry: Load, idle: Typing, typing: Typing }} Figures */

/**
 * @param {Page} page
 * @param {{ url: string, field: string, article: string, rounds: number, screens: Screens }} options
 * @returns {Promise<Figures>} medians of all rounds
 */
async function measure(page, { url, field, article, rounds, screens }) {
  const list = { url: `${url}${ARTICLES}`, ready: screens.row };
  const one = { url: `${url}${ARTICLES}/${article}`, ready: screens.title };
  /** @type {Figures[]} */
  const all = [];
  for (let round = 0; round < rounds; round += 1) {
    const plain = await load(page, { url: field, ready: 'input', cold: true });
    await page.locator('input').focus();
    const idle = await type(page);
    const cold = await load(page, { ...list, cold: true });
    const warm = await load(page, { ...list, cold: false });
    // The first visit also loads the scripts.
    await load(page, { ...one, cold: false });
    const entry = await load(page, { ...one, cold: false });
    await page.locator(screens.title).first().focus();
    all.push({ plain, cold, warm, entry, idle, typing: await type(page) });
  }
  return {
    plain: medians(all.map((each) => each.plain)),
    cold: medians(all.map((each) => each.cold)),
    warm: medians(all.map((each) => each.warm)),
    entry: medians(all.map((each) => each.entry)),
    idle: medians(all.map((each) => each.idle)),
    typing: medians(all.map((each) => each.typing)),
  };
}

/**
 * @template {Record<string, number>} Row
 * @param {readonly Row[]} rows
 * @returns {Row} medians by name
 */
function medians(rows) {
  const names = Object.keys(rows[0] ?? {});
  const entries = names.map((name) => [name, median(rows.map((row) => row[name] ?? NaN))]);
  return Object.fromEntries(entries);
}

/**
 * Creates an article with many sections as the first administrator.
 * @param {string} url URL of the server
 * @returns {Promise<string>} its documentId
 */
async function createArticle(url) {
  /** @type {(path: string, body: object, token?: string) => Promise<{ data: Record<string, string> }>} */
  const post = async (path, body, token = '') => {
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
    const response = await fetch(`${url}${path}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return /** @type {{ data: Record<string, string> }} */ (await response.json());
  };
  const { data } = await post('/admin/register-admin', ADMINISTRATOR);
  const sections = Array.from({ length: SECTIONS }, (_, index) => ({
    __component: 'sections.quote',
    text: `Quote ${index}`,
  }));
  const path = '/content-manager/collection-types/api::article.article';
  const created = await post(path, { title: 'With sections', sections }, data['token']);
  return created.data['documentId'] ?? '';
}

/**
 * @param {Browser} browser
 * @param {string} url
 * @param {string} row selector of a row of the list
 * @returns {Promise<Page>}
 */
async function signIn(browser, url, row) {
  const context = await browser.newContext({ viewport: WINDOW, locale: 'en-US' });
  const page = await context.newPage();
  await page.goto(`${url}${ARTICLES}`);
  await page.locator('input[name=email]').fill(ADMINISTRATOR.email);
  await page.locator('input[name=password]').fill(ADMINISTRATOR.password);
  await page.keyboard.press('Enter');
  await page.locator(row).first().waitFor();
  return page;
}

/**
 * @param {string} panel
 * @param {Figures} figures
 * @returns {object}
 */
function print(panel, { plain, idle, typing, ...loads }) {
  console.log(
    `\n${panel}: a list of ${formatInteger(SIZE)} articles, and one with ${SECTIONS} sections\n`,
  );
  console.log(formatRow(['', 'requests', 'KB', 'ms', 'x plain'], WIDTHS));
  for (const [name, { requests, kilobytes, time }] of Object.entries({ plain, ...loads })) {
    const cells = [
      name,
      formatInteger(requests),
      formatNumber(kilobytes),
      formatInteger(time),
      formatFactor(time / plain.time),
    ];
    console.log(formatRow(cells, WIDTHS));
  }
  console.log(`\n${formatRow(['typing', 'median ms', 'p95 ms', 'over 50 ms'], WIDTHS)}`);
  for (const [name, { median: half, p95, long }] of Object.entries({
    'plain field': idle,
    title: typing,
  })) {
    console.log(
      formatRow([name, formatNumber(half), formatNumber(p95), formatInteger(long)], WIDTHS),
    );
  }
  return { plain, ...loads, idle, typing };
}
