// Commands for the content model and its tables. Their implementation is loaded on demand.
import type { Command } from 'commander';
import { currentFolder } from '../folders.ts';
import { examples } from '../usage.ts';

/** Adds `schema` with its commands to the program. */
export function addSchemaCommands(program: Command): void {
  const schema = program
    .command('schema')
    .description('plan and undo content-type changes, and manage their tables')
    .addHelpText('after', examples('quoin schema log', 'quoin schema prune'));
  schema
    .command('plan')
    .description('show what a content-type change would do; changes nothing')
    .argument('<file>', 'a request of the content-type builder as JSON; - for standard input')
    .addHelpText('after', examples('quoin schema plan change.json'))
    .action(async (file: string) => {
      const { schemaPlan } = await import('./schema-changes.ts');
      await schemaPlan(currentFolder(), file);
    });
  schema
    .command('log')
    .description('list the content-type changes that were made on a running server')
    .addHelpText('after', examples('quoin schema log'))
    .action(async () => {
      const { schemaLog } = await import('./schema-changes.ts');
      await schemaLog(currentFolder());
    });
  schema
    .command('undo')
    .description('show what undoing a change would do, or undo it')
    .argument('[key]', 'key of the change, as listed by quoin schema log (default: the last one)')
    .option('--yes', 'undo the change instead of showing the plan', false)
    .addHelpText('after', examples('quoin schema undo', 'quoin schema undo 5f0c8e21 --yes'))
    .action(async (key: string | undefined, options: { readonly yes: boolean }) => {
      const { schemaUndo } = await import('./schema-changes.ts');
      await schemaUndo(currentFolder(), { key, yes: options.yes });
    });
  schema
    .command('pull')
    .description('write content-type changes stored in the database to schema files')
    .option('--force', 'also overwrite files with other changes', false)
    .addHelpText('after', examples('quoin schema pull'))
    .action(async (options: { readonly force: boolean }) => {
      const { schemaPull } = await import('./schema-pull.ts');
      await schemaPull(currentFolder(), options);
    });
  schema
    .command('prune')
    .description('list tables, columns and rows that no schema uses')
    .option('--yes', 'delete them permanently', false)
    .addHelpText('after', examples('quoin schema prune', 'quoin schema prune --yes'))
    .action(async (options: { readonly yes: boolean }) => {
      const { schemaPrune } = await import('./schema-prune.ts');
      await schemaPrune(currentFolder(), options);
    });
}
