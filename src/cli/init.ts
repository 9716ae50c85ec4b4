// `quoin init`: creates a small project with its own secrets in a new or empty folder, from `templates/site`.
import { mkdirSync, readdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { openProject } from '../app/project.ts';
import { driverDependency, isNode20 } from '../storage/sqlite/driver-node20.ts';
import { CommandError } from './command-error.ts';
import { programFolder, programVersion } from './folders.ts';

/** True if npm did not install this program. */
const isClone = !programFolder.split(path.sep).includes('node_modules');

const TEMPLATE = path.join(programFolder, 'templates/site');

/** Files whose names npm packages cannot contain, or that would apply to the template itself. */
const FINAL_NAMES: Readonly<Record<string, string>> = { gitignore: '.gitignore', env: '.env' };

/** Contents that a folder may have: a repository may be created first. */
const ALLOWED_ENTRIES = ['.git'];

/**
 * Creates a project.
 * @param target Path of the folder, relative to the current one
 * @throws CommandError if it cannot be created there
 */
export async function init(current: string, target: string): Promise<void> {
  const folder = path.resolve(current, target);
  const name = path.basename(folder);
  makeEmptyFolder(folder, target);
  for (const file of templateFiles()) {
    const content = readFileSync(path.join(TEMPLATE, file));
    const target = path.join(folder, path.dirname(file), finalName(path.basename(file)));
    mkdirSync(path.dirname(target), { recursive: true });
    // `.env` will contain secrets.
    const mode = file === 'env' ? 0o600 : 0o666;
    writeFileSync(target, named(file, content, name), { flag: 'wx', mode });
  }
  // Loads the project as a start does: generates missing secrets and verifies that the project is valid.
  await openProject(folder, { environment: {} });
  for (const line of nextSteps(current, folder)) console.log(line);
}

/** @throws CommandError for a folder that is not empty or cannot be created */
function makeEmptyFolder(folder: string, target: string): void {
  let existing: readonly string[];
  try {
    mkdirSync(folder, { recursive: true });
    existing = readdirSync(folder).filter((entry) => !ALLOWED_ENTRIES.includes(entry));
  } catch (cause) {
    throw new CommandError(describeFailure(target, cause), { cause });
  }
  const [first] = existing;
  if (first === undefined) return;
  const others = existing.length === 1 ? '' : ` and ${existing.length - 1} more`;
  const shownFolder = target === '.' ? 'This folder' : `"${target}"`;
  throw new CommandError(
    `${shownFolder} is not empty (it contains ${first}${others}); nothing was changed. ` +
      'Choose a new folder: quoin init my-site',
  );
}

function describeFailure(target: string, cause: unknown): string {
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined;
  if (code === 'EEXIST') {
    return `"${target}" is a file; nothing was changed. Choose a new folder: quoin init my-site`;
  }
  if (code === 'ENOTDIR') {
    return `"${target}" cannot be created: part of this path is a file. Choose a new folder: quoin init my-site`;
  }
  const reason = cause instanceof Error ? cause.message : String(cause);
  return `"${target}" cannot be created (${reason}). Choose a folder where you have write access: quoin init my-site`;
}

/** Relative paths of the template's files. */
function templateFiles(): readonly string[] {
  return readdirSync(TEMPLATE, { recursive: true, withFileTypes: true, encoding: 'utf8' })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(TEMPLATE, path.join(entry.parentPath, entry.name)))
    .toSorted();
}

function finalName(name: string): string {
  return FINAL_NAMES[name] ?? name;
}

/** Replaces the name of the template with the name of the project. */
function named(file: string, content: Buffer, name: string): Buffer | string {
  if (file === 'package.json') return manifestOf(content.toString(), name);
  return file === 'README.md' ? content.toString().replace('# site', () => `# ${name}`) : content;
}

/** The package.json of a project, with a dependency on this version. */
function manifestOf(template: string, name: string): string {
  const manifest = {
    ...(JSON.parse(template) as object),
    name: toPackageName(name),
    dependencies: { quoin: `^${programVersion()}`, ...driverOf() },
  };
  return `${JSON.stringify(manifest, null, 2)}\n`;
}

/** A valid package name, such as `my-site` for `My Site`. */
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

/** A clone contains the driver for Node 20. */
function driverOf(): Readonly<Record<string, string>> {
  return isNode20 && !isClone ? driverDependency : {};
}

/** A clone is linked into the project, because it may differ from the published package. */
function sourceOption(folder: string): string {
  if (!isClone) return '';
  return ` --no-save ${quoted(path.relative(realpathSync(folder), programFolder))}`;
}

/** Quotes a path for a shell. */
function quoted(target: string): string {
  return /^[\w./\\:-]*$/.test(target) ? target : `"${target}"`;
}
