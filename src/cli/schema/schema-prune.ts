// `quoin schema prune`: lists tables, columns and rows that no schema uses, and removes them on request
// (docs/strapi/differences.md, D10).
import { modelOf, type ContentModel } from '../../app/content-model.ts';
import { openProject } from '../../app/project.ts';
import { readUnmigrated, openStore } from '../../app/store.ts';
import { prune } from '../../documents/options/prune.ts';
import type { Project } from '../../project/load.ts';
import { readLeftovers } from '../../storage/migration/leftovers.ts';
import { assertProject } from '../assert-project.ts';
import { describeLeftovers } from './leftovers.ts';

export interface PruneOptions {
  /** If true, removes what is listed. */
  readonly yes: boolean;
}

/** Lists or removes unused data in the database of a project. @throws ProjectError, StorageError */
export async function schemaPrune(folder: string, { yes }: PruneOptions): Promise<void> {
  assertProject(folder);
  const project = await openProject(folder, { writeSecrets: yes });
  const model = modelOf(project);
  const lines = await show(project, model);
  if (lines.length === 0) {
    console.log(
      'Nothing is unused: everything in the database belongs to a schema or to another program.',
    );
    return;
  }
  if (yes) {
    await remove(project);
    return;
  }
  console.log('Unused:');
  for (const line of lines) console.log(`  ${line}`);
  console.log(
    'Nothing was deleted. To delete it permanently, back up the database, stop all servers and run: quoin schema prune --yes',
  );
}

async function show(project: Project, model: ContentModel): Promise<readonly string[]> {
  const { initialLocale } = project.config.i18n;
  const found = await readUnmigrated(project, (dialect) =>
    readLeftovers({ ...model, dialect, initialLocale }),
  );
  return found ? describeLeftovers(found) : [];
}

async function remove(project: Project): Promise<void> {
  const store = await openStore(project);
  try {
    const { initialLocale } = project.config.i18n;
    const { removed, kept } = await prune({ ...store, initialLocale });
    const lines = describeLeftovers(removed).filter(
      (line) =>
        !kept.some(
          ({ name }) => line.startsWith(`column ${name},`) || line.startsWith(`table ${name},`),
        ),
    );
    console.log(lines.length === 0 ? 'Nothing was deleted.' : 'Deleted:');
    for (const line of lines) console.log(`  ${line}`);
    for (const { name, reason } of kept) console.log(`Not deleted: ${name} (${reason}).`);
  } finally {
    await store.database.close();
  }
}
