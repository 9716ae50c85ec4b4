// Commands of `quoin locale` and their options. Their implementation is loaded on demand.
import type { Command } from 'commander';
import { currentFolder } from './folders.ts';
import { examples } from './usage.ts';

/** Adds `locale` to the program. */
export function addLocaleCommands(program: Command): void {
  const locale = program
    .command('locale')
    .description('manage the project’s locales')
    .addHelpText('after', examples('quoin locale list', 'quoin locale create fr'));
  locale
    .command('list')
    .description('list the locales')
    .addHelpText('after', examples('quoin locale list'))
    .action(async () => {
      const { listLocales } = await import('./locale.ts');
      await listLocales(currentFolder());
    });
  locale
    .command('create')
    .description('add a locale')
    .argument('<code>', 'the code, such as fr or pt-BR')
    .option('--name <name>', 'display name; defaults to the English name of the locale')
    .option('--default', 'make it the default locale', false)
    .addHelpText('after', examples('quoin locale create fr', 'quoin locale create pt-BR --default'))
    .action(
      async (code: string, options: { readonly name?: string; readonly default: boolean }) => {
        const { createLocale } = await import('./locale.ts');
        await createLocale(currentFolder(), code, options);
      },
    );
  locale
    .command('default')
    .description('make a locale the default')
    .argument('<code>', 'the code of the locale')
    .addHelpText('after', examples('quoin locale default fr'))
    .action(async (code: string) => {
      const { makeDefaultLocale } = await import('./locale.ts');
      await makeDefaultLocale(currentFolder(), code);
    });
  locale
    .command('delete')
    .description('delete a locale and all entries in it')
    .argument('<code>', 'the code of the locale')
    .option('--yes', 'delete it even if it has entries', false)
    .addHelpText('after', examples('quoin locale delete fr', 'quoin locale delete fr --yes'))
    .action(async (code: string, options: { readonly yes: boolean }) => {
      const { deleteLocale } = await import('./locale.ts');
      await deleteLocale(currentFolder(), code, options);
    });
}
