// Loads config/*: one value per file, merged with config/env/<NODE_ENV>/*, and the source of each value. `config.ts`
// interprets the values.
import { join } from 'node:path';
import { within } from '../base/within.ts';
import { isRecord, valueAt, type RawRecord } from '../schema/raw.ts';
import type { Env } from './env.ts';
import {
  codeFilesIn,
  filesIn,
  findFile,
  labelOf,
  nameOf,
  readText,
  type ProjectFolder,
} from './folder.ts';
import type { ModuleLoader } from './modules.ts';
import { cannotRun, ProjectError, type ProjectIssue } from './project-error.ts';

const MISNAMED_FILES: ReadonlyMap<string, ConfigName> = new Map([
  ['middleware', 'middlewares'],
  ['plugin', 'plugins'],
]);

/** Configuration files that Quoin uses; others are ignored. */
export type ConfigName =
  | 'server'
  | 'api'
  | 'database'
  | 'admin'
  | 'middlewares'
  | 'plugins'
  | 'quoin';

/** Value of a configuration file with environment overrides. */
export interface ConfigSection<Name extends string = ConfigName> {
  readonly name: Name;
  readonly value: unknown;
  /** Its files, in order of precedence with the last one first in rank; empty if there is none. */
  readonly sources: readonly { readonly file: string; readonly value: unknown }[];
}

/** All sections, and names of files that look misspelled. */
export interface ConfigFiles {
  readonly sections: Readonly<Record<ConfigName, ConfigSection>>;
  readonly warnings: readonly string[];
}

/** Time limit for loading a file, in milliseconds. */
const TIME_LIMIT = 10_000;

interface Context {
  readonly folder: ProjectFolder;
  readonly loader: ModuleLoader;
  readonly env: Env;
  readonly nodeEnv: string;
  /** Time limit for loading a file in milliseconds. Default: 10 seconds. */
  readonly timeLimit?: number;
  /** If true, files may export any value. Default: only objects. */
  readonly acceptsAll?: boolean;
}

/**
 * Loads config/ and config/env/<nodeEnv>/. Functions are called with `{ env }`.
 * @throws ProjectError that names all files with errors
 */
export async function readConfigFiles(context: Context): Promise<ConfigFiles> {
  const folders = configFolders(context);
  const issues: ProjectIssue[] = [];
  const read = (name: ConfigName): Promise<ConfigSection> => readSection(context, name, issues);
  const sections = {
    server: await read('server'),
    api: await read('api'),
    database: await read('database'),
    admin: await read('admin'),
    middlewares: await read('middlewares'),
    plugins: await read('plugins'),
    quoin: await read('quoin'),
  };
  if (issues.length > 0) throw new ProjectError(issues);
  return { sections, warnings: folders.flatMap((folder) => nameWarnings(context.folder, folder)) };
}

/** Loads every configuration file, also those that only project code uses. @returns values by file name @throws as `readConfigFiles` */
export async function readConfigValues(
  context: Context,
): Promise<Readonly<Record<string, unknown>>> {
  const names = configFolders(context).flatMap((folder) =>
    codeFilesIn(folder, { json: true }).map(nameOf),
  );
  const values: Record<string, unknown> = {};
  const issues: ProjectIssue[] = [];
  for (const name of new Set(names))
    values[name] = (await readSection({ ...context, acceptsAll: true }, name, issues)).value;
  if (issues.length > 0) throw new ProjectError(issues);
  return values;
}

/** An import or `require` of a package of Strapi, but not of its types. */
const STRAPI_IMPORT = /^(?!\s*import type\b).*(?:\bfrom|\brequire\(|\bimport\()\s*['"]@strapi\//m;

/** Returns true if a configuration file imports a package of Strapi. */
export function importsStrapi(context: Pick<Context, 'folder' | 'nodeEnv'>): boolean {
  const files = configFolders(context).flatMap((folder) => codeFilesIn(folder));
  return files.some((file) => STRAPI_IMPORT.test(readText(file) ?? ''));
}

function configFolders({
  folder,
  nodeEnv,
}: Pick<Context, 'folder' | 'nodeEnv'>): readonly string[] {
  const base = join(folder.root, 'config');
  return [base, join(base, 'env', nodeEnv)];
}

async function readSection<Name extends string>(
  context: Context,
  name: Name,
  issues: ProjectIssue[],
): Promise<ConfigSection<Name>> {
  const sources = [];
  for (const folder of configFolders(context)) {
    const source = await readConfigFile(context, { folder, name }, issues);
    if (source) sources.push(source);
  }
  const value = sources.reduce<unknown>((merged, source) => mergeDeep(merged, source.value), {});
  return { name, value, sources };
}

/** The file to name in messages about a value: the last one that sets it, otherwise the one where it would be set. */
export function sourceOf(section: ConfigSection, path: string): string {
  const source = section.sources.findLast(({ value }) => valueAt(value, path) !== undefined);
  return source?.file ?? section.sources.at(-1)?.file ?? `config/${section.name}`;
}

async function readConfigFile(
  { folder, loader, env, timeLimit = TIME_LIMIT, acceptsAll = false }: Context,
  location: { readonly folder: string; readonly name: string },
  issues: ProjectIssue[],
): Promise<{ file: string; value: unknown } | undefined> {
  const path = findFile(folder, location.folder, location.name);
  if (!path) return undefined;
  const file = labelOf(folder, path);
  try {
    const evaluate = async (): Promise<unknown> => {
      const exported = await loader.load(path);
      return typeof exported === 'function' ? exported({ env }) : exported;
    };
    const value = await within(
      timeLimit,
      evaluate(),
      () => new Error(`it did not finish within ${timeLimit / 1000} seconds.`),
    );
    if (acceptsAll || (typeof value === 'object' && value !== null)) return { file, value };
    issues.push({ file, path: '', message: 'Export an object, or a function that returns one.' });
  } catch (error) {
    issues.push(cannotRun(file, error));
  }
  return undefined;
}

function nameWarnings(folder: ProjectFolder, path: string): readonly string[] {
  const warnings = codeFilesIn(path, { json: true }).flatMap((file) => {
    const suggestion = MISNAMED_FILES.get(nameOf(file));
    return suggestion ? [`${labelOf(folder, file)} is ignored. Rename it to ${suggestion}.`] : [];
  });
  const yaml = filesIn(path).filter((name) => /\.ya?ml$/.test(name));
  return [
    ...warnings,
    ...yaml.map((name) => `${labelOf(folder, join(path, name))} is ignored: use JSON.`),
  ];
}

/** Merges like lodash's `merge`, which Strapi uses: objects by key, arrays by index, other values are replaced. */
export function mergeDeep(base: unknown, over: unknown): unknown {
  if (over === undefined) return base;
  if (Array.isArray(over)) {
    const list: readonly unknown[] = Array.isArray(base) ? base : [];
    const length = Math.max(list.length, over.length);
    return Array.from({ length }, (_, index) => mergeDeep(list[index], over[index]));
  }
  if (!isPlain(over)) return over;
  const merged: Record<string, unknown> = isRecord(base) ? { ...base } : {};
  for (const [key, value] of Object.entries(over)) {
    if (key !== '__proto__') merged[key] = mergeDeep(merged[key], value);
  }
  return merged;
}

function isPlain(value: unknown): value is RawRecord {
  if (!isRecord(value)) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || prototype === Object.prototype;
}
