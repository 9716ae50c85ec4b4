// `quoin seed`: fills a project with documents and media from JSON files.
import { modelOf } from '../app/content-model.ts';
import { openProject } from '../app/project.ts';
import { openStore } from '../app/store.ts';
import { assertProject } from './assert-project.ts';
import { describeReport, listNames } from './report.ts';
import { readDataFiles } from './seed/data-files.ts';
import { fill } from './seed/fill.ts';
import { parseSeed } from './seed/parse-seed.ts';
import { createProgress } from './progress.ts';
import type { SeedData } from './seed/seed-data.ts';

export interface SeedOptions {
  /** If true, existing content is not an error. */
  readonly append: boolean;
}

/**
 * Seeds the project of a folder from a file or a folder of files. @throws CommandError, ProjectError, StorageError
 */
export async function seed(folder: string, source: string, { append }: SeedOptions): Promise<void> {
  const began = performance.now();
  assertProject(folder);
  const project = await openProject(folder);
  const data = parseSeed(modelOf(project).registry, readDataFiles(folder, source));
  for (const notice of project.notices) console.log(notice);
  if (project.code)
    console.warn('Warning: project code, such as lifecycles, does not run for seeded entries.');
  const store = await openStore(project);
  try {
    for (const line of describeReport(store.report)) console.log(line);
    await fill({ project, store, data, append, progress: createProgress(process.stdout) });
  } finally {
    await store.database.close();
  }
  const { entries, locales, publicActions } = data;
  if (locales.length > 0) console.log(`Registered locales: ${listNames(locales)}.`);
  if (publicActions.length > 0)
    console.log(`Granted to the public role: ${listNames(publicActions)}.`);
  if (entries.length === 0 && publicActions.length + locales.length > 0) return;
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
