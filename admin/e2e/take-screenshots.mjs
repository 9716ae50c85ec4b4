// `node admin/e2e/take-screenshots.mjs`: takes the screenshots of docs/panel.md from the built interface and the example
// blog.
import { spawn, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { chromium } from 'playwright-core';
import sharp from 'sharp';
import { setup as findBrowser } from './support/find-browser.mjs';
import { root, setUp } from '../../scripts/setup.mjs';

const ARTICLES = '/admin/content-manager/collection-types/api::article.article';
const TYPES = '/admin/plugins/content-type-builder/content-types/api::article.article';
const PERSON = {
  firstname: 'Ines',
  lastname: 'Marlow',
  email: 'ines@example.com',
  password: 'Quoin2026paper',
};

/** Name, path, selector of what is waited for, and theme. */
const PICTURES = /** @type {const} */ ([
  ['list-light', `${ARTICLES}?sort=title:ASC`, 'a[data-row]', 'light'],
  ['entry-light', `${ARTICLES}?_q=bridge`, 'a[data-row]', 'light'],
  ['entry-dark', `${ARTICLES}?_q=bridge`, 'a[data-row]', 'dark'],
  ['media-light', '/admin/plugins/upload', '[data-card]', 'light'],
  ['types-light', `${TYPES}?field=api::article.article/author`, '[data-field]', 'light'],
  ['plan-light', TYPES, '[data-field]', 'light'],
]);

setUp();
findBrowser();
const folder = mkdtempSync(path.join(tmpdir(), 'quoin-pictures-'));
const program = path.join(root, 'bin/quoin.js');
const env = { ...process.env, NO_COLOR: '1' };
cpSync(path.join(root, 'examples/blog'), folder, {
  recursive: true,
  filter: (file) => !/[\\/](?:\.tmp|node_modules)$/.test(file),
});
writeFileSync(path.join(folder, 'config/admin.json'), '{"rateLimit":{"enabled":false}}');
spawnSync(process.execPath, [program, 'seed', 'data'], { cwd: folder, env, stdio: 'inherit' });
const server = spawn(process.execPath, [program, 'start', '--host', '127.0.0.1', '--port', '0'], {
  cwd: folder,
  env,
});
const address = await addressOf();
await fetch(`${address}/admin/register-admin`, {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(PERSON),
});
const browser = await chromium.launch({
  executablePath: process.env['BROWSER_PATH'] ?? '',
  args: ['--no-sandbox'],
});
mkdirSync(path.join(root, 'docs/images'), { recursive: true });
for (const picture of PICTURES) await take(picture);
await browser.close();
server.kill('SIGTERM');
server.once('exit', () => rmSync(folder, { recursive: true, force: true }));

/** @param {(typeof PICTURES)[number]} picture */
async function take([name, target, ready, theme]) {
  const page = await browser.newPage({
    viewport: { width: 1360, height: 850 },
    colorScheme: theme,
    reducedMotion: 'reduce',
    locale: 'en-US',
  });
  await page.goto(`${address}${target}`);
  await page.locator('input[name=email]').fill(PERSON.email);
  await page.locator('input[name=password]').fill(PERSON.password);
  await page.keyboard.press('Enter');
  await page.locator(ready).first().waitFor();
  if (name.startsWith('entry')) {
    await page.locator(ready).first().click();
    await page.locator('textarea').first().waitFor();
  }
  if (name.startsWith('plan')) {
    await page.locator('[data-field$="/readingTime"]').press('Delete');
    await page.locator('[data-field$="/title"]').press('Enter');
    await page.locator('[data-settings] input:focus').fill('headline');
    await page.keyboard.press('Control+S');
    await page.locator('[data-plan=ready]').waitFor();
  }
  const loading = page.locator('main [aria-busy=true], aside [aria-busy=true]');
  await loading.first().waitFor({ state: 'detached' });
  await page.waitForLoadState('networkidle');
  // Few colors: the files stay small.
  const png = sharp(await page.screenshot()).png({ palette: true, colours: 128, effort: 10 });
  await png.toFile(path.join(root, `docs/images/panel-${name}.png`));
  await page.close();
}

/** @returns {Promise<string>} */
function addressOf() {
  return new Promise((resolve, reject) => {
    let output = '';
    server.stdout.on('data', (chunk) => {
      output += String(chunk);
      const port = /serves .* at http:\/\/\S+:(\d+)/.exec(output)?.[1];
      if (port !== undefined) resolve(`http://127.0.0.1:${port}`);
    });
    server.once('exit', () => reject(new Error(output)));
  });
}
