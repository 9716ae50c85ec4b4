// Copy of a project in which the real Strapi starts.
import { cpSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { PACKAGES, strapiPackages } from '../../scripts/strapi.mjs';

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
