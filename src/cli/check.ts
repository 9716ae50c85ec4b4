// `quoin check`: reads a project as `start` does and reports problems. Changes nothing.
import { codeProblems } from '../app/code/project-code.ts';
import { modelOf, type ContentModel } from '../app/content-model.ts';
import { openProject } from '../app/project.ts';
import { assertSettings } from '../app/settings.ts';
import { readUnmigrated } from '../app/store.ts';
import type { Project } from '../project/load.ts';
import { ProjectError } from '../project/project-error.ts';
import { readLeftovers } from '../storage/migration/leftovers.ts';
import { assertProject } from './assert-project.ts';
import { describeReturnToStrapi } from './schema/leftovers.ts';

/**
 * Checks the project of a folder. @throws CommandError without a project; ProjectError or StorageError with all
 * problems
 */
export async function check(folder: string): Promise<void> {
  assertProject(folder);
  const project = await openProject(folder, { writeSecrets: false, reportsSlowStart: true });
  const model = modelOf(project);
  assertSettings(project);
  const problems = await codeProblems(project);
  if (problems.length > 0) throw new ProjectError(problems);
  for (const line of [...project.notices, ...project.warnings.map((text) => `Warning: ${text}`)]) {
    console.log(line);
  }
  const types = project.definitions.filter(({ modelType }) => modelType === 'contentType').length;
  const components = project.definitions.length - types;
  console.log(`No errors in ${types} content-types and ${components} components.`);
  for (const line of await describeDatabase(project, model)) console.log(line);
  if (types === 0) console.log('src/api contains no content-types.');
}

/** Describes what Strapi would remove from the database, if there is one. */
async function describeDatabase(project: Project, model: ContentModel): Promise<readonly string[]> {
  const { client } = project.config.database;
  try {
    const { initialLocale } = project.config.i18n;
    const found = await readUnmigrated(project, (dialect) =>
      readLeftovers({ ...model, dialect, initialLocale }),
    );
    return found ? describeReturnToStrapi(found, client) : [];
  } catch (error) {
    // A PostgreSQL server may be unreachable where a project is checked; a SQLite file that cannot be opened is a
    // problem.
    if (client === 'sqlite' || !(error instanceof ProjectError)) throw error;
    const reasons = error.issues.map(({ message }) => message);
    return [`Warning: the database was not checked. ${reasons.join(' ')}`];
  }
}
