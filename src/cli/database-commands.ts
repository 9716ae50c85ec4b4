// Commands for the database and their options. Their implementation is loaded on demand.
import type { Command } from 'commander';
import { currentFolder } from './folders.ts';
import { examples } from './usage.ts';

/** Adds `backup`, `restore`, `copy`, `attach` and `detach` to the program. */
export function addDatabaseCommands(program: Command): void {
  program
    .command('backup')
    .description('copy the SQLite database to a file, with or without a running server')
    .argument('<file>', 'the backup; an existing file is not overwritten')
    .addHelpText('after', examples('quoin backup backup.db'))
    .action(async (file: string) => {
      const { backupCommand } = await import('./backup.ts');
      await backupCommand(currentFolder(), file);
    });
  program
    .command('restore')
    .description(
      'replace the SQLite database with a backup and keep the old one; stop the server first',
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
    .option('--from <database>', 'a file or postgres://…; defaults to the project’s database')
    .option('--to <database>', 'an empty database; defaults to the project’s database')
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
    .description(
      'add triggers that notify all processes of commits, including Strapi’s (PostgreSQL)',
    )
    .addHelpText('after', examples('quoin attach'))
    .action(async () => {
      const { attachCommand } = await import('./attach.ts');
      await attachCommand(currentFolder());
    });
  program
    .command('detach')
    .description('remove the triggers that quoin attach added')
    .addHelpText('after', examples('quoin detach'))
    .action(async () => {
      const { detachCommand } = await import('./attach.ts');
      await detachCommand(currentFolder());
    });
}
