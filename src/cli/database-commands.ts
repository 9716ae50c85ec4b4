// In charge of the commands about the database itself and their options; their work is loaded when one is called.
import type { Command } from 'commander';
import { currentFolder } from './current-folder.ts';
import { examples } from './examples.ts';

/** Adds `backup`, `restore`, `copy`, `attach` and `detach` to the program. */
export function addDatabase(program: Command): void {
  program
    .command('backup')
    .description('copy the SQLite database into one file, while a server runs or not')
    .argument('<file>', 'the backup; a file that is there is not overwritten')
    .addHelpText('after', examples('quoin backup backup.db'))
    .action(async (file: string) => {
      const { backupCommand } = await import('./backup.ts');
      await backupCommand(currentFolder(), file);
    });
  program
    .command('restore')
    .description(
      'put a backup in the place of the SQLite database, which is kept; no server may run',
    )
    .argument('<file>', 'the backup')
    .addHelpText('after', examples('quoin restore backup.db'))
    .action(async (file: string) => {
      const { restoreCommand } = await import('./restore.ts');
      await restoreCommand(currentFolder(), file);
    });
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
