// In charge of the real Strapi: installed from npm into a cache, once, and a copy of a project in which it starts.
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import { say } from '../../scripts/setup.mjs';

export const VERSION = '5.54.0';

const PACKAGES = {
  '@strapi/strapi': VERSION,
  '@strapi/plugin-users-permissions': VERSION,
  'better-sqlite3': '12.4.1',
  pg: '8.16.3',
  react: '^18.0.0',
  'react-dom': '^18.0.0',
  'react-router-dom': '^6.0.0',
  'styled-components': '^6.0.0',
};

/** Where it is installed, for `npm run test:strapi` too; `QUOIN_STRAPI_CACHE` names another place. */
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

/**
 * Copies a project, with what Strapi needs beside the schemas.
 * @param {string} project
 * @param {string} folder that is not there yet
 */
export function makeStrapiProject(project, folder) {
  cpSync(project, folder, { recursive: true });
  symlinkSync(strapiPackages, path.join(folder, 'node_modules'));
  for (const made of ['public/uploads', 'database/migrations', '.tmp']) {
    mkdirSync(path.join(folder, made), { recursive: true });
  }
  const manifest = { name: 'bench', private: true, version: '0.1.0', dependencies: PACKAGES };
  writeFileSync(path.join(folder, 'package.json'), JSON.stringify(manifest));
  const apis = path.join(folder, 'src/api');
  for (const api of readdirSync(apis)) addFactories(path.join(apis, api), api);
}

/**
 * It serves no content-type without a controller, a service and a router.
 * @param {string} folder
 * @param {string} api
 */
function addFactories(folder, api) {
  const kinds = { controllers: 'Controller', services: 'Service', routes: 'Router' };
  for (const type of readdirSync(path.join(folder, 'content-types'))) {
    for (const [place, kind] of Object.entries(kinds)) {
      mkdirSync(path.join(folder, place), { recursive: true });
      const code = `module.exports = require('@strapi/strapi').factories.createCore${kind}('api::${api}.${type}');\n`;
      writeFileSync(path.join(folder, place, `${type}.js`), code);
    }
  }
}
