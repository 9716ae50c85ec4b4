// Runs a command on the database of a project, which is created if needed and closed afterwards.
import { openProject } from '../app/project.ts';
import { openStore, type Store } from '../app/store.ts';
import { AppError } from '../base/errors.ts';
import type { Project } from '../project/load.ts';
import { assertProject } from './assert-project.ts';
import { CommandError } from './command-error.ts';

/**
 * Runs work on the database of a project.
 * @throws ProjectError, StorageError, CommandError for rejected values, and errors of the work
 */
export async function withStore(
  folder: string,
  work: (store: Store, project: Project) => Promise<void>,
): Promise<void> {
  assertProject(folder);
  const project = await openProject(folder);
  for (const notice of project.notices) console.log(notice);
  const store = await openStore(project);
  try {
    await work(store, project);
  } catch (error) {
    throw error instanceof AppError
      ? new CommandError(`${error.message}.`, { cause: error })
      : error;
  } finally {
    await store.database.close();
  }
}

/** Returns a project for a command that reads all rows: without statement timeouts and replicas, which cancel long reads. */
export function withoutTimeouts(project: Project): Project {
  const { database } = project.config;
  if (database.client === 'sqlite') return project;
  const { replicas: _, ...primary } = database;
  return {
    ...project,
    config: { ...project.config, database: { ...primary, statementTimeout: 0 } },
  };
}
