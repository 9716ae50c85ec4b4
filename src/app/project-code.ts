// What the server asks of a project's code: migrations before the tables are brought up to date, and emails of its provider.
import type { SendMail } from '../base/mail.ts';
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

/** Sends emails with the provider that the project has installed. */
export function mailByCode(code: ProjectCode): SendMail {
  return async (mail) => {
    await (await runningCode(code)).sendMail(mail);
  };
}

/** Project code as its own class. @throws Error if something else has loaded it */
export async function runningCode(code: ProjectCode): Promise<RunningCode> {
  const { RunningCode: Running } = await import('../code/running-code.ts');
  if (code instanceof Running) return code;
  throw new Error('This code was not loaded by openProjectCode.');
}
