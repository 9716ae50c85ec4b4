// `quoin init`: creates a small project in a new or empty folder, copied from `templates/site`, with secrets of its own.
import { mkdirSync, readdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { openProject } from '../app/project.ts';
import { driverDependency, isNode20 } from '../storage/sqlite/driver-node20.ts';
import { CommandError } from './command-error.ts';
import { programFolder, programVersion } from './program-folder.ts';

/** True if this program was not installed by npm. */
const isClone = !programFolder.split(path.sep).includes('node_modules');

const TEMPLATE = path.join(programFolder, 'templates/site');

/** Names that a package of npm cannot hold, or that would count for the template itself. */
const FINAL_NAMES: Readonly<Record<string, string>> = { gitignore: '.gitignore', env: '.env' };

/** The repository that someone made first is no reason to refuse a folder. */
const MAY_BE_THERE = ['.git'];

/**
 * Makes a project.
 * @param wanted The folder, counted from the current one
 * @throws CommandError where it cannot be made there
 */
export async function init(current: string, wanted: string): Promise<void> {
  const folder = path.resolve(current, wanted);
  const name = path.basename(folder);
  makeEmptyFolder(folder, wanted);
  for (const file of templateFiles()) {
    const content = readFileSync(path.join(TEMPLATE, file));
    const target = path.join(folder, path.dirname(file), finalName(path.basename(file)));
    mkdirSync(path.dirname(target), { recursive: true });
    // Secrets will stand in `.env`.
    const mode = file === 'env' ? 0o600 : 0o666;
    writeFileSync(target, named(file, content, name), { flag: 'wx', mode });
  }
  // What a start would do: it makes the secrets that are missing, and proves that the project is whole.
  await openProject(folder, { environment: {} });
  for (const line of nextSteps(current, folder)) console.log(line);
}

/** @throws CommandError for a folder that holds something, or that cannot be made */
function makeEmptyFolder(folder: string, wanted: string): void {
  let there: readonly string[];
  try {
    mkdirSync(folder, { recursive: true });
    there = readdirSync(folder).filter((entry) => !MAY_BE_THERE.includes(entry));
  } catch (cause) {
    throw new CommandError(whyNotMade(wanted, cause), { cause });
  }
  const [first] = there;
  if (first === undefined) return;
  const others = there.length === 1 ? '' : ` and ${there.length - 1} more`;
  const place = wanted === '.' ? 'This folder' : `"${wanted}"`;
  throw new CommandError(
    `${place} is not empty (it contains ${first}${others}); nothing was changed. ` +
      'Choose a new folder: quoin init my-site',
  );
}

function whyNotMade(wanted: string, cause: unknown): string {
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined;
  if (code === 'EEXIST') {
    return `"${wanted}" is a file; nothing was changed. Choose a new folder: quoin init my-site`;
  }
  if (code === 'ENOTDIR') {
    return `"${wanted}" cannot be created: part of this path is a file. Choose a new folder: quoin init my-site`;
  }
  const reason = cause instanceof Error ? cause.message : String(cause);
  return `"${wanted}" cannot be created (${reason}). Choose a folder where you have write access: quoin init my-site`;
}

/** Paths of the template's files, relative to it. */
function templateFiles(): readonly string[] {
  return readdirSync(TEMPLATE, { recursive: true, withFileTypes: true, encoding: 'utf8' })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(TEMPLATE, path.join(entry.parentPath, entry.name)))
    .toSorted();
}

function finalName(name: string): string {
  return FINAL_NAMES[name] ?? name;
}

/** The content of a file, with the name of the project where the template has its own. */
function named(file: string, content: Buffer, name: string): Buffer | string {
  if (file === 'package.json') return manifestOf(content.toString(), name);
  return file === 'README.md' ? content.toString().replace('# site', () => `# ${name}`) : content;
}

/** The package.json of a project, which depends on the version of this program. */
function manifestOf(template: string, name: string): string {
  const manifest = {
    ...(JSON.parse(template) as object),
    name: toPackageName(name),
    dependencies: { quoin: `^${programVersion()}`, ...driverOf() },
  };
  return `${JSON.stringify(manifest, null, 2)}\n`;
}

/** A name that npm takes, such as `my-site` for `My Site`. */
function toPackageName(name: string): string {
  const plain = name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');
  return plain.replaceAll(/^-+|-+$/g, '') || 'site';
}

function nextSteps(current: string, folder: string): readonly string[] {
  const site = path.relative(current, folder);
  return [
    `Created a project in ${site === '' ? 'this folder' : site}. Its README.md describes the files.`,
    '',
    'To install and start it:',
    ...(site === '' ? [] : [`  cd ${quoted(site)}`]),
    `  npm install${sourceOption(folder)}`,
    '  npm start',
    '',
    'Then, in a second terminal in the same folder, create a token and send a request:',
    '  TOKEN=$(npx quoin token create --name me --type full-access | tail -n 1)',
    '  curl http://127.0.0.1:1337/api/articles -H "Authorization: Bearer $TOKEN"',
  ];
}

/** A clone has the driver for Node 20 itself. */
function driverOf(): Readonly<Record<string, string>> {
  return isNode20 && !isClone ? driverDependency : {};
}

/** A clone is not what the registry has: it is linked into the project instead. */
function sourceOption(folder: string): string {
  if (!isClone) return '';
  return ` --no-save ${quoted(path.relative(realpathSync(folder), programFolder))}`;
}

/** A path as a shell takes it. */
function quoted(place: string): string {
  return /^[\w./\\:-]*$/.test(place) ? place : `"${place}"`;
}
