// `quoin locale`: lists, adds and removes locales and sets the default in the project's database, which is created if
// it does not exist.
import { createEngine, createLocales } from '../app/engine.ts';
import { isoCodes, isoName } from '../base/iso-locales.ts';
import { countLocaleRows } from '../documents/locales/remove-locale.ts';
import type { Locales, StoredLocale } from '../documents/locales/document-locales.ts';
import type { WriteContext } from '../documents/write-context.ts';
import type { Database } from '../storage/database.ts';
import { CommandError } from './command-error.ts';
import { nearest } from '../base/nearest.ts';
import { withStore } from './with-store.ts';

/** Prints a line for each locale. */
export async function listLocales(folder: string): Promise<void> {
  await withLocales(folder, async ({ locales }) => {
    for (const locale of await locales.list()) {
      const mark = locales.isDefault(locale) ? ', the default' : '';
      console.log(`${locale.code.padEnd(8)} ${locale.name ?? isoName(locale.code)}${mark}`);
    }
  });
}

/** Adds a locale. @throws CommandError for an invalid or existing code */
export async function createLocale(
  folder: string,
  code: string,
  options: { readonly name?: string; readonly default: boolean },
): Promise<void> {
  if (!isoCodes.includes(code)) {
    const suggestion = nearest(code, isoCodes);
    throw new CommandError(
      `There is no locale "${code}".${suggestion === undefined ? '' : ` Did you mean "${suggestion}"?`} Use a code such as fr or pt-BR.`,
    );
  }
  const { name = isoName(code), default: isDefault } = options;
  if (name.length > MAX_NAME_LENGTH) {
    throw new CommandError(`A name may have at most ${MAX_NAME_LENGTH} characters.`);
  }
  await withLocales(folder, async ({ locales }) => {
    await locales.add({ code, name, isDefault }, null);
    console.log(`Added ${name}${isDefault ? ' as the default locale' : ''}.`);
  });
}

/** Sets the default locale. @throws CommandError if it does not exist */
export async function makeDefaultLocale(folder: string, code: string): Promise<void> {
  await withLocales(folder, async ({ locales }) => {
    const { id } = await find(locales, code);
    await locales.change(id, { isDefault: true }, null);
    console.log(`${code} is now the default locale.`);
  });
}

/** Removes a locale. @throws CommandError if it does not exist or cannot be removed */
export async function deleteLocale(
  folder: string,
  code: string,
  { yes }: { readonly yes: boolean },
): Promise<void> {
  await withLocales(folder, async ({ locales, context, database }) => {
    const found = await find(locales, code);
    if (locales.isDefault(found)) {
      throw new CommandError(
        `${code} is the default locale and cannot be deleted. Set another default first: quoin locale default en`,
      );
    }
    const count = await database.read(countLocaleRows(context, code));
    if (count > 0 && !yes) {
      throw new CommandError(
        `${code} has ${count} entries, including drafts. To delete them permanently with the locale: quoin locale delete ${code} --yes`,
      );
    }
    const { entries } = await locales.remove(found.id, null);
    console.log(`Deleted ${code} with ${entries} entries.`);
  });
}

const MAX_NAME_LENGTH = 50;

async function find(locales: Locales, code: string): Promise<StoredLocale> {
  const found = (await locales.list()).find((locale) => locale.code === code);
  if (found) return found;
  throw new CommandError(`There is no locale "${code}". List them with: quoin locale list`);
}

interface LocaleOperations {
  readonly locales: Locales;
  readonly context: WriteContext;
  readonly database: Database;
}

function withLocales(
  folder: string,
  work: (operations: LocaleOperations) => Promise<void>,
): Promise<void> {
  return withStore(folder, async (store, project) => {
    const { database } = store;
    const engine = await createEngine(project, store);
    const locales = createLocales(project, store, engine);
    await work({ locales, context: engine.context, database });
  });
}
