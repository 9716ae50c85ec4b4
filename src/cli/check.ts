// In charge of `quoin check`: reads a project as `start` would and reports, without changing anything.
import { headersOf, modelOf, openProject } from '../app.ts';

/** Checks the project of a folder. @throws ProjectError, StorageError with every mistake */
export async function check(folder: string): Promise<void> {
  const project = await openProject(folder, { writeSecrets: false });
  modelOf(project);
  headersOf(project);
  for (const line of [...project.notices, ...project.warnings.map((text) => `Warning: ${text}`)]) {
    console.log(line);
  }
  const types = project.definitions.filter(({ modelType }) => modelType === 'contentType').length;
  const components = project.definitions.length - types;
  console.log(`No mistakes in ${types} content-types and ${components} components.`);
  if (types === 0) {
    console.log(
      'There is no content-type in src/api. In the folder of a project, this says more; one is made by: quoin init my-site',
    );
  }
}
