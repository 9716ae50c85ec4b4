// Real Strapi for `npm run test:strapi` and `npm run bench`, installed from npm into a cache folder.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import { log } from './setup.mjs';

/** Release of Strapi that everything is compared with. */
export const VERSION = '5.54.0';

/** Dependencies of a Strapi project. @type {Readonly<Record<string, string>>} */
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

/** Installation folder; `QUOIN_STRAPI_CACHE` overrides it. */
const cache =
  process.env['QUOIN_STRAPI_CACHE'] ?? path.join(homedir(), '.cache', `quoin-strapi-${VERSION}`);

/** Folder of the installed packages. */
export const strapiPackages = path.join(cache, 'node_modules');

/** Arguments of Node that start Strapi. */
export const strapiStart = [path.join(strapiPackages, '@strapi/strapi/bin/strapi.js'), 'start'];

/** Installs Strapi unless it is installed. */
export function installStrapi() {
  const ready = path.join(cache, 'ready');
  if (existsSync(ready)) return;
  log(`Installing Strapi ${VERSION} into ${cache}: a few minutes, once.`);
  mkdirSync(cache, { recursive: true });
  const manifest = { name: 'strapi-to-compare-with', private: true, dependencies: PACKAGES };
  writeFileSync(path.join(cache, 'package.json'), JSON.stringify(manifest));
  const { status, stderr } = spawnSync('npm', ['install', '--no-audit', '--no-fund'], {
    cwd: cache,
    encoding: 'utf8',
    shell: process.platform === 'win32',
  });
  if (status !== 0) throw new Error(`Could not install Strapi:\n${stderr}`);
  writeFileSync(ready, '');
}
