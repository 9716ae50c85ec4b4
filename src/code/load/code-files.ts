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
import { toKebabCase } from '../../project/schema-files.ts';

/** A file of code and what it exports. */
export interface CodeFile {
  /** By which it is called. */
  readonly key: string;
  /** Path for messages. */
  readonly label: string;
  readonly value: unknown;
}

/** A folder of src/api. */
export interface ApiFiles {
  readonly name: string;
  readonly index: CodeFile | null;
  readonly config: readonly CodeFile[];
  /** In the order in which their routes are registered. */
  readonly routes: readonly CodeFile[];
  readonly controllers: readonly CodeFile[];
  readonly services: readonly CodeFile[];
  readonly policies: readonly CodeFile[];
  readonly middlewares: readonly CodeFile[];
  /** By the uids of their content-types. */
  readonly lifecycles: readonly CodeFile[];
}

/** All code files of a project but those of its plugins. */
export interface CodeFiles {
  readonly index: CodeFile | null;
  readonly apis: readonly ApiFiles[];
  readonly middlewares: readonly CodeFile[];
  readonly policies: readonly CodeFile[];
  /** The `strapi-server` files of src/extensions, by the names of their plugins. */
  readonly extensions: readonly CodeFile[];
}

/** Location of the files, their loader, and the receiver of their errors. */
export interface Loading {
  readonly folder: ProjectFolder;
  readonly loader: ModuleLoader;
  readonly issues: ProjectIssue[];
}

/** Loads them one after the other; a file that cannot be loaded is an issue. */
export async function loadCodeFiles(loading: Loading): Promise<CodeFiles> {
  const source = join(loading.folder.root, 'src');
  return {
    index: await loadNamed(loading, source, 'index'),
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
): Promise<readonly CodeFile[]> {
  const files: CodeFile[] = [];
  for (const type of foldersIn(types)) {
    const loaded = await loadNamed(loading, join(types, type), 'lifecycles');
    if (loaded) files.push({ ...loaded, key: `api::${api}.${toKebabCase(type)}` });
  }
  return files;
}

async function loadExtensions(loading: Loading, root: string): Promise<readonly CodeFile[]> {
  const files: CodeFile[] = [];
  for (const plugin of foldersIn(root)) {
    const loaded = await loadNamed(loading, join(root, plugin), 'strapi-server');
    if (loaded) files.push({ ...loaded, key: plugin });
  }
  return files;
}

async function loadNamed(loading: Loading, path: string, name: string): Promise<CodeFile | null> {
  const file = findFile(loading.folder, path, name);
  return file === undefined ? null : loadFile(loading, file, name);
}

/** Where a file is there in two languages, the one that Strapi would run counts. */
async function loadAll(
  loading: Loading,
  path: string,
  keyOf: (file: string) => string,
): Promise<readonly CodeFile[]> {
  const names = new Set(codeFilesIn(path, { json: true }).map(nameOf));
  const files: CodeFile[] = [];
  for (const name of names) {
    const file = findFile(loading.folder, path, name);
    const loaded = file === undefined ? null : await loadFile(loading, file, keyOf(basename(file)));
    if (loaded) files.push(loaded);
  }
  return files;
}

/** What a file exports; null where it cannot be loaded. */
export async function loadFile(
  { folder, loader, issues }: Loading,
  file: string,
  key: string,
): Promise<CodeFile | null> {
  const label = labelOf(folder, file);
  try {
    return { key, label, value: await loader.load(file) };
  } catch (error) {
    issues.push(cannotRun(label, error));
    return null;
  }
}
