// `quoin attach` and `quoin detach`: adds and removes the triggers that notify all processes of commits.
import { attach, detach } from '../storage/migration/attach.ts';
import { withStore } from './with-store.ts';

/** Installs the triggers that notify processes of commits. */
export async function attachCommand(folder: string): Promise<void> {
  await withStore(folder, async ({ database, layout }) => {
    console.log(
      (await attach(database, layout))
        ? 'The database now notifies Quoin of every commit. Restart all Quoin processes.'
        : 'SQLite needs no triggers: every process detects changes to the file.',
    );
  });
}

/** Removes the triggers. */
export async function detachCommand(folder: string): Promise<void> {
  await withStore(folder, async ({ database }) => {
    console.log(
      (await detach(database))
        ? 'The triggers are removed. Restart all Quoin processes.'
        : 'There are no triggers to remove.',
    );
  });
}
