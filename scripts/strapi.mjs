// The real Strapi for `npm run test:strapi` and `npm run bench`, installed from npm into a cache.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import { say } from './setup.mjs';

/** The release that everything is compared with. */
export const VERSION = '5.54.0';

/** What a project of its own depends on. @type {Readonly<Record<string, string>>} */
export const PACKAGES = {
  '@strapi/strapi': VERSION,
  '@strapi/plugin-users-permissions': VERSION,
  'better-sqlite3': '12.4.1',
  pg: '8.16.3',
  react: '^18.0.0',
  'react-dom': '^18.0.0',
  'react-router-dom': '^6.0.0',
  'styled-components': '^6.0.0',
};

/** Where it is installed; `QUOIN_STRAPI_CACHE` names another place. */
const cache =
  process.env['QUOIN_STRAPI_CACHE'] ?? path.join(homedir(), '.cache', `quoin-strapi-${VERSION}`);

/** Its installed packages. */
export const strapiPackages = path.join(cache, 'node_modules');

/** What Node is to run. */
export const strapiStart = [path.join(strapiPackages, '@strapi/strapi/bin/strapi.js'), 'start'];

/** Installs it where it is not there yet. */
export function installStrapi() {
  const ready = path.join(cache, 'ready');
  if (existsSync(ready)) return;
  say(`Installing Strapi ${VERSION} into ${cache}: a few minutes, once.`);
  mkdirSync(cache, { recursive: true });
  const manifest = { name: 'strapi-to-compare-with', private: true, dependencies: PACKAGES };
  writeFileSync(path.join(cache, 'package.json'), JSON.stringify(manifest));
  const { status, stderr } = spawnSync('npm', ['install', '--no-audit', '--no-fund'], {
    cwd: cache,
    encoding: 'utf8',
    shell: process.platform === 'win32',
  });
  if (status !== 0) throw new Error(`Strapi was not installed:\n${stderr}`);
  writeFileSync(ready, '');
}
