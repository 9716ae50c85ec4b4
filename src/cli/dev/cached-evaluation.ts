// Caches the evaluation of routers and controllers, which needs a thread, while only schemas are saved.
import path from 'node:path';
import {
  evaluateFiles,
  type EvaluationInput,
  type EvaluatedFile,
} from '../../project/evaluation.ts';

/** Results of the last evaluation. */
export class CachedEvaluation {
  #key = '';
  #evaluated: readonly EvaluatedFile[] = [];

  /** Same as `evaluateFiles`, but evaluates unchanged input once. */
  readonly evaluate = async (input: EvaluationInput): Promise<readonly EvaluatedFile[]> => {
    const { types, jobs, environment } = input;
    const variables = Object.entries(environment).toSorted(([a], [b]) => (a < b ? -1 : 1));
    const key = JSON.stringify([types, jobs, variables]);
    if (key !== this.#key) {
      this.#evaluated = await evaluateFiles(input);
      this.#key = key;
    }
    return this.#evaluated;
  };

  /** Invalidates the cache unless only schemas were saved. */
  forget(files: readonly string[]): void {
    if (!files.every(isSchema)) this.#key = '';
  }
}

function isSchema(file: string): boolean {
  const folders = path.dirname(file).split(path.sep);
  const isComponent = folders.includes('components') && path.extname(file) === '.json';
  return isComponent || path.basename(file) === 'schema.json';
}
