// Prepares a copy of a project for the real Strapi.
import { cpSync, existsSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { PACKAGES, strapiPackages } from '../../scripts/strapi.mjs';

/**
 * Copies a project and adds the files that Strapi needs in addition to the schemas.
 * @param {string} project
 * @param {string} folder must not exist
 */
export function makeStrapiProject(project, folder) {
  cpSync(project, folder, { recursive: true });
  symlinkSync(strapiPackages, path.join(folder, 'node_modules'));
  for (const name of ['public/uploads', 'database/migrations', '.tmp']) {
    mkdirSync(path.join(folder, name), { recursive: true });
  }
  const manifest = { name: 'bench', private: true, version: '0.1.0', dependencies: PACKAGES };
  writeFileSync(path.join(folder, 'package.json'), JSON.stringify(manifest));
  addFactories(folder);
}

/**
 * Writes the default controllers, services and routers that a project lacks. Strapi does not serve a content-type
 * without them.
 * @param {string} folder folder of the project
 */
export function addFactories(folder) {
  const apis = path.join(folder, 'src/api');
  const kinds = { controllers: 'Controller', services: 'Service', routes: 'Router' };
  for (const api of readdirSync(apis)) {
    for (const type of readdirSync(path.join(apis, api, 'content-types'))) {
      for (const [folderName, kind] of Object.entries(kinds)) {
        const file = path.join(apis, api, folderName, `${type}.js`);
        if (existsSync(file)) continue;
        mkdirSync(path.dirname(file), { recursive: true });
        const code = `module.exports = require('@strapi/strapi').factories.createCore${kind}('api::${api}.${type}');\n`;
        writeFileSync(file, code);
      }
    }
  }
}
