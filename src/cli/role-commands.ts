// In charge of the commands of `quoin role` and their options; their work is loaded when one is called.
import type { Command } from 'commander';
import { currentFolder } from './current-folder.ts';
import { examples } from './examples.ts';

/** Adds `role` to the program. */
export function addRole(program: Command): void {
  const role = program
    .command('role')
    .description('look after the roles of end users and what they may do')
    .addHelpText(
      'after',
      examples('quoin role list', 'quoin role grant public article.find article.findOne'),
    );
  addReading(role);
  addWriting(role);
  addGrants(role);
}

function addReading(role: Command): void {
  role
    .command('list')
    .description('list the roles')
    .addHelpText('after', examples('quoin role list'))
    .action(async () => {
      const { listRoles } = await import('./role.ts');
      await listRoles(currentFolder());
    });
  role
    .command('show')
    .description('show what a role may do')
    .argument('<role>', 'its type, name or number')
    .addHelpText('after', examples('quoin role show public'))
    .action(async (name: string) => {
      const { showRole } = await import('./role.ts');
      await showRole(currentFolder(), name);
    });
  role
    .command('actions')
    .description('list every action that a role may be granted')
    .addHelpText('after', examples('quoin role actions'))
    .action(async () => {
      const { listActions } = await import('./role.ts');
      await listActions(currentFolder());
    });
}

function addWriting(role: Command): void {
  role
    .command('create')
    .description('make a role')
    .requiredOption('--name <name>', 'a name to know it by')
    .option('--description <text>', 'what it is for')
    .option('--type <type>', 'the word that names it, instead of one made of the name')
    .option('--grant <action...>', 'what it may do')
    .addHelpText(
      'after',
      examples('quoin role create --name Editor --grant article.find article.update user.me'),
    )
    .action(
      async (options: { name: string; description?: string; type?: string; grant?: string[] }) => {
        const { createRole } = await import('./role.ts');
        await createRole(currentFolder(), options);
      },
    );
  role
    .command('delete')
    .description('remove a role; its users have the public one from then on')
    .argument('<role>', 'its type, name or number')
    .addHelpText('after', examples('quoin role delete editor'))
    .action(async (name: string) => {
      const { deleteRole } = await import('./role.ts');
      await deleteRole(currentFolder(), name);
    });
}

function addGrants(role: Command): void {
  const actions = 'such as api::article.article.find, article.find, or article.* for all of them';
  role
    .command('grant')
    .description('let a role do something')
    .argument('<role>', 'its type, name or number')
    .argument('<action...>', actions)
    .addHelpText('after', examples("quoin role grant authenticated 'article.*' user.me"))
    .action(async (name: string, words: readonly string[]) => {
      const { grantToRole } = await import('./role.ts');
      await grantToRole(currentFolder(), name, words);
    });
  role
    .command('revoke')
    .description('let a role do something no more')
    .argument('<role>', 'its type, name or number')
    .argument('<action...>', actions)
    .addHelpText('after', examples('quoin role revoke public auth.register'))
    .action(async (name: string, words: readonly string[]) => {
      const { revokeFromRole } = await import('./role.ts');
      await revokeFromRole(currentFolder(), name, words);
    });
}
