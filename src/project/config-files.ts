// In charge of config/*: one value for each file, with config/env/<NODE_ENV>/* laid over it, and where each
// came from. What the values mean is settled in `config.ts`.
import { join } from 'node:path';
import { isRecord, valueAt, type RawRecord } from '../schema/raw.ts';
import type { Env } from './env.ts';
import { codeFilesIn, filesIn, findFile, labelOf, nameOf, type ProjectFolder } from './folder.ts';
import type { ModuleLoader } from './modules.ts';
import { cannotRun, ProjectError, type ProjectIssue } from './project-error.ts';

const MISTAKEN: ReadonlyMap<string, ConfigName> = new Map([
  ['middleware', 'middlewares'],
  ['plugin', 'plugins'],
]);

/** The configuration files that mean something here; others are left to the code that they are for. */
export type ConfigName =
  | 'server'
  | 'api'
  | 'database'
  | 'admin'
  | 'middlewares'
  | 'plugins'
  | 'quoin';

/** The value of one configuration file, overrides applied. */
export interface ConfigSection<Name extends string = ConfigName> {
  readonly name: Name;
  readonly value: unknown;
  /** The files it came from, later ones win; empty when there is none. */
  readonly sources: readonly { readonly file: string; readonly value: unknown }[];
}

/** All sections, and the names of files that look like a slip. */
export interface ConfigFiles {
  readonly sections: Readonly<Record<ConfigName, ConfigSection>>;
  readonly warnings: readonly string[];
}

/** Longest time for one file, in milliseconds. */
const TIME_LIMIT = 10_000;

interface Context {
  readonly folder: ProjectFolder;
  readonly loader: ModuleLoader;
  readonly env: Env;
  readonly nodeEnv: string;
  /** Longest time for one file, in milliseconds; default: 10 seconds. */
  readonly timeLimit?: number;
}

/**
 * Reads config/ and config/env/<nodeEnv>/; functions are called with `{ env }`.
 * @throws ProjectError naming every file that cannot be run.
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
  return { sections, warnings: folders.flatMap((folder) => slipsIn(context.folder, folder)) };
}

/** The value of every configuration file by its name, those of the project's own among them. @throws as `readConfigFiles` */
export async function readConfigValues(
  context: Context,
): Promise<Readonly<Record<string, unknown>>> {
  const names = configFolders(context).flatMap((folder) =>
    codeFilesIn(folder, { json: true }).map(nameOf),
  );
  const values: Record<string, unknown> = {};
  const issues: ProjectIssue[] = [];
  for (const name of new Set(names))
    values[name] = (await readSection(context, name, issues)).value;
  if (issues.length > 0) throw new ProjectError(issues);
  return values;
}

function configFolders({ folder, nodeEnv }: Context): readonly string[] {
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

/** The file to name for a value: the last one that sets it, else the one where it would be set. */
export function sourceOf(section: ConfigSection, path: string): string {
  const source = section.sources.findLast(({ value }) => valueAt(value, path) !== undefined);
  return source?.file ?? section.sources.at(-1)?.file ?? `config/${section.name}`;
}

async function readConfigFile(
  { folder, loader, env, timeLimit = TIME_LIMIT }: Context,
  place: { readonly folder: string; readonly name: string },
  issues: ProjectIssue[],
): Promise<{ file: string; value: unknown } | undefined> {
  const path = findFile(folder, place.folder, place.name);
  if (!path) return undefined;
  const file = labelOf(folder, path);
  try {
    const value = await within(timeLimit, async (): Promise<unknown> => {
      const exported = await loader.load(path);
      return typeof exported === 'function' ? exported({ env }) : exported;
    });
    if (typeof value === 'object' && value !== null) return { file, value };
    issues.push({ file, path: '', message: 'Export an object, or a function that returns one.' });
  } catch (error) {
    issues.push(cannotRun(file, error));
  }
  return undefined;
}

/** What `work` gives. @throws Error when that takes too long: the timer also keeps the process alive until then */
async function within<T>(milliseconds: number, work: () => Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      reject(new Error(`it did not finish within ${milliseconds / 1000} seconds.`));
    }, milliseconds);
  });
  try {
    return await Promise.race([work(), late]);
  } finally {
    clearTimeout(timer);
  }
}

function slipsIn(folder: ProjectFolder, path: string): readonly string[] {
  const slips = codeFilesIn(path, { json: true }).flatMap((file) => {
    const meant = MISTAKEN.get(nameOf(file));
    return meant ? [`${labelOf(folder, file)} is ignored. Rename it to ${meant}.`] : [];
  });
  const yaml = filesIn(path).filter((name) => /\.ya?ml$/.test(name));
  return [
    ...slips,
    ...yaml.map((name) => `${labelOf(folder, join(path, name))} is ignored: use JSON.`),
  ];
}

/** lodash's `merge`, as Strapi uses it: objects key by key, lists place by place, the rest replaced. */
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
