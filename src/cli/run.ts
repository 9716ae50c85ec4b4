// `quoin run`: runs a script of a project, which opens the project itself with `createStrapi` of `@strapi/strapi`.
import { statSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { scriptPackages } from '../app/code/open-project-code.ts';
import { openFolder } from '../project/folder.ts';
import { createModuleLoader } from '../project/modules.ts';
import { assertProject } from './assert-project.ts';
import { CommandError } from './command-error.ts';
import { ScriptProject } from './script-project.ts';

/**
 * Evaluates a script. What it has started continues after that.
 * @param script Path, relative to the folder
 * @throws CommandError if there is no such file, and any error that the script throws
 */
export async function runScript(
  folder: string,
  script: string,
  values: readonly string[],
): Promise<void> {
  assertProject(folder);
  const file = path.resolve(folder, script);
  if (statSync(file, { throwIfNoEntry: false })?.isFile() !== true) {
    throw new CommandError(`There is no file ${script} in this folder.`);
  }
  const project = openFolder(folder);
  const packages = await scriptPackages(project, process.env, {
    createStrapi: (options) => new ScriptProject(folderOf(options, folder)),
    async compileStrapi(options) {
      const appDir = folderOf(options, folder);
      const { typescript, outDir } = openFolder(appDir);
      return { appDir, distDir: typescript ? outDir : appDir };
    },
  });
  process.argv = [process.execPath, file, ...values];
  const loader = createModuleLoader(project, { packages, keepsModules: true });
  await loader.run(realpathSync(file));
}

/** `appDir` of the options of `createStrapi`. */
function folderOf(options: unknown, folder: string): string {
  const appDir: unknown =
    typeof options === 'object' && options !== null && 'appDir' in options
      ? options.appDir
      : undefined;
  return typeof appDir === 'string' ? path.resolve(folder, appDir) : folder;
}
