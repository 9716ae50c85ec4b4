// In charge of `quoin seed`: fills the project of the current folder with documents and media from JSON files.
import { modelOf, openProject, openStore } from '../app.ts';
import { describeReport } from './report.ts';
import { readDataFiles } from './seed/data-files.ts';
import { fill } from './seed/fill.ts';
import { parseSeed } from './seed/parse-seed.ts';
import { createProgress } from './seed/progress.ts';
import type { SeedData } from './seed/seed-data.ts';

/** How content that is there already is met. */
export interface SeedOptions {
  /** True: it is no reason to refuse. */
  readonly append: boolean;
}

/** Fills the project of a folder from a file or a folder of them. @throws CommandError, ProjectError, StorageError */
export async function seed(folder: string, wanted: string, { append }: SeedOptions): Promise<void> {
  const began = performance.now();
  const project = await openProject(folder);
  const data = parseSeed(modelOf(project).registry, readDataFiles(folder, wanted));
  for (const notice of project.notices) console.log(notice);
  const store = await openStore(project);
  try {
    for (const line of describeReport(store.report)) console.log(line);
    await fill({ project, store, data, append, progress: createProgress(process.stdout) });
  } finally {
    await store.database.close();
  }
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  console.log(`Seeded ${describe(data)} in ${seconds} s.`);
}

function describe({ entries, files }: SeedData): string {
  const types = new Set(entries.map(({ type }) => type.uid)).size;
  return [
    `${counted(entries.length, 'document')} of ${counted(types, 'content-type')}`,
    ...(files.size === 0 ? [] : [counted(files.size, 'file')]),
  ].join(' and ');
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
