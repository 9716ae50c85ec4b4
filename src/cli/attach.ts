// In charge of `quoin attach` and `quoin detach`: whether the project's database tells every process of all commits.
import { attach, detach } from '../storage/attach.ts';
import { withStore } from './with-store.ts';

/** Makes the database of a folder's project tell of commits. */
export async function attachCommand(folder: string): Promise<void> {
  await withStore(folder, async ({ database, layout }) => {
    console.log(
      (await attach(database, layout))
        ? 'The database now notifies Quoin of every commit. Restart all Quoin processes.'
        : 'SQLite needs no triggers: every process detects changes of the file.',
    );
  });
}

/** Ends that. */
export async function detachCommand(folder: string): Promise<void> {
  await withStore(folder, async ({ database }) => {
    console.log(
      (await detach(database))
        ? 'The triggers are removed. Restart all Quoin processes.'
        : 'There are no triggers to remove.',
    );
  });
}
