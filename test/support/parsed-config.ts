// The configuration of a project's files, and what is wrong with it.
import { readConfigFiles } from '../../src/project/config-files.ts';
import { parseConfig, type Config } from '../../src/project/config.ts';
import { createEnv, type Environment } from '../../src/project/env.ts';
import { openFolder } from '../../src/project/folder.ts';
import { createModuleLoader } from '../../src/project/modules.ts';
import type { ProjectIssue } from '../../src/project/project-error.ts';
import { makeProject, type ProjectFiles } from './project-folder.ts';

export async function parse(
  files: ProjectFiles,
  environment: Environment = {},
): Promise<{ root: string; config: Config; issues: readonly ProjectIssue[] }> {
  const folder = openFolder(makeProject(files));
  const context = { folder, loader: createModuleLoader(folder), env: createEnv(environment) };
  const read = await readConfigFiles({ ...context, nodeEnv: 'test' });
  return { root: folder.root, ...parseConfig(read, { folder, environment }) };
}
