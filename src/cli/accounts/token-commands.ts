// Commands of `quoin token` and their options. Their implementation is loaded on demand.
import { InvalidArgumentError, Option, type Command } from 'commander';
import { currentFolder } from '../folders.ts';
import { examples } from '../usage.ts';
import type { TokenOptions } from './token.ts';

/** Adds `token` to the program. */
export function addTokenCommands(program: Command): void {
  const token = program
    .command('token')
    .description('manage API tokens')
    .addHelpText('after', examples('quoin token create --name me', 'quoin token list'));
  addCreate(token);
  token
    .command('list')
    .description('list the tokens')
    .addHelpText('after', examples('quoin token list'))
    .action(async () => {
      const { listTokensCommand } = await import('./token.ts');
      await listTokensCommand(currentFolder());
    });
  token
    .command('regenerate')
    .description('generate a new key for a token; it is printed once, on the last line')
    .argument('<name-or-id>', 'name or id of the token')
    .addHelpText('after', examples('quoin token regenerate website'))
    .action(async (nameOrId: string) => {
      const { regenerateTokenCommand } = await import('./token.ts');
      await regenerateTokenCommand(currentFolder(), nameOrId);
    });
  token
    .command('revoke')
    .description('revoke all tokens with a name, or the token with an id')
    .argument('<name-or-id>', 'name or id of the token')
    .addHelpText('after', examples('quoin token revoke website', 'quoin token revoke 3'))
    .action(async (nameOrId: string) => {
      const { revokeTokensCommand } = await import('./token.ts');
      await revokeTokensCommand(currentFolder(), nameOrId);
    });
}

function addCreate(token: Command): void {
  const type = new Option(
    '--type <type>',
    'permissions of the token (default: "read-only")',
  ).choices(['full-access', 'read-only', 'custom']);
  token
    .command('create')
    .description('create a token; it is printed once, on the last line')
    .requiredOption('--name <name>', 'name that identifies the token')
    .addOption(type)
    .option(
      '--permissions <action...>',
      'actions of a custom token: api::article.article.find, article.find, or article.*',
    )
    .option('--description <text>', 'a description')
    .option('--lifespan <days>', 'lifetime in days; by default it does not expire', parseDays)
    .addHelpText(
      'after',
      examples(
        'quoin token create --name website --type read-only',
        'quoin token create --name importer --permissions article.find article.create --lifespan 30',
      ),
    )
    .action(async ({ lifespan, ...options }: TokenOptions & { readonly lifespan?: number }) => {
      const { createTokenCommand } = await import('./token.ts');
      const days = lifespan === undefined ? {} : { days: lifespan };
      await createTokenCommand(currentFolder(), { ...options, ...days });
    });
}

const MAX_LIFETIME_DAYS = 36_500;

function parseDays(text: string): number {
  const days = Number(text.replace(/d$/, ''));
  if (/^\d+d?$/.test(text) && days > 0 && days <= MAX_LIFETIME_DAYS) return days;
  throw new InvalidArgumentError(
    `Must be a number of days from 1 to ${MAX_LIFETIME_DAYS}, such as 30.`,
  );
}
