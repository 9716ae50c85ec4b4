// All commands and their options. The implementation of a command is loaded on demand.
import { Argument, Command, CommanderError, InvalidArgumentError } from 'commander';
import { UserError } from '../base/errors.ts';
import { addAdminCommands } from './accounts/admin-commands.ts';
import { addArchiveCommands } from './archives/archive-commands.ts';
import { addDatabaseCommands } from './database-commands.ts';
import { examples } from './usage.ts';
import type { GenerateOptions } from './generate.ts';
import type { Kind } from './generate/files.ts';
import { addLocaleCommands } from './locale-commands.ts';
import { programVersion, currentFolder } from './folders.ts';
import { addRoleCommands } from './accounts/role-commands.ts';
import type { StartOptions } from './start.ts';
import { addSchemaCommands } from './schema/schema-commands.ts';
import { addTokenCommands } from './accounts/token-commands.ts';

/** Runs the program with the arguments of a process. @returns the exit code */
export async function runProgram(argv: readonly string[]): Promise<number> {
  const program = createProgram();
  exitOnClosedPipe();
  try {
    if (argv.length <= 2) program.outputHelp();
    else await program.parseAsync([...argv]);
    return 0;
  } catch (error) {
    exitSoon();
    if (error instanceof CommanderError) return error.exitCode;
    console.error(error instanceof UserError ? error.message : error);
    return 1;
  }
}

/** Commands whose process keeps running after their action has returned. */
const LONG_RUNNING = ['start', 'dev', 'run'];

/** How long a finished command may take to exit by itself, in milliseconds. */
const END = 500;

/** Ends a process that timers or connections of project code would keep alive. */
function exitSoon(): void {
  setTimeout(() => process.exit(), END).unref();
}

/** A reader of the output may stop early, as in `quoin --help | head`; that is not an error. */
function exitOnClosedPipe(): void {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error;
    });
  }
}

/** The command line; parsing rejects invalid arguments with a CommanderError. */
export function createProgram(): Command {
  const program = new Command('quoin')
    .description('A headless CMS server: serves a folder of content-types as a REST API.')
    .version(programVersion())
    .addHelpText(
      'after',
      examples('quoin init my-site', 'quoin start', 'quoin token create --name me', 'quoin check'),
    )
    .exitOverride()
    .enablePositionalOptions()
    .hook('postAction', (_, command) => {
      if (!LONG_RUNNING.includes(command.name())) exitSoon();
    });
  addInit(program);
  addStart(program);
  addDev(program);
  addCheck(program);
  addRoutes(program);
  addTypes(program);
  addGenerate(program);
  addSeed(program);
  addRun(program);
  addTokenCommands(program);
  addRoleCommands(program);
  addAdminCommands(program);
  addLocaleCommands(program);
  addSchemaCommands(program);
  addDatabaseCommands(program);
  addArchiveCommands(program);
  return program;
}

function addInit(program: Command): void {
  program
    .command('init')
    .description('create a small project in a new or empty folder')
    .argument('[folder]', 'the folder; defaults to the current one', '.')
    .addHelpText('after', examples('quoin init my-site', 'quoin init'))
    .action(async (folder: string) => {
      const { init } = await import('./init.ts');
      await init(currentFolder(), folder);
    });
}

function addStart(program: Command): void {
  program
    .command('start')
    .description('serve the project in the current folder')
    .option('--host <host>', 'address to listen on; overrides the configuration')
    .option('--port <port>', 'port to listen on; overrides the configuration', parsePort)
    .option('--workers <n>', 'number of worker processes (default: a single process)', parseWorkers)
    .addHelpText('after', examples('quoin start', 'quoin start --host 127.0.0.1 --port 8080'))
    .action(async (options: StartOptions) => {
      const { start } = await import('./start.ts');
      await start(currentFolder(), options);
    });
}

function addDev(program: Command): void {
  program
    .command('dev')
    .description('serve the project in the current folder and apply changes as you save them')
    .option('--host <host>', 'address to listen on; overrides the configuration')
    .option('--port <port>', 'port to listen on; overrides the configuration', parsePort)
    .addHelpText('after', examples('quoin dev', 'quoin dev --host 127.0.0.1 --port 8080'))
    .action(async (options: { readonly host?: string; readonly port?: number }) => {
      const { dev } = await import('./dev.ts');
      await dev(currentFolder(), options);
    });
}

function addCheck(program: Command): void {
  program
    .command('check')
    .description('report all errors in the project in the current folder; changes nothing')
    .addHelpText('after', examples('quoin check'))
    .action(async () => {
      const { check } = await import('./check.ts');
      await check(currentFolder());
    });
}

function addRoutes(program: Command): void {
  program
    .command('routes')
    .description(
      'list the routes of the project in the current folder, and show which of them run project code',
    )
    .addHelpText('after', examples('quoin routes'))
    .action(async () => {
      const { listRoutesCommand } = await import('./routes.ts');
      await listRoutesCommand(currentFolder());
    });
}

function addTypes(program: Command): void {
  program
    .command('types')
    .description('configure TypeScript to find the types of @strapi/strapi and @strapi/utils')
    .addHelpText('after', examples('quoin types'))
    .action(async () => {
      const { types } = await import('./types.ts');
      types(currentFolder());
    });
}

const KINDS: readonly Kind[] = ['api', 'controller', 'service', 'policy', 'middleware', 'plugin'];

function addGenerate(program: Command): void {
  program
    .command('generate')
    .description('generate project code, in TypeScript or JavaScript')
    .addArgument(new Argument('<kind>', 'what to generate').choices(KINDS))
    .argument('<name>', 'its name in kebab case, such as press-release')
    .option('--api <api>', 'the API to add it to')
    .option('--js', 'write JavaScript instead of TypeScript')
    .addHelpText(
      'after',
      examples('quoin generate api article', 'quoin generate policy is-owner --api article'),
    )
    .action(async (kind: Kind, name: string, options: GenerateOptions) => {
      const { generate } = await import('./generate.ts');
      generate(currentFolder(), { kind, name }, options);
    });
}

function addSeed(program: Command): void {
  program
    .command('seed')
    .description('import documents and media from JSON files')
    .argument('<file-or-folder>', 'a JSON file, or a folder of them')
    .option('--append', 'import even if the project already has content', false)
    .addHelpText('after', examples('quoin seed data', 'quoin seed more.json --append'))
    .action(async (source: string, options: { readonly append: boolean }) => {
      const { seed } = await import('./seed.ts');
      await seed(currentFolder(), source, options);
    });
}

function addRun(program: Command): void {
  program
    .command('run')
    .description('run a script that opens the project with createStrapi of @strapi/strapi')
    .argument('<script>', 'a JavaScript or TypeScript file')
    .argument('[arguments...]', 'arguments of the script')
    .passThroughOptions()
    .addHelpText('after', examples('quoin run scripts/seed.js', 'quoin run scripts/sync.ts --all'))
    .action(async (script: string, values: readonly string[]) => {
      const { runScript } = await import('./run.ts');
      await runScript(currentFolder(), script, values);
    });
}

function parsePort(text: string): number {
  const port = Number(text);
  if (/^\d+$/.test(text) && port <= 65_535) return port;
  throw new InvalidArgumentError('Must be a number from 0 to 65535.');
}

function parseWorkers(text: string): number {
  const workers = Number(text);
  if (/^\d+$/.test(text) && workers >= 1 && workers <= MAX_WORKERS) return workers;
  throw new InvalidArgumentError(`Must be a number from 1 to ${MAX_WORKERS}.`);
}

/** Maximum number of workers. */
const MAX_WORKERS = 256;
