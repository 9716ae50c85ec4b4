// Rejects commands in folders without a project, where they would create a database and secrets.
import { existsSync } from 'node:fs';
import path from 'node:path';
import { foldersIn } from '../project/folder.ts';
import { commandName } from './usage.ts';
import { CommandError } from './command-error.ts';

/** Every project contains one of them. */
const SIGNS: readonly string[] = ['src/api', 'src/extensions', 'config', '.tmp/data.db'];

/** Their counterparts in Strapi's build. */
const BUILT: readonly string[] = ['dist/src', 'dist/config'];

/** @throws CommandError for a folder without a project */
export function assertProject(folder: string): void {
  if (hasAny(folder, SIGNS)) return;
  const hint = hintFor(folder);
  throw new CommandError(
    `This folder contains no project: it has neither src/api nor config. ${hint}Create a project with: ${commandName()} init my-site`,
  );
}

/** Suggests where the project may be. */
function hintFor(folder: string): string {
  if (hasAny(folder, BUILT)) {
    return 'It is the build output of a project: copy its src and config here as well. ';
  }
  const inside = foldersIn(folder).find((name) => hasTypes(path.join(folder, name)));
  const near = inside ?? aboveOf(folder);
  return near === undefined ? '' : `There is a project in ${near}: cd ${near}\n`;
}

/** Relative path of the nearest parent folder with a project. */
function aboveOf(folder: string): string | undefined {
  for (let above = path.dirname(folder); ; above = path.dirname(above)) {
    if (hasTypes(above)) return path.relative(folder, above);
    if (above === path.dirname(above)) return undefined;
  }
}

/** Many other programs have a `config` folder as well. */
function hasTypes(folder: string): boolean {
  return hasAny(folder, ['src/api']);
}

function hasAny(folder: string, names: readonly string[]): boolean {
  return names.some((name) => existsSync(path.join(folder, name)));
}
