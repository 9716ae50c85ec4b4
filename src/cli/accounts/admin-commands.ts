// Commands of `quoin admin` and their options. Their implementation is loaded on demand.
import type { Command } from 'commander';
import type { AdminOptions } from './admin.ts';
import { currentFolder } from '../folders.ts';
import { examples } from '../usage.ts';

/** Adds `admin` to the program. */
export function addAdminCommands(program: Command): void {
  const admin = program
    .command('admin')
    .description('manage administrators, who sign in under /admin')
    .addHelpText(
      'after',
      examples('quoin admin create --email me@example.com', 'quoin admin list'),
    );
  admin
    .command('create')
    .description('create an administrator')
    .requiredOption('--email <address>', 'email address to sign in with')
    .option('--firstname <name>', 'first name; defaults to the first part of the address')
    .option('--lastname <name>', 'last name')
    .option('--role <role>', 'super-admin, editor, author or another role', 'super-admin')
    .option(
      '--password <password>',
      'password (default: prompts for it; without a terminal, generates one and prints it on the last line)',
    )
    .addHelpText(
      'after',
      examples(
        'quoin admin create --email me@example.com --firstname Ada',
        'quoin admin create --email eve@example.com --role editor',
      ),
    )
    .action(async (options: AdminOptions) => {
      const { createAdmin } = await import('./admin.ts');
      await createAdmin(currentFolder(), options);
    });
  admin
    .command('list')
    .description('list the administrators')
    .addHelpText('after', examples('quoin admin list'))
    .action(async () => {
      const { listAdmins } = await import('./admin.ts');
      await listAdmins(currentFolder());
    });
  admin
    .command('reset-password')
    .description('set a new password for an administrator and end all their sessions')
    .argument('<email>', 'email address of the administrator')
    .option(
      '--password <password>',
      'password (default: prompts for it; without a terminal, generates one and prints it on the last line)',
    )
    .addHelpText('after', examples('quoin admin reset-password me@example.com'))
    .action(async (email: string, options: { readonly password?: string }) => {
      const { resetAdminPassword } = await import('./admin.ts');
      await resetAdminPassword(currentFolder(), { email, ...options });
    });
}
