// In charge of looking at a project's routers and controllers no more often than needed: that takes a thread, and
// what they say stays the same while only schemas are saved.
import path from 'node:path';
import { evaluateFiles, type EvaluationInput, type Reading } from '../../project/evaluation.ts';

/** What code said when it was last looked at. */
export class KeptEvaluation {
  #key = '';
  #readings: readonly Reading[] = [];

  /** As `evaluateFiles`; what is asked for twice in a row is looked at once. */
  readonly evaluate = async (input: EvaluationInput): Promise<readonly Reading[]> => {
    const { types, jobs, environment } = input;
    const variables = Object.entries(environment).toSorted(([a], [b]) => (a < b ? -1 : 1));
    const key = JSON.stringify([types, jobs, variables]);
    if (key !== this.#key) {
      this.#readings = await evaluateFiles(input);
      this.#key = key;
    }
    return this.#readings;
  };

  /** These files were saved: unless they are schemas, code may read them. */
  forget(files: readonly string[]): void {
    if (!files.every(isSchema)) this.#key = '';
  }
}

function isSchema(file: string): boolean {
  const folders = path.dirname(file).split(path.sep);
  const isComponent = folders.includes('components') && path.extname(file) === '.json';
  return isComponent || path.basename(file) === 'schema.json';
}
