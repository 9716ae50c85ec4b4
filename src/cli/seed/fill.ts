// Fills a project: stores media, then writes everything in one transaction. A failed or interrupted run leaves
// nothing behind and can be repeated.
import { createEngine } from '../../app/engine.ts';
import { fileStorage } from '../../app/file-store.ts';
import type { Store } from '../../app/store.ts';
import type { Documents } from '../../documents/programs/document-collection.ts';
import { type NewStoredFile, storeFile } from '../../media/store-file.ts';
import type { StagingFolder } from '../../media/staging.ts';
import { readUploadSettings } from '../../media/upload-settings.ts';
import type { Project } from '../../project/load.ts';
import { FILE, LOCALE, PERMISSION, ROLE } from '../../schema/built-in/uids.ts';
import { withInteraction } from '../../storage/interactive-database.ts';
import { asOneTransaction } from '../../storage/one-transaction.ts';
import { CommandError } from '../command-error.ts';
import { SeedWriter } from './seed-writer.ts';
import type { StageProgress } from '../progress.ts';
import type { SeedData } from './seed-data.ts';
import { seedError } from './seed-issues.ts';
import { localeName } from '../../base/locale-name.ts';

/** The project and the data. */
export interface SeedJob {
  readonly project: Project;
  readonly store: Store;
  readonly data: SeedData;
  /** If true, existing content is not an error. */
  readonly append: boolean;
  readonly progress: StageProgress;
}

/** Fills a project. @throws CommandError if content exists, or with all errors in values */
export async function fill(filling: SeedJob): Promise<void> {
  const { project, store, data } = filling;
  const { documents, locale } = await createEngine(project, store);
  assertOtherLocales(data, locale.code);
  await assertEmpty(documents, filling);
  // Without files, the uploads folder is not needed.
  if (data.files.size === 0) return fillIn(filling, documents, null);
  const { staging } = fileStorage(project.config);
  return staging.use((folder) => fillIn(filling, documents, folder));
}

async function fillIn(
  filling: SeedJob,
  documents: Documents,
  folder: StagingFolder | null,
): Promise<void> {
  const { project, store, data, progress } = filling;
  const storedFiles = new Map<string, NewStoredFile>();
  try {
    if (folder) await storeFiles(documents, filling, { placed: storedFiles, folder });
    await store.database.runInTransaction(async (session) => {
      const database = withInteraction(asOneTransaction(store.database, session));
      const inside = await createEngine(project, { ...store, database });
      // Checks again inside the transaction.
      await assertEmpty(inside.documents, filling);
      await registerLocales(inside.documents, data.locales);
      await new SeedWriter(inside.documents, storedFiles, progress).write(data);
      await grantToPublic(inside.documents, data.publicActions);
    });
  } catch (error) {
    progress.stop();
    for (const file of storedFiles.values()) await file.discard();
    throw error;
  }
}

/**
 * The default locale is known once the database exists. @throws CommandError if it is also listed under other locales
 */
function assertOtherLocales({ entries }: SeedData, defaultLocale: string): void {
  const versions = entries.flatMap((entry) => entry.versions);
  const issues = versions
    .filter(({ locale }) => locale === defaultLocale)
    .map(({ location }) => ({
      ...location,
      message: 'This is the default locale: put its values into the entry itself.',
    }));
  if (issues.length > 0) throw seedError(issues);
}

/** @throws CommandError that names the types with content */
async function assertEmpty(documents: Documents, { data, append }: SeedJob): Promise<void> {
  if (append) return;
  const filled: string[] = [];
  for (const uid of new Set(data.entries.map(({ type }) => type.uid))) {
    const count = await documents(uid).count({ locale: '*' });
    if (count > 0) filled.push(`${uid} (${count})`);
  }
  if (filled.length === 0) return;
  throw new CommandError(
    `Nothing was seeded, because there is content already: ${filled.join(', ')}. ` +
      'To add to it, use --append. This duplicates what was seeded before.',
  );
}

async function storeFiles(
  documents: Documents,
  { project, store: { database }, data, progress }: SeedJob,
  {
    placed,
    folder,
  }: { readonly placed: Map<string, NewStoredFile>; readonly folder: StagingFolder },
): Promise<void> {
  const { store, rules, unavailable } = fileStorage(project.config);
  if (unavailable !== null) throw new CommandError(unavailable);
  const settings = await database.read(readUploadSettings());
  const hashes = new Set<string>();
  const isTaken = async (hash: string): Promise<boolean> =>
    hashes.has(hash) || (await documents(FILE).count({ filters: { hash } })) > 0;
  progress.begin('Files', data.files.size);
  for (const source of data.files.keys()) {
    const file = await storeFile({ store, folder, rules, settings, isTaken }, source);
    placed.set(source, file);
    hashes.add(file.hash);
    progress.step();
  }
}

/** Adds locales that do not exist yet. */
async function registerLocales(documents: Documents, codes: readonly string[]): Promise<void> {
  const locales = documents(LOCALE);
  for (const code of codes) {
    const has = await locales.findFirst({ filters: { code } });
    if (!has) await locales.create({ data: { code, name: localeName(code) } });
  }
}

/** Grants missing actions to the public role. @throws CommandError if the role does not exist */
async function grantToPublic(documents: Documents, actions: readonly string[]): Promise<void> {
  if (actions.length === 0) return;
  const role = await documents(ROLE).findFirst({ filters: { type: 'public' } });
  if (!role) {
    throw new CommandError(
      'Nothing was seeded: the database has no role of the type "public". ' +
        'Remove "public" from the data.',
    );
  }
  for (const action of actions) {
    const permissions = documents(PERMISSION);
    const has = await permissions.findFirst({ filters: { action, role: { id: role.id } } });
    if (!has) await permissions.create({ data: { action, role: role.id } });
  }
}
