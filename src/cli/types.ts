// `quoin types`: maps `@strapi/strapi` and `@strapi/utils` to Quoin's types in the tsconfig.json of a project.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { assertProject } from './assert-project.ts';
import { CommandError } from './command-error.ts';
import { programFolder } from './folders.ts';
import { mappingText, withMapping } from './type-mapping.ts';

/** Writes the mapping to the tsconfig.json of a project, or prints it. @throws CommandError */
export function types(folder: string): void {
  assertProject(folder);
  const has = (name: string): boolean => existsSync(path.join(folder, 'node_modules', name));
  if (has('@strapi/strapi')) {
    console.log('This project has @strapi/strapi installed: TypeScript uses its types.');
    return;
  }
  const file = path.join(folder, 'tsconfig.json');
  const mapping = {
    types: typesFolder(folder),
    hasKoa: has('@types/koa'),
    knex: has('knex') ? null : knexTypes(folder),
  };
  if (!existsSync(file)) {
    console.log(
      'This project has no tsconfig.json. Add this to the one that your editor or build uses:',
    );
    console.log(mappingText(mapping));
    return;
  }
  const mapped = withMapping(readFileSync(file, 'utf8'), mapping);
  if (!mapped) {
    const options = mappingText(mapping);
    throw new CommandError(
      `tsconfig.json does not contain a JSON object. Add this to it:\n${options}`,
    );
  }
  if (!mapped.changed) {
    console.log('tsconfig.json already maps @strapi/strapi; nothing was changed.');
    return;
  }
  writeFileSync(file, mapped.text);
  console.log(`tsconfig.json now maps the types of Strapi's packages to ${mapping.types}.`);
}

function typesFolder(folder: string): string {
  const installed = path.join(folder, 'node_modules/quoin/types');
  return nameOf(existsSync(installed) ? installed : path.join(programFolder, 'types'), folder);
}

/** Quoin's knex is inside its folder or next to it. */
function knexTypes(folder: string): string | null {
  const found = ['node_modules/knex/types', '../knex/types']
    .map((name) => path.join(programFolder, name))
    .find((name) => existsSync(name));
  return found === undefined ? null : nameOf(found, folder);
}

/** As a tsconfig names it: with slashes, from the folder of the project. */
function nameOf(target: string, folder: string): string {
  const relative = path.relative(folder, target).replaceAll(path.sep, '/');
  return relative.startsWith('.') ? relative : `./${relative}`;
}
