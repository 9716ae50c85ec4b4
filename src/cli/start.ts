// In charge of `quoin start`: serves a project as it is when the command is given.
import { openApp, serve, type Place } from './serve.ts';

/** Serves the project of a folder until the process is told to end. @throws CommandError when it cannot listen */
export async function start(folder: string, wanted: Place): Promise<void> {
  const began = performance.now();
  const { project, app } = await openApp(folder, { wanted });
  const command = 'quoin start';
  await serve(app, { project, wanted, began, command, afterFirstSchema: 'and start again.' });
}
