// `quoin schema plan`, `log` and `undo`: plans a change of the content model, lists changes, and undoes one.
import { readFileSync } from 'node:fs';
import { changeClosedModel } from '../../app/model-changes/make-model-change.ts';
import { modelOf } from '../../app/content-model.ts';
import { planModelChange } from '../../app/model-changes/plan-model-change.ts';
import { openProject } from '../../app/project.ts';
import { projectFiles } from '../../app/model-changes/project-files.ts';
import { readUnmigrated, type Store } from '../../app/store.ts';
import { readChanges, type RecordedChange } from '../../model/change-log.ts';
import { ModelChangeError } from '../../model/errors.ts';
import { readRetainedValues } from '../../model/retained-values.ts';
import type { ModelChange } from '../../model/model-changes.ts';
import type { PlanReport } from '../../model/plan/plan-report.ts';
import { applyRequest } from '../../model/request/apply-request.ts';
import { parseSchemaRequest } from '../../model/request/schema-request.ts';
import { undoOf } from '../../model/undo.ts';
import { reasonOf } from '../../project/project-error.ts';
import type { Project } from '../../project/load.ts';
import { readDefaultLocale } from '../../storage/settings/core-store.ts';
import { RowStatements } from '../../storage/statements/row-statements.ts';
import { assertProject } from '../assert-project.ts';
import { CommandError } from '../command-error.ts';
import { commandName } from '../usage.ts';
import { withStore } from '../with-store.ts';

/** Characters of a key that are shown, and that are enough to name a change. */
const SHORT = 8;

/** Prints what the change in a file would do. @throws CommandError if it would be rejected */
export async function schemaPlan(folder: string, file: string): Promise<void> {
  await refusable(() =>
    withStore(folder, async (store, project) => {
      const request = parseSchemaRequest(readRequest(file));
      await printPlan(store, project, (models) => applyRequest(models, request));
    }),
  );
}

/** Lists the changes of the content model, newest first. */
export async function schemaLog(folder: string): Promise<void> {
  assertProject(folder);
  const project = await openProject(folder, { writeSecrets: false });
  const { layout } = modelOf(project);
  const changes = await readUnmigrated(project, (dialect) =>
    readChanges(new RowStatements(dialect, layout), dialect),
  );
  if (!changes || changes.length === 0) {
    console.log('The content model has not been changed on a running server.');
    return;
  }
  const undone = new Set(changes.map(({ undoes }) => undoes));
  for (const change of changes.toReversed()) printChange(change, undone.has(change.key));
}

/** Options of `quoin schema undo`. */
export interface UndoOptions {
  /** Beginning of the key of a change; undefined: the last one that was not undone. */
  readonly key: string | undefined;
  /** If true, undoes the change; otherwise prints what that would do. */
  readonly yes: boolean;
}

/** Undoes a change, or prints what that would do. @throws CommandError if it cannot be undone */
export async function schemaUndo(folder: string, { key, yes }: UndoOptions): Promise<void> {
  await refusable(() =>
    withStore(folder, async (store, project) => {
      const { database, layout } = store;
      const statements = new RowStatements(database.dialect, layout);
      const changes = await database.read(readChanges(statements, database.dialect));
      const change = choose(changes, key);
      const retained = await database.read(readRetainedValues(statements, database.dialect));
      const undo = undoOf(change, { files: projectFiles(project.folder), retained });
      if (!yes) {
        await printPlan(store, project, undo);
        console.log(
          `Nothing was changed. To undo change ${shortKey(change)}, run: ${commandName()} schema undo ${shortKey(change)} --yes`,
        );
        return;
      }
      await changeClosedModel(
        { change: undo, adminId: null, undoes: change.key },
        { project, store },
      );
      console.log(`Change ${shortKey(change)} was undone.`);
    }),
  );
}

function readRequest(file: string): unknown {
  let text: string;
  try {
    text = readFileSync(file === '-' ? 0 : file, 'utf8');
  } catch (cause) {
    throw new CommandError(`${file} cannot be read (${reasonOf(cause)}).`, { cause });
  }
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new CommandError(`${file} is not valid JSON (${reasonOf(cause)}).`, { cause });
  }
}

async function printPlan(store: Store, project: Project, change: ModelChange): Promise<void> {
  const locale = await store.database.read(readDefaultLocale(project.config.i18n.initialLocale));
  const plan = await planModelChange(change, { project, store, locale });
  for (const line of linesOf(plan)) console.log(line);
  if (plan.rejection !== null) throw new CommandError('This change would be rejected.');
}

function linesOf({ steps, lock, offeredRenames, files, impact }: PlanReport): readonly string[] {
  const actions = { create: 'create', update: 'update', delete: 'delete' };
  return [
    ...(steps.length === 0 ? ['The database does not change.'] : []),
    ...steps.map((step) => `${step.lock.padEnd(8)} ${step.text}`),
    ...(steps.length === 0 ? [] : [`Longest lock: ${lock}.`]),
    ...offeredRenames.map(
      ({ uid, attribute, from, to }) =>
        `Did you mean a rename? ${[uid, attribute ?? ''].join(' ').trim()}: ${from} to ${to}.`,
    ),
    ...files.map(({ path, action }) => `File to ${actions[action]}: ${path}`),
    ...impact.routes.map(({ method, path }) => `Route: ${method} ${path}`),
    ...impact.roles.map(
      ({ of, name, uid, attributes }) =>
        `Permissions of ${of}, ${name}: ${[uid, attributes.join(', ')].join(' ').trim()}`,
    ),
    ...impact.views.map(({ uid, attributes }) => `View of ${uid}: ${attributes.join(', ')}`),
    ...impact.hooks.map(({ file, uid }) => `Lifecycle hooks of ${uid}: ${file}`),
    ...impact.code.map(({ file, line, text }) => `Code: ${file}:${line} ${text}`),
    ...(impact.isCut ? ['Further lines of code are not listed.'] : []),
  ];
}

function printChange(change: RecordedChange, isUndone: boolean): void {
  const { at, adminId, undoes, texts, files } = change;
  const author = adminId === null ? 'from the command line' : `by administrator ${adminId}`;
  const back = undoes === null ? '' : `, undoes ${undoes.slice(0, SHORT)}`;
  const state = isUndone ? ', undone' : '';
  console.log(`${shortKey(change)}  ${new Date(at).toISOString()}  ${author}${back}${state}`);
  const lines = texts.length > 0 ? texts : files.map(({ path }) => path);
  for (const line of lines) console.log(`  ${line}`);
}

function shortKey({ key }: Pick<RecordedChange, 'key'>): string {
  return key.slice(0, SHORT);
}

function choose(changes: readonly RecordedChange[], requested: string | undefined): RecordedChange {
  const undone = new Set(changes.map(({ undoes }) => undoes));
  const open = changes.filter(({ key, undoes }) => undoes === null && !undone.has(key));
  const change = open.findLast(({ key }) => requested === undefined || key.startsWith(requested));
  if (change) return change;
  throw new CommandError(
    requested === undefined
      ? 'There is no change that can be undone.'
      : `There is no change ${requested} that can be undone. To list all changes, run: ${commandName()} schema log`,
  );
}

async function refusable(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof ModelChangeError)) throw error;
    throw new CommandError(error.message, { cause: error });
  }
}
