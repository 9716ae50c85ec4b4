// Finds and loads the code files of a project: `src/index`, APIs, middlewares, policies and extensions.
import { basename, join } from 'node:path';
import {
  codeFilesIn,
  findFile,
  foldersIn,
  labelOf,
  nameOf,
  type ProjectFolder,
} from '../../project/folder.ts';
import type { ModuleLoader } from '../../project/modules.ts';
import { cannotRun, type ProjectIssue } from '../../project/project-error.ts';
import { isRecord } from '../../schema/raw.ts';
import { toKebabCase } from '../../project/schema-files.ts';

/** A code file and its exports. */
export interface LoadedFile {
  /** Name under which it is registered. */
  readonly key: string;
  /** Path for messages. */
  readonly label: string;
  readonly value: unknown;
}

/** A folder of src/api. */
export interface ApiFiles {
  readonly name: string;
  readonly index: LoadedFile | null;
  readonly config: readonly LoadedFile[];
  /** In the order of registration. */
  readonly routes: readonly LoadedFile[];
  readonly controllers: readonly LoadedFile[];
  readonly services: readonly LoadedFile[];
  readonly policies: readonly LoadedFile[];
  readonly middlewares: readonly LoadedFile[];
  /** By content-type uid. */
  readonly lifecycles: readonly LoadedFile[];
}

/** All code files of a project except plugins. */
export interface CodeFiles {
  readonly index: LoadedFile | null;
  readonly apis: readonly ApiFiles[];
  readonly middlewares: readonly LoadedFile[];
  readonly policies: readonly LoadedFile[];
  /** The `strapi-server` files of src/extensions, by plugin name. */
  readonly extensions: readonly LoadedFile[];
}

/** Where code files are loaded from, how, and the list that receives errors. */
export interface Loading {
  readonly folder: ProjectFolder;
  readonly loader: ModuleLoader;
  readonly issues: ProjectIssue[];
  /** False if the build of Strapi would leave out JavaScript files of `src`. */
  readonly buildsJavaScript: boolean;
  /** Receives files that Strapi would not run either. */
  readonly skipped: string[];
}

/** Functions of `src/index`. */
const PHASES: readonly string[] = ['register', 'bootstrap', 'destroy'];

/** Functions of a lifecycles file. */
const HOOKS: readonly string[] = ['Create', 'Update', 'Delete']
  .flatMap((action) => [action, `${action}Many`])
  .concat(['FindOne', 'FindMany', 'Count'])
  .flatMap((action) => [`before${action}`, `after${action}`]);

/** Checks a file that exports functions with certain names only. Any other would never run. */
function invalidFunctions({ label, value }: LoadedFile, names: readonly string[]): ProjectIssue[] {
  if (typeof value === 'function') return [];
  if (!isRecord(value)) {
    const message = `The file must export an object with functions (${names.join(', ')}).`;
    return [{ file: label, path: '', message }];
  }
  return Object.entries(value).flatMap(([name, run]): readonly ProjectIssue[] => {
    if (name === '__esModule' || run === undefined) return [];
    if (!names.includes(name)) {
      const message = `This function would never run. Known names are ${names.join(', ')}.`;
      return [{ file: label, path: name, message }];
    }
    return typeof run === 'function'
      ? []
      : [{ file: label, path: name, message: 'The value must be a function.' }];
  });
}

/** Checks the lifecycles of a content-type. */
export function invalidHooks(file: LoadedFile): readonly ProjectIssue[] {
  return invalidFunctions(file, HOOKS);
}

/** Loads all files in order. A file that cannot be loaded adds an issue. */
export async function loadCodeFiles(loading: Loading): Promise<CodeFiles> {
  const source = join(loading.folder.root, 'src');
  const index = await loadNamed(loading, source, 'index');
  if (index) loading.issues.push(...invalidFunctions(index, PHASES));
  return {
    index,
    middlewares: await loadAll(loading, join(source, 'middlewares'), nameOf),
    policies: await loadAll(loading, join(source, 'policies'), nameOf),
    apis: await loadApis(loading, join(source, 'api')),
    extensions: await loadExtensions(loading, join(source, 'extensions')),
  };
}

async function loadApis(loading: Loading, root: string): Promise<readonly ApiFiles[]> {
  const apis: ApiFiles[] = [];
  for (const folder of foldersIn(root)) {
    const path = join(root, folder);
    const name = toKebabCase(folder);
    const all = (part: string) => loadAll(loading, join(path, part), kebabNameOf);
    apis.push({
      name,
      index: await loadNamed(loading, path, 'index'),
      config: await loadAll(loading, join(path, 'config'), nameOf),
      routes: await all('routes'),
      controllers: await all('controllers'),
      services: await all('services'),
      policies: await all('policies'),
      middlewares: await all('middlewares'),
      lifecycles: await loadLifecycles(loading, join(path, 'content-types'), name),
    });
  }
  return apis;
}

function kebabNameOf(file: string): string {
  return toKebabCase(nameOf(file));
}

async function loadLifecycles(
  loading: Loading,
  types: string,
  api: string,
): Promise<readonly LoadedFile[]> {
  const files: LoadedFile[] = [];
  for (const type of foldersIn(types)) {
    const loaded = await loadNamed(loading, join(types, type), 'lifecycles');
    if (!loaded) continue;
    loading.issues.push(...invalidHooks(loaded));
    files.push({ ...loaded, key: `api::${api}.${toKebabCase(type)}` });
  }
  return files;
}

async function loadExtensions(loading: Loading, root: string): Promise<readonly LoadedFile[]> {
  const files: LoadedFile[] = [];
  for (const plugin of foldersIn(root)) {
    const loaded = await loadNamed(loading, join(root, plugin), 'strapi-server');
    if (loaded) files.push({ ...loaded, key: plugin });
  }
  return files;
}

async function loadNamed(loading: Loading, path: string, name: string): Promise<LoadedFile | null> {
  const file = findFile(loading.folder, path, name);
  return file === undefined || isSkipped(loading, file) ? null : loadFile(loading, file, name);
}

/** In a TypeScript project without `allowJs`, the build that Strapi runs lacks JavaScript files. */
function isSkipped({ folder, buildsJavaScript, skipped }: Loading, file: string): boolean {
  if (buildsJavaScript || !/\.[cm]?js$/.test(file)) return false;
  skipped.push(labelOf(folder, file));
  return true;
}

/** If a file exists in TypeScript and JavaScript, the one that Strapi would run is loaded. */
async function loadAll(
  loading: Loading,
  path: string,
  keyOf: (file: string) => string,
): Promise<readonly LoadedFile[]> {
  const names = new Set(codeFilesIn(path, { json: true }).map(nameOf));
  const files: LoadedFile[] = [];
  for (const name of names) {
    const file = findFile(loading.folder, path, name);
    if (file === undefined || isSkipped(loading, file)) continue;
    const loaded = await loadFile(loading, file, keyOf(basename(file)));
    if (loaded) files.push(loaded);
  }
  return files;
}

/** Loads a file; null if that fails. */
export async function loadFile(
  { folder, loader, issues }: Loading,
  file: string,
  key: string,
): Promise<LoadedFile | null> {
  const label = labelOf(folder, file);
  try {
    return { key, label, value: await loader.load(file) };
  } catch (error) {
    issues.push(cannotRun(label, error));
    return null;
  }
}
