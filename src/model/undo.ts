// Undoes a recorded change of the content model: restores the previous files, and reverses the renames.
import { isRecord } from '../schema/raw.ts';
import type { RecordedChange } from './change-log.ts';
import { ModelChangeError } from './errors.ts';
import type { FileChange, ProjectFiles } from './files/file-change.ts';
import { modelAt } from './files/model-files.ts';
import type { ModelChange } from './model-changes.ts';
import type { RetainedValues } from './plan/steps.ts';
import type { Renames } from './renames.ts';
import type { SourceModel } from './request/source-model.ts';

/** Dependencies of an undo. */
export interface UndoContext {
  readonly files: Pick<ProjectFiles, 'read'>;
  /** Retained values that are still in the database. */
  readonly retained: readonly RetainedValues[];
}

/**
 * The change that undoes another one.
 * @throws ModelChangeError if files were changed since, or values that it kept were deleted
 */
export function undoOf(change: RecordedChange, { files, retained }: UndoContext): ModelChange {
  const changed = change.files.filter(({ path, after }) => files.read(path) !== after);
  if (changed.length > 0) {
    const paths = changed.map(({ path }) => path).join(', ');
    throw new ModelChangeError(
      `The change cannot be undone, because these files were changed since: ${paths}.`,
    );
  }
  const lost = change.keeps.filter(
    ({ uid, attribute }) =>
      !retained.some((each) => each.uid === uid && each.attribute === attribute),
  );
  if (lost.length > 0) {
    const names = lost.map(({ uid, attribute }) => [uid, attribute ?? ''].join(' ').trim());
    throw new ModelChangeError(
      `The change cannot be undone, because values were deleted or are in use again: ${names.join(', ')}.`,
    );
  }
  const back = change.files.map(reversed);
  const renames = inverseRenames(change.renames);
  return (models) => ({
    models: withFiles(models, back),
    renames,
    setsAsideValues: new Set(),
    files: back,
  });
}

function reversed({ path, before, after }: FileChange): FileChange {
  return { path, before: after, after: before };
}

/** The reverse renames. @throws ModelChangeError if two values have become one */
export function inverseRenames({ models, attributes, values }: Renames): Renames {
  const former = (uid: string): string => models.get(uid) ?? uid;
  return {
    models: inverse(models),
    attributes: new Map([...attributes].map(([uid, names]) => [former(uid), inverse(names)])),
    values: new Map(
      [...values].map(([uid, byName]) => [
        former(uid),
        new Map(
          [...byName].map(([name, pairs]) => [
            attributes.get(uid)?.get(name) ?? name,
            inverseValues(`${uid} ${name}`, pairs),
          ]),
        ),
      ]),
    ),
  };
}

function inverseValues(
  name: string,
  pairs: ReadonlyMap<string, string>,
): ReadonlyMap<string, string> {
  if (new Set(pairs.values()).size < pairs.size) {
    throw new ModelChangeError(
      `The change cannot be undone, because several values of ${name} have become one.`,
    );
  }
  return inverse(pairs);
}

function inverse(map: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  return new Map([...map].map(([to, from]) => [from, to]));
}

function withFiles(
  models: ReadonlyMap<string, SourceModel>,
  files: readonly FileChange[],
): ReadonlyMap<string, SourceModel> {
  const result = new Map(models);
  const byFile = new Map([...models.values()].map((model) => [model.file, model]));
  for (const { path, after } of files) {
    const id = byFile.get(path) ?? modelAt(path);
    if (!id) continue;
    if (after === null) result.delete(id.uid);
    else result.set(id.uid, { ...id, file: path, json: parseDefinition(after) });
  }
  return result;
}

function parseDefinition(text: string): Readonly<Record<string, unknown>> {
  const json: unknown = JSON.parse(text);
  return isRecord(json) ? json : {};
}
