// Reads the models of a project with the JSON of their files, the starting point of a change.
import { isRecord, toRecord } from '../schema/raw.ts';
import type { RawDefinition } from '../schema/types.ts';
import { ModelChangeError } from './errors.ts';
import type { ProjectFiles } from './files/file-change.ts';
import type { SourceModels } from './request/source-model.ts';

/**
 * Returns all models.
 * @param definitions Of the project and built-in; a file of the project comes last
 * @throws ModelChangeError if a file is not readable JSON any more
 */
export function currentModels(
  definitions: readonly RawDefinition[],
  files: Pick<ProjectFiles, 'read'>,
): SourceModels {
  return new Map(
    definitions.map(({ uid, modelType, origin, file, json }) => {
      const text = file.endsWith('.json') ? files.read(file) : null;
      const isFile = text !== null || !NO_FILE.test(file);
      const own = text === null ? toRecord(json) : parse(file, text);
      // An extension may name only some keys of the built-in schema.
      const whole = origin === 'plugin' ? { ...toRecord(json), ...own } : own;
      return [uid, { uid, modelType, origin, file: isFile ? file : null, json: whole }];
    }),
  );
}

/** How definitions without a file name it. */
const NO_FILE = /^built in|^$/;

function parse(file: string, text: string): Readonly<Record<string, unknown>> {
  try {
    const json: unknown = JSON.parse(text);
    if (isRecord(json)) return json;
  } catch {
    // Reported below.
  }
  throw new ModelChangeError(`${file} is not valid JSON. Correct it first.`);
}
