// In charge of finding a project's schema files and reading them as they are: content-types, components and
// extensions of plugin types. Where Strapi looks and what it calls things is in its loaders; checking is not
// done here.
import { join } from 'node:path';
import { describeSyntaxError } from '../base/json-syntax.ts';
import { isRecord, toRecord, toText, valueAt } from '../schema/raw.ts';
import type { RawDefinition } from '../schema/types.ts';
import {
  codeFilesIn,
  filesIn,
  findFile,
  foldersIn,
  labelOf,
  nameOf,
  readText,
  type ProjectFolder,
} from './folder.ts';
import type { ModuleLoader } from './modules.ts';
import { cannotRun, type ProjectIssue } from './project-error.ts';

/** What stands in a project's schema files. */
export interface SchemaFiles {
  /** A definition with the uid of a built-in one takes its place. */
  readonly definitions: readonly RawDefinition[];
  readonly issues: readonly ProjectIssue[];
  /** Extensions of plugins that are not here, as messages show them. */
  readonly strayExtensions: readonly string[];
}

interface Reading {
  readonly folder: ProjectFolder;
  readonly loader: ModuleLoader;
  readonly builtIn: readonly RawDefinition[];
  readonly issues: ProjectIssue[];
}

/** Reads all of them; files that cannot be read are issues. */
export async function readSchemaFiles({
  folder,
  loader,
  builtIn,
}: Omit<Reading, 'issues'>): Promise<SchemaFiles> {
  const reading: Reading = { folder, loader, builtIn, issues: [] };
  const types = contentTypeFolders(folder);
  const extensions = extensionFiles(folder);
  const isKnown = ({ plugin }: ExtensionFile) =>
    builtIn.some(({ uid }) => uid.startsWith(`plugin::${plugin}.`));
  const definitions = [
    ...(await Promise.all(types.map((type) => readContentType(reading, type)))),
    ...extensions.filter(isKnown).map((extension) => readExtension(reading, extension)),
    ...(await Promise.all(componentFiles(folder).map((file) => readComponent(reading, file)))),
  ];
  return {
    definitions: definitions.filter((definition) => definition !== undefined),
    issues: reading.issues,
    strayExtensions: extensions
      .filter((extension) => !isKnown(extension))
      .map(({ file }) => labelOf(folder, file)),
  };
}

/** `blogPost2` -> `blog-post-2`; names that have the form already stay, digits and all. */
export function toKebabCase(name: string): string {
  if (/^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/.test(name)) return name;
  const words = name.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+/g) ?? [];
  return words.join('-').toLowerCase();
}

interface TypeFolder {
  readonly uid: string;
  readonly path: string;
}

/** A folder with nothing in it, such as one whose schema was deleted, is no type. */
function contentTypeFolders(folder: ProjectFolder): readonly TypeFolder[] {
  const apis = join(folder.root, 'src', 'api');
  return foldersIn(apis).flatMap((api) =>
    foldersIn(join(apis, api, 'content-types'))
      .map((type) => ({
        uid: `api::${toKebabCase(api)}.${toKebabCase(type)}`,
        path: join(apis, api, 'content-types', type),
      }))
      .filter(({ path }) => filesIn(path).length + foldersIn(path).length > 0),
  );
}

async function readContentType(
  reading: Reading,
  { uid, path }: TypeFolder,
): Promise<RawDefinition | undefined> {
  const schema = findFile(reading.folder, path, 'schema');
  if (!schema) {
    const message = 'This folder has no schema.json. Add one, or remove the folder.';
    reading.issues.push({ file: labelOf(reading.folder, path), path: '', message });
    return undefined;
  }
  const file = labelOf(reading.folder, schema);
  const json = await readSchema(reading, schema);
  if (json === undefined) return undefined;
  const table = toText(valueAt(json, 'info.singularName')) ?? uid;
  return { modelType: 'contentType', uid, origin: 'api', file, json: withTable(json, table) };
}

function componentFiles(folder: ProjectFolder): readonly string[] {
  const root = join(folder.root, 'src', 'components');
  return foldersIn(root).flatMap((category) => codeFilesIn(join(root, category), { json: true }));
}

async function readComponent(reading: Reading, path: string): Promise<RawDefinition | undefined> {
  const file = labelOf(reading.folder, path);
  const category = file.split('/').at(-2) ?? '';
  const json = await readSchema(reading, path);
  if (json === undefined) return undefined;
  const uid = `${category}.${nameOf(path)}`.toLowerCase();
  return { modelType: 'component', uid, origin: 'api', file, json };
}

interface ExtensionFile {
  readonly plugin: string;
  readonly type: string;
  readonly file: string;
}

function extensionFiles(folder: ProjectFolder): readonly ExtensionFile[] {
  const root = join(folder.root, 'src', 'extensions');
  return foldersIn(root).flatMap((plugin) =>
    foldersIn(join(root, plugin, 'content-types')).flatMap((type) => {
      const file = join(root, plugin, 'content-types', type, 'schema.json');
      return readText(file) === undefined
        ? []
        : [{ plugin: plugin.toLowerCase(), type: type.toLowerCase(), file }];
    }),
  );
}

// Laid over the built-in schema key by key at the top only: `attributes` replaces all attributes.
function readExtension(reading: Reading, extension: ExtensionFile): RawDefinition | undefined {
  const { plugin, type, file } = extension;
  const uid = `plugin::${plugin}.${type}`;
  const json = readJson(reading, file);
  if (json === undefined) return undefined;
  const original = reading.builtIn.find((definition) => definition.uid === uid);
  const merged = isRecord(json) ? { ...toRecord(original?.json), ...json } : json;
  const table = `${plugin}_${toText(valueAt(merged, 'info.singularName')) ?? type}`.toLowerCase();
  return {
    modelType: 'contentType',
    uid,
    origin: 'plugin',
    file: labelOf(reading.folder, file),
    json: withTable(merged, table),
  };
}

function withTable(json: unknown, table: string): unknown {
  if (!isRecord(json) || json['collectionName']) return json;
  return { ...json, collectionName: table };
}

async function readSchema(reading: Reading, path: string): Promise<unknown> {
  if (path.endsWith('.json')) return readJson(reading, path);
  try {
    return await reading.loader.load(path);
  } catch (error) {
    reading.issues.push(cannotRun(labelOf(reading.folder, path), error));
    return undefined;
  }
}

function readJson(reading: Reading, path: string): unknown {
  const text = readText(path) ?? '';
  try {
    return JSON.parse(text);
  } catch (error) {
    const message = `This is not valid JSON ${describeSyntaxError(text, error)}.`;
    reading.issues.push({ file: labelOf(reading.folder, path), path: '', message });
    return undefined;
  }
}
