// Lists the code of a project's APIs: routers, controllers, services, lifecycles and hooks of each folder in src/api.
// Files are read as text and not run.
import { join } from 'node:path';
import {
  codeFilesIn,
  findFile,
  foldersIn,
  labelOf,
  nameOf,
  readText,
  type ProjectFolder,
} from './folder.ts';
import { toKebabCase } from './schema-files.ts';

export interface ApiFile {
  /** Absolute path. */
  readonly file: string;
  /** Path in messages. */
  readonly label: string;
  /** Strapi's key of the file: its name in kebab case; for lifecycles, the folder name of their type. */
  readonly key: string;
  readonly text: string;
}

/** One folder of src/api, in the order in which Strapi registers routes. */
export interface ApiFolder {
  readonly name: string;
  readonly routers: readonly ApiFile[];
  readonly controllers: readonly ApiFile[];
  readonly services: readonly ApiFile[];
  readonly policies: readonly ApiFile[];
  readonly middlewares: readonly ApiFile[];
  /** One file for each content-type that has lifecycles. */
  readonly lifecycles: readonly ApiFile[];
  /** `index` files, whose hooks Strapi calls at startup. */
  readonly hooks: readonly ApiFile[];
}

/** The APIs of a project; empty without src/api. */
export function readApiFolders(folder: ProjectFolder): readonly ApiFolder[] {
  const root = join(folder.root, 'src', 'api');
  return foldersIn(root).map((name) => {
    const files = (part: string) => readCodeFiles(folder, join(root, name, part));
    return {
      name: toKebabCase(name),
      routers: files('routes'),
      controllers: files('controllers'),
      services: files('services'),
      policies: files('policies'),
      middlewares: files('middlewares'),
      lifecycles: readLifecycleFiles(folder, join(root, name, 'content-types')),
      hooks: files('').filter(({ key }) => key === 'index'),
    };
  });
}

/** The code files of one folder, with their text. */
export function readCodeFiles(folder: ProjectFolder, path: string): readonly ApiFile[] {
  return codeFilesIn(path, { json: true }).map((file) =>
    readCodeFile(folder, file, toKebabCase(nameOf(file))),
  );
}

function readLifecycleFiles(folder: ProjectFolder, types: string): readonly ApiFile[] {
  return foldersIn(types).flatMap((type) => {
    const file = findFile(folder, join(types, type), 'lifecycles');
    return file === undefined ? [] : [readCodeFile(folder, file, toKebabCase(type))];
  });
}

function readCodeFile(folder: ProjectFolder, file: string, key: string): ApiFile {
  return { file, label: labelOf(folder, file), key, text: readText(file) ?? '' };
}
