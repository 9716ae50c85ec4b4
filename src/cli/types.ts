// `quoin types`: lets the TypeScript of a project find types of `@strapi/strapi` and `@strapi/utils` without Strapi.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { assertProject } from './assert-project.ts';
import { CommandError } from './command-error.ts';
import { programFolder } from './program-folder.ts';
import { mappingText, withMapping } from './type-mapping.ts';

/** Writes the mapping into the tsconfig.json of a project, or says what to write. @throws CommandError */
export function types(folder: string): void {
  assertProject(folder);
  const has = (name: string): boolean => existsSync(path.join(folder, 'node_modules', name));
  if (has('@strapi/strapi')) {
    console.log(
      'This project has @strapi/strapi installed: TypeScript takes its types from there.',
    );
    return;
  }
  const file = path.join(folder, 'tsconfig.json');
  const mapping = { types: typesFolder(folder), hasKoa: has('@types/koa') };
  if (!existsSync(file)) {
    console.log('This project has no tsconfig.json. In the one of your editor or build, write:');
    console.log(mappingText(mapping));
    return;
  }
  const mapped = withMapping(readFileSync(file, 'utf8'), mapping);
  if (!mapped) {
    const options = mappingText(mapping);
    throw new CommandError(`tsconfig.json is no JSON object. Write into it:\n${options}`);
  }
  if (!mapped.changed) {
    console.log('tsconfig.json maps @strapi/strapi already; nothing was changed.');
    return;
  }
  writeFileSync(file, mapped.text);
  console.log(`tsconfig.json now takes the types of Strapi's packages from ${mapping.types}.`);
}

/** As a tsconfig names it: with slashes, from the folder of the project. */
function typesFolder(folder: string): string {
  const installed = path.join(folder, 'node_modules/quoin/types');
  const target = existsSync(installed) ? installed : path.join(programFolder, 'types');
  const relative = path.relative(folder, target).replaceAll(path.sep, '/');
  return relative.startsWith('.') ? relative : `./${relative}`;
}
