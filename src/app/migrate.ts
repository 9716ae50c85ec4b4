// Runs the migrations of a project before its tables are brought up to date.
import type { RunningCode } from '../code/running-code.ts';
import type { Project, ProjectCode } from '../project/load.ts';
import type { InteractiveDatabase } from '../storage/database.ts';

/** Runs migrations that have not run yet. @returns their names @throws ProjectError */
export async function migrateByCode(
  { code, config }: Project,
  database: InteractiveDatabase,
): Promise<readonly string[]> {
  if (code === null) return [];
  return (await runningCode(code)).migrate(database, config.quoin.code.transactionTimeout);
}

/** Project code as its own class. @throws Error if something else has loaded it */
export async function runningCode(code: ProjectCode): Promise<RunningCode> {
  const { RunningCode: Running } = await import('../code/running-code.ts');
  if (code instanceof Running) return code;
  throw new Error('This code was not loaded by openProjectCode.');
}
