// `quoin schema pull`: writes the files of changes that the database has recorded into a project, such as a checkout.
import { recordedChanges } from '../../app/model-changes/project-copy.ts';
import { projectFiles } from '../../app/model-changes/project-files.ts';
import { openProject, recoverFolder } from '../../app/project.ts';
import { writeFiles } from '../../model/files/journal.ts';
import { missingFiles } from '../../model/recorded-files.ts';
import { assertProject } from '../assert-project.ts';
import { CommandError } from '../command-error.ts';

export interface PullOptions {
  /** If true, files with other changes are replaced. */
  readonly force: boolean;
}

/** Writes files and prints their paths. @throws CommandError if a file was changed otherwise; nothing is written then */
export async function schemaPull(folder: string, { force }: PullOptions): Promise<void> {
  assertProject(folder);
  const { config, folder: root } = await openProject(folder, {
    writeSecrets: false,
    prepareFolder: recoverFolder,
  });
  const changes = await recordedChanges(config.database);
  const { read } = projectFiles(root);
  const found = missingFiles(changes, { read });
  if (found.others.length > 0 && !force) {
    throw new CommandError(
      `These files were changed here and in the database: ${found.others.join(', ')}. Nothing was written. To replace them, for example to merge them with git, run: quoin schema pull --force`,
    );
  }
  const others = new Set(found.others);
  const last = new Map(
    changes.flatMap(({ files }) => files).map((file) => [file.path, file.after]),
  );
  const replaced = [...others].map((path) => ({
    path,
    before: read(path),
    after: last.get(path) ?? null,
  }));
  const files = [...found.files, ...replaced];
  writeFiles(root, files, 'after');
  for (const { path, after } of files)
    console.log(`${after === null ? 'Removed' : 'Wrote'} ${path}`);
  if (files.length === 0) console.log('The project’s files contain all recorded changes.');
}
