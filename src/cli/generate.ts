// `quoin generate`: writes starter files for project code.
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { foldersIn } from '../project/folder.ts';
import { assertProject } from './assert-project.ts';
import { CommandError } from './command-error.ts';
import { filesOf, type Kind } from './generate/files.ts';

export interface GenerateOptions {
  /** The API that the file belongs to. */
  readonly api?: string;
  /** If true, JavaScript instead of TypeScript. */
  readonly js?: boolean;
}

/** Kinds that always belong to an API. */
const IN_API: readonly Kind[] = ['controller', 'service'];

/**
 * Writes the files of a kind into the project of a folder.
 * @throws CommandError if there is no project, for an invalid name, or if a file exists; nothing is written then
 */
export function generate(
  folder: string,
  { kind, name }: { readonly kind: Kind; readonly name: string },
  { api, js = false }: GenerateOptions,
): void {
  assertProject(folder);
  assertName(name);
  const apis = foldersIn(path.join(folder, 'src/api'));
  if (api !== undefined && !apis.includes(api)) {
    throw new CommandError(
      `There is no API "${api}". Existing APIs: ${apis.join(', ') || 'none'}.`,
    );
  }
  const owner = api ?? (IN_API.includes(kind) ? name : null);
  const { files, next } = filesOf({ kind, name, api: owner, language: js ? 'js' : 'ts' });
  const names = Object.keys(files);
  const present = names.find((file) => existsAs(path.join(folder, file)));
  if (present !== undefined) {
    throw new CommandError(`${present} already exists; nothing was written.`);
  }
  for (const [file, text] of Object.entries(files)) {
    const target = path.join(folder, file);
    mkdirSync(path.dirname(target), { recursive: true });
    writeFileSync(target, text, { flag: 'wx' });
  }
  for (const line of [...names.map((file) => `Created ${file}`), ...next]) console.log(line);
}

/** @throws CommandError */
function assertName(name: string): void {
  if (/^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/.test(name)) return;
  throw new CommandError(
    `"${name}" is not a name in kebab case. Use lower-case letters, digits and hyphens, such as press-release.`,
  );
}

/** True if a file exists, in TypeScript or JavaScript. */
function existsAs(file: string): boolean {
  const { dir, name } = path.parse(file);
  return (
    existsSync(file) || ['ts', 'js'].some((end) => existsSync(path.join(dir, `${name}.${end}`)))
  );
}
