// In charge of the commands of `quoin token` and their options; their work is loaded when one is called.
import { InvalidArgumentError, Option, type Command } from 'commander';
import { currentFolder } from './current-folder.ts';
import { examples } from './examples.ts';
import type { TokenOptions } from './token.ts';

/** Adds `token` to the program. */
export function addToken(program: Command): void {
  const token = program
    .command('token')
    .description('make, list and revoke API tokens')
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
    .description('give a token another key; it is printed on the last line, and never again')
    .argument('<name-or-id>', 'the name or the number of the token')
    .addHelpText('after', examples('quoin token regenerate website'))
    .action(async (nameOrId: string) => {
      const { regenerateTokenCommand } = await import('./token.ts');
      await regenerateTokenCommand(currentFolder(), nameOrId);
    });
  token
    .command('revoke')
    .description('revoke tokens')
    .argument('<name-or-id>', 'the name or the number of the token')
    .addHelpText('after', examples('quoin token revoke website', 'quoin token revoke 3'))
    .action(async (nameOrId: string) => {
      const { revokeTokensCommand } = await import('./token.ts');
      await revokeTokensCommand(currentFolder(), nameOrId);
    });
}

function addCreate(token: Command): void {
  const type = new Option('--type <type>', 'what the token may do (default: "read-only")').choices([
    'full-access',
    'read-only',
    'custom',
  ]);
  token
    .command('create')
    .description('make a token; it is printed on the last line, and never again')
    .requiredOption('--name <name>', 'a name to know it by')
    .addOption(type)
    .option(
      '--permissions <action...>',
      'what a custom token may do: api::article.article.find, article.find, or article.*',
    )
    .option('--description <text>', 'what it is for')
    .option('--lifespan <days>', 'days that it lives; without, it does not expire', parseDays)
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

const LONGEST_LIFE = 36_500;

function parseDays(text: string): number {
  const days = Number(text.replace(/d$/, ''));
  if (/^\d+d?$/.test(text) && days > 0 && days <= LONGEST_LIFE) return days;
  throw new InvalidArgumentError(`A number of days, from 1 to ${LONGEST_LIFE}: 7, 30 or 90.`);
}
