// In charge of the commands of `quoin locale` and their options; their work is loaded when one is called.
import type { Command } from 'commander';
import { currentFolder } from './current-folder.ts';
import { examples } from './examples.ts';

/** Adds `locale` to the program. */
export function addLocale(program: Command): void {
  const locale = program
    .command('locale')
    .description('look after the locales of the project')
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
    .argument('<code>', 'its code, such as fr or pt-BR')
    .option('--name <name>', 'a name for it, instead of the English one')
    .option('--default', 'make it the one that is meant where none is named', false)
    .addHelpText('after', examples('quoin locale create fr', 'quoin locale create pt-BR --default'))
    .action(
      async (code: string, options: { readonly name?: string; readonly default: boolean }) => {
        const { createLocale } = await import('./locale.ts');
        await createLocale(currentFolder(), code, options);
      },
    );
  locale
    .command('default')
    .description('make a locale the one that is meant where none is named')
    .argument('<code>', 'its code')
    .addHelpText('after', examples('quoin locale default fr'))
    .action(async (code: string) => {
      const { makeDefaultLocale } = await import('./locale.ts');
      await makeDefaultLocale(currentFolder(), code);
    });
  locale
    .command('delete')
    .description('remove a locale with every entry in it')
    .argument('<code>', 'its code')
    .option('--yes', 'also where there are entries in it', false)
    .addHelpText('after', examples('quoin locale delete fr', 'quoin locale delete fr --yes'))
    .action(async (code: string, options: { readonly yes: boolean }) => {
      const { deleteLocale } = await import('./locale.ts');
      await deleteLocale(currentFolder(), code, options);
    });
}
