// `quoin dev`: serves a project, and reloads it when a file is saved.
import path from 'node:path';
import { inspect } from 'node:util';
import { HostedModelChanges } from '../app/model-changes/hosted-model-changes.ts';
import { LiveApp, needsRestart } from '../app/live-app.ts';
import { prepareEditedFolder } from '../app/project.ts';
import { countIssues, listIssues, ProjectError } from '../project/project-error.ts';
import { isStorageError } from '../storage/errors.ts';
import { assertProject } from './assert-project.ts';
import { commandName } from './usage.ts';
import { describeChanges } from './dev/changes.ts';

import { listNames } from './report.ts';
import { openApp, serve, type ListenAddress } from './serve.ts';
import { SourceFiles } from './dev/source-files.ts';
import { Watch } from './dev/watch.ts';

/** How many changed files are named. */
const NAMED_FILES = 3;

/**
 * Serves a project and its changes until the process receives a signal.
 * @throws ProjectError or StorageError if it cannot start, CommandError if there is no project or it cannot listen
 */
export async function dev(folder: string, listenAddress: ListenAddress): Promise<void> {
  assertProject(folder);
  const began = performance.now();
  const variables = { ...process.env };
  const envFile = path.resolve(folder, process.env['ENV_PATH'] || '.env');
  // Reads the state of files first, so that files saved during the start count as changes.
  const watch = new Watch(new SourceFiles(folder, envFile));
  const changes = new HostedModelChanges(true);
  const { project, app } = await openApp(folder, { changes, prepareFolder: prepareEditedFolder });
  if (project.notices.length > 0) watch.accept([envFile]);
  const live = await LiveApp.open(
    { project, app },
    {
      variables,
      changes,
      onFiles: (files) => watch.accept(files),
    },
  );
  const close = (): Promise<void> => {
    watch.end();
    return live.close();
  };
  const command = `${commandName()} dev`;
  const afterFirstSchema = 'and save it.';
  await serve(
    { server: live.server, close },
    { project, listenAddress, began, command, afterFirstSchema },
  );
  console.log('Watching src, config and .env. Changes are applied when you save them.');
  await watch.run(async (files) => {
    const names = files.map((file) => path.relative(folder, file).split(path.sep).join('/'));
    console.log(`\n${clock()} ${listNames(names, NAMED_FILES)}`);
    const lines = await takeOver(live);
    if (lines === null) return;
    if (live.project.notices.length > 0) watch.accept([envFile]);
    const restart = needsRestart(project.config, live.project.config, Object.keys(listenAddress));
    for (const line of [...restart, ...lines]) console.log(`  ${line}`);
  });
}

/** Describes what changed, or returns null if the previous project stays in use, after printing why. */
async function takeOver(live: LiveApp): Promise<readonly string[] | null> {
  const began = performance.now();
  try {
    const change = await live.reload();
    if (change === null) return null;
    const milliseconds = Math.round(performance.now() - began);
    return [...describeChanges(change), `Applied in ${milliseconds} ms.`];
  } catch (error) {
    console.error(describeRejection(error));
    return null;
  }
}

function describeRejection(error: unknown): string {
  const continues = 'The previous version is still served. Correct the error and save again.';
  if (error instanceof ProjectError) {
    return `  Not applied: ${countIssues(error.issues)}. ${continues}\n${listIssues(error.issues)}`;
  }
  if (isStorageError(error, 'incompatible')) {
    return `  Not applied: the database cannot be migrated. ${continues}\n\n${error.message}`;
  }
  return `  Not applied: an unexpected error. ${continues}\n\n${inspect(error)}`;
}

function clock(): string {
  return new Date().toTimeString().slice(0, 8);
}
