// Commands of `quoin role` and their options. Their implementation is loaded on demand.
import type { Command } from 'commander';
import { currentFolder } from '../folders.ts';
import { examples } from '../usage.ts';

/** Adds `role` to the program. */
export function addRoleCommands(program: Command): void {
  const role = program
    .command('role')
    .description('manage the roles of end users and their permissions')
    .addHelpText(
      'after',
      examples('quoin role list', 'quoin role grant public article.find article.findOne'),
    );
  addListCommands(role);
  addChangeCommands(role);
  addGrants(role);
}

function addListCommands(role: Command): void {
  role
    .command('list')
    .description('list the roles')
    .addHelpText('after', examples('quoin role list'))
    .action(async () => {
      const { listRolesCommand } = await import('./role.ts');
      await listRolesCommand(currentFolder());
    });
  role
    .command('show')
    .description('show the permissions of a role')
    .argument('<role>', 'type, name or id of the role')
    .addHelpText('after', examples('quoin role show public'))
    .action(async (name: string) => {
      const { showRoleCommand } = await import('./role.ts');
      await showRoleCommand(currentFolder(), name);
    });
  role
    .command('actions')
    .description('list all actions that you can grant')
    .addHelpText('after', examples('quoin role actions'))
    .action(async () => {
      const { listActionsCommand } = await import('./role.ts');
      await listActionsCommand(currentFolder());
    });
}

function addChangeCommands(role: Command): void {
  role
    .command('create')
    .description('create a role')
    .requiredOption('--name <name>', 'name of the role')
    .option('--description <text>', 'a description')
    .option('--type <type>', 'type of the role (default: derived from the name)')
    .option('--grant <action...>', 'actions to grant')
    .addHelpText(
      'after',
      examples('quoin role create --name Editor --grant article.find article.update user.me'),
    )
    .action(
      async (options: { name: string; description?: string; type?: string; grant?: string[] }) => {
        const { createRoleCommand } = await import('./role.ts');
        await createRoleCommand(currentFolder(), options);
      },
    );
  role
    .command('delete')
    .description('delete a role; its users are assigned the public role')
    .argument('<role>', 'type, name or id of the role')
    .addHelpText('after', examples('quoin role delete editor'))
    .action(async (name: string) => {
      const { deleteRoleCommand } = await import('./role.ts');
      await deleteRoleCommand(currentFolder(), name);
    });
}

function addGrants(role: Command): void {
  const actions =
    'for example api::article.article.find, article.find, or article.* for all of them';
  role
    .command('grant')
    .description('grant actions to a role')
    .argument('<role>', 'type, name or id of the role')
    .argument('<action...>', actions)
    .addHelpText('after', examples("quoin role grant authenticated 'article.*' user.me"))
    .action(async (name: string, names: readonly string[]) => {
      const { grantToRoleCommand } = await import('./role.ts');
      await grantToRoleCommand(currentFolder(), name, names);
    });
  role
    .command('revoke')
    .description('revoke actions from a role')
    .argument('<role>', 'type, name or id of the role')
    .argument('<action...>', actions)
    .addHelpText('after', examples('quoin role revoke public auth.register'))
    .action(async (name: string, names: readonly string[]) => {
      const { revokeFromRoleCommand } = await import('./role.ts');
      await revokeFromRoleCommand(currentFolder(), name, names);
    });
}
