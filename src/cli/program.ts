// In charge of the commands and their options; each command's work is loaded when it is called.
import { readFileSync } from 'node:fs';
import { Command, CommanderError, Option } from 'commander';
import { ProjectError } from '../project/project-error.ts';
import { StorageError } from '../storage/storage-error.ts';

/** Runs the program with the arguments of a process. Gives the exit code. */
export async function runProgram(argv: readonly string[]): Promise<number> {
  try {
    await createProgram().parseAsync([...argv]);
    return 0;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode;
    if (error instanceof ProjectError || error instanceof StorageError) {
      console.error(error.message);
      return 1;
    }
    console.error(error);
    return 1;
  }
}

function createProgram(): Command {
  const program = new Command('quoin')
    .description('A content server: serves a folder of content-types as a REST API.')
    .version(version())
    .exitOverride();
  addStart(program);
  addCheck(program);
  addToken(program);
  return program;
}

function addStart(program: Command): void {
  program
    .command('start')
    .description('serve the project of this folder')
    .action(async () => {
      const { start } = await import('./start.ts');
      await start(process.cwd());
    });
}

function addCheck(program: Command): void {
  program
    .command('check')
    .description('read the project of this folder and report every mistake in it; changes nothing')
    .action(async () => {
      const { check } = await import('./check.ts');
      await check(process.cwd());
    });
}

function addToken(program: Command): void {
  const token = program.command('token').description('make, list and revoke API tokens');
  const type = new Option('--type <type>', 'what the token may do')
    .choices(['full-access', 'read-only'])
    .default('read-only');
  token
    .command('create')
    .description('make a token; it is printed on the last line, and never again')
    .requiredOption('--name <name>', 'a name to know it by')
    .addOption(type)
    .action(async (options: { name: string; type: 'full-access' | 'read-only' }) => {
      const { createTokenCommand } = await import('./token.ts');
      await createTokenCommand(process.cwd(), options);
    });
  token
    .command('list')
    .description('list the tokens')
    .action(async () => {
      const { listTokensCommand } = await import('./token.ts');
      await listTokensCommand(process.cwd());
    });
  token
    .command('revoke')
    .description('revoke tokens')
    .argument('<name-or-id>', 'the name or the number of the token')
    .action(async (nameOrId: string) => {
      const { revokeTokensCommand } = await import('./token.ts');
      await revokeTokensCommand(process.cwd(), nameOrId);
    });
}

function version(): string {
  const manifest = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
  return (JSON.parse(manifest) as { readonly version: string }).version;
}
