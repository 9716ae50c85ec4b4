// In charge of `quoin attach` and `quoin detach`: whether the project's database tells every process of all commits.
import { attach, detach } from '../storage/attach.ts';
import { withStore } from './with-store.ts';

/** Makes the database of a folder's project tell of commits. */
export async function attachCommand(folder: string): Promise<void> {
  await withStore(folder, async ({ database, layout }) => {
    console.log(
      (await attach(database, layout))
        ? 'The database tells of every commit now. Restart the processes of Quoin, so that they listen.'
        : 'A SQLite file needs no attaching: every process sees by itself when it changes.',
    );
  });
}

/** Ends that. */
export async function detachCommand(folder: string): Promise<void> {
  await withStore(folder, async ({ database }) => {
    console.log(
      (await detach(database))
        ? 'The database tells of nothing any more. Restart the processes of Quoin.'
        : 'There is nothing to take away.',
    );
  });
}
