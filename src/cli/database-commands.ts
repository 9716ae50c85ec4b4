// In charge of the commands about the database itself and their options; their work is loaded when one is called.
import type { Command } from 'commander';
import { currentFolder } from './current-folder.ts';
import { examples } from './examples.ts';

/** Adds `copy`, `attach` and `detach` to the program. */
export function addDatabase(program: Command): void {
  program
    .command('copy')
    .description('copy all rows to another database, SQLite or PostgreSQL, and compare both sides')
    .option('--from <database>', 'a file or postgres://…; the project’s own when it is not given')
    .option('--to <database>', 'without rows; the project’s own when it is not given')
    .addHelpText(
      'after',
      examples(
        'quoin copy --to postgres://user:password@localhost/site',
        'quoin copy --from postgres://user:password@localhost/site --to .tmp/data.db',
      ),
    )
    .action(async (options: { readonly from?: string; readonly to?: string }) => {
      const { copyCommand } = await import('./copy.ts');
      await copyCommand(currentFolder(), { from: options.from, to: options.to });
    });
  program
    .command('attach')
    .description('have PostgreSQL tell every process of all commits, Strapi’s too')
    .addHelpText('after', examples('quoin attach'))
    .action(async () => {
      const { attachCommand } = await import('./attach.ts');
      await attachCommand(currentFolder());
    });
  program
    .command('detach')
    .description('end that')
    .addHelpText('after', examples('quoin detach'))
    .action(async () => {
      const { detachCommand } = await import('./attach.ts');
      await detachCommand(currentFolder());
    });
}
