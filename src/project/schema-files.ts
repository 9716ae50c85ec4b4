// Finds and reads schema files: content-types, components and extensions of plugin types, in the locations and with
// the names of Strapi's loaders. Does not check them.
import { join } from 'node:path';
import { describeSyntaxError } from '../base/json-syntax.ts';
import { isRecord, type RawRecord, toRecord, toText, valueAt } from '../schema/raw.ts';
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

/** Content of a project's schema files. */
export interface SchemaFiles {
  /** A definition replaces the built-in one with its uid. */
  readonly definitions: readonly RawDefinition[];
  readonly issues: readonly ProjectIssue[];
  /** Extensions of plugins that are not built in. */
  readonly pluginExtensions: readonly PluginExtension[];
}

/** A schema in src/extensions for a content-type of a plugin that project code loads. */
export interface PluginExtension {
  readonly plugin: string;
  /** Name of the content-type in the plugin, which may be new. */
  readonly type: string;
  /** As messages show it. */
  readonly file: string;
  readonly json: RawRecord;
}

interface SchemaSources {
  readonly folder: ProjectFolder;
  readonly loader: ModuleLoader;
  readonly builtIn: readonly RawDefinition[];
  readonly issues: ProjectIssue[];
}

/** Reads all schema files; unreadable ones become issues. */
export async function readSchemaFiles({
  folder,
  loader,
  builtIn,
}: Omit<SchemaSources, 'issues'>): Promise<SchemaFiles> {
  const sources: SchemaSources = { folder, loader, builtIn, issues: [] };
  const types = contentTypeFolders(folder);
  const extensions = extensionFiles(folder);
  const isKnown = ({ plugin }: ExtensionFile) =>
    builtIn.some(({ uid }) => uid.startsWith(`plugin::${plugin}.`));
  const definitions = [
    ...(await Promise.all(types.map((type) => readContentType(sources, type)))),
    ...extensions.filter(isKnown).map((extension) => readExtension(sources, extension)),
    ...(await Promise.all(componentFiles(folder).map((file) => readComponent(sources, file)))),
  ];
  return {
    definitions: definitions.filter((definition) => definition !== undefined),
    issues: sources.issues,
    pluginExtensions: extensions
      .filter((extension) => !isKnown(extension))
      .flatMap((extension) => readPluginExtension(sources, extension)),
  };
}

/** Warnings about extensions of plugins that are not loaded. */
export function extensionWarnings(extensions: readonly PluginExtension[]): readonly string[] {
  if (extensions.length === 0) return [];
  const files = extensions.map(({ file }) => file).join(', ');
  return [`Schemas of missing plugins are ignored: ${files}.`];
}

/** `blogPost2` -> `blog-post-2`; names in kebab case are unchanged, including digits. */
export function toKebabCase(name: string): string {
  if (/^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/.test(name)) return name;
  const words = name.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+/g) ?? [];
  return words.join('-').toLowerCase();
}

interface TypeFolder {
  readonly uid: string;
  readonly path: string;
}

/** An empty folder, such as one whose schema was deleted, is not a type. */
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
  sources: SchemaSources,
  { uid, path }: TypeFolder,
): Promise<RawDefinition | undefined> {
  const schema = findFile(sources.folder, path, 'schema');
  if (!schema) {
    const message = 'This folder has no schema.json. Add one, or remove the folder.';
    sources.issues.push({ file: labelOf(sources.folder, path), path: '', message });
    return undefined;
  }
  const file = labelOf(sources.folder, schema);
  const json = await readSchema(sources, schema);
  if (json === undefined) return undefined;
  const table = toText(valueAt(json, 'info.singularName')) ?? uid;
  return { modelType: 'contentType', uid, origin: 'api', file, json: withTable(json, table) };
}

function componentFiles(folder: ProjectFolder): readonly string[] {
  const root = join(folder.root, 'src', 'components');
  return foldersIn(root).flatMap((category) => codeFilesIn(join(root, category), { json: true }));
}

async function readComponent(
  sources: SchemaSources,
  path: string,
): Promise<RawDefinition | undefined> {
  const file = labelOf(sources.folder, path);
  const category = file.split('/').at(-2) ?? '';
  const json = await readSchema(sources, path);
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

// Merged with the built-in schema at the top level only: `attributes` replaces all attributes.
function readExtension(
  sources: SchemaSources,
  extension: ExtensionFile,
): RawDefinition | undefined {
  const { plugin, type, file } = extension;
  const uid = `plugin::${plugin}.${type}`;
  const json = readJson(sources, file);
  if (json === undefined) return undefined;
  const original = sources.builtIn.find((definition) => definition.uid === uid);
  const merged = isRecord(json) ? { ...toRecord(original?.json), ...json } : json;
  const table = `${plugin}_${toText(valueAt(merged, 'info.singularName')) ?? type}`.toLowerCase();
  return {
    modelType: 'contentType',
    uid,
    origin: 'plugin',
    file: labelOf(sources.folder, file),
    json: withTable(merged, table),
  };
}

function readPluginExtension(
  sources: SchemaSources,
  { plugin, type, file: path }: ExtensionFile,
): readonly PluginExtension[] {
  const json = readJson(sources, path);
  if (json === undefined) return [];
  const file = labelOf(sources.folder, path);
  if (isRecord(json)) return [{ plugin, type, file, json }];
  sources.issues.push({ file, path: '', message: 'A schema must be an object.' });
  return [];
}

function withTable(json: unknown, table: string): unknown {
  if (!isRecord(json) || json['collectionName']) return json;
  return { ...json, collectionName: table };
}

async function readSchema(sources: SchemaSources, path: string): Promise<unknown> {
  if (path.endsWith('.json')) return readJson(sources, path);
  try {
    return await sources.loader.load(path);
  } catch (error) {
    sources.issues.push(cannotRun(labelOf(sources.folder, path), error));
    return undefined;
  }
}

function readJson(sources: SchemaSources, path: string): unknown {
  const text = readText(path) ?? '';
  try {
    return JSON.parse(text);
  } catch (error) {
    const message = `This is not valid JSON ${describeSyntaxError(text, error)}.`;
    sources.issues.push({ file: labelOf(sources.folder, path), path: '', message });
    return undefined;
  }
}
