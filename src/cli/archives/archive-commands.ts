// Commands that read and write Strapi's archives, and their options. Their implementation is loaded on demand.
import { InvalidArgumentError, Option, type Command } from 'commander';
import { CommandError } from '../command-error.ts';
import { currentFolder } from '../folders.ts';
import { examples } from '../usage.ts';

/** Parts of an archive, as `--only` and `--exclude` name them. */
const KINDS = ['content', 'files', 'config'] as const;
type Kind = (typeof KINDS)[number];

interface ImportFlags {
  readonly file?: string;
  readonly key?: string;
  readonly only?: readonly Kind[];
  readonly exclude?: readonly Kind[];
  readonly force: boolean;
  readonly dryRun: boolean;
}

/** Adds `import` and `export` to the program. */
export function addArchiveCommands(program: Command): void {
  addExport(program);
  program
    .command('import')
    .description('replace the project’s content with the content of a Strapi archive')
    .argument('[file]', 'an archive from strapi export or quoin export: .tar, .tar.gz, .tar.gz.enc')
    .option('-f, --file <file>', 'same as the argument')
    .option('-k, --key <key>', 'the key of an encrypted archive')
    .addOption(kindsOption('--only <kinds>', 'include only'))
    .addOption(kindsOption('--exclude <kinds>', 'leave out'))
    .option('--force', 'skip the confirmation, and continue if the schemas differ', false)
    .option('--dry-run', 'run the import, report what would change, and roll it back', false)
    .addHelpText(
      'after',
      examples('quoin import export.tar.gz', 'quoin import export.tar.gz --dry-run'),
    )
    .action(async (file: string | undefined, flags: ImportFlags) => {
      const { importCommand } = await import('./import.ts');
      await importCommand(currentFolder(), file ?? flags.file, {
        key: flags.key ?? null,
        scope: scopeOf(flags),
        force: flags.force,
        dryRun: flags.dryRun,
      });
    });
}

interface ExportFlags extends Pick<ImportFlags, 'file' | 'key' | 'only' | 'exclude' | 'force'> {
  readonly compress: boolean;
  readonly encrypt?: boolean;
}

function addExport(program: Command): void {
  program
    .command('export')
    .description('write the project’s content to an archive that Strapi and Quoin can import')
    .argument('[file]', 'name of the archive; missing file extensions are added')
    .option('-f, --file <file>', 'same as the argument')
    .option('-k, --key <key>', 'encrypt the archive with this key')
    .option('--encrypt', 'encrypt the archive; prompts for the key if --key is missing')
    .option('--no-encrypt', 'do not encrypt the archive, even with a key')
    .option('--no-compress', 'do not compress the archive')
    .addOption(kindsOption('--only <kinds>', 'include only'))
    .addOption(kindsOption('--exclude <kinds>', 'leave out'))
    .option('--force', 'overwrite an existing file', false)
    .addHelpText('after', examples('quoin export', 'quoin export site.tar.gz --only content,files'))
    .action(async (file: string | undefined, flags: ExportFlags) => {
      const { exportCommand } = await import('./export.ts');
      await exportCommand(currentFolder(), {
        file: file ?? flags.file ?? null,
        compress: flags.compress,
        encrypt: flags.encrypt ?? null,
        key: flags.key ?? null,
        scope: scopeOf(flags),
        force: flags.force,
      });
    });
}

/** An option that takes a list of parts. */
function kindsOption(flags: string, description: string): Option {
  return new Option(flags, `${description}: ${KINDS.join(', ')} (comma-separated)`).argParser(
    parseKinds,
  );
}

function parseKinds(text: string): readonly Kind[] {
  return text.split(',').map((word) => {
    const kind = KINDS.find((each) => each === word.trim());
    if (kind === undefined) {
      throw new InvalidArgumentError(`Use ${KINDS.join(', ')}, not "${word.trim()}".`);
    }
    return kind;
  });
}

/** Selected parts. @throws CommandError for a part that is both included and excluded */
function scopeOf({
  only,
  exclude = [],
}: Pick<ImportFlags, 'only' | 'exclude'>): Readonly<Record<Kind, boolean>> {
  const both = exclude.filter((kind) => only?.includes(kind) === true);
  if (both.length > 0) {
    throw new CommandError(
      `Both in --only and in --exclude: ${both.join(', ')}. Remove it from one of them.`,
    );
  }
  const isIncluded = (kind: Kind): boolean =>
    !exclude.includes(kind) && (only === undefined || only.includes(kind));
  if (!KINDS.some(isIncluded)) throw new CommandError('Everything is excluded.');
  return {
    content: isIncluded('content'),
    files: isIncluded('files'),
    config: isIncluded('config'),
  };
}
