// Files of a changed content model: models before and after -> files to write, move and remove.
import { ModelChangeError } from '../errors.ts';
import type { RequestedModels } from '../request/apply-request.ts';
import type { SourceModel, SourceModels } from '../request/source-model.ts';
import { CODE_FOLDERS, codeFile } from './api-code.ts';
import type { FileChange, ProjectFiles } from './file-change.ts';

/** Plans the files of a change; files that stay as they are are not part of it. @throws ModelChangeError */
export function planFiles(
  before: SourceModels,
  { models, renames }: Pick<RequestedModels, 'models' | 'renames'>,
  files: ProjectFiles,
): readonly FileChange[] {
  const after = new Map<string, string | null>();
  const renamed = new Set(renames.models.values());
  for (const model of before.values()) {
    if (models.has(model.uid) || renamed.has(model.uid)) continue;
    for (const path of filesOf(model, files)) after.set(path, null);
  }
  for (const model of models.values()) {
    const from = renames.models.get(model.uid);
    const former = before.get(from ?? model.uid);
    if (!former || from !== undefined) assertFileNames(model.uid);
    if (from !== undefined && former) move(after, files, { former, model });
    else if (!former) create(after, files, model);
    if (!former || textOf(former) !== textOf(model) || from !== undefined) {
      after.set(writtenPath(model, from !== undefined), textOf(model));
    }
  }
  return [...after]
    .map(([path, text]) => ({ path, before: files.read(path), after: text }))
    .filter((change) => change.before !== change.after);
}

/** Limit of the names of files and folders; file systems take 255 bytes, and a crash-safe write needs some. */
const MAX_NAME_BYTES = 200;

/** @throws ModelChangeError */
function assertFileNames(uid: string): void {
  const longest = Math.max(...uid.split(/::|[.]/).map((part) => Buffer.byteLength(part)));
  if (longest <= MAX_NAME_BYTES) return;
  const name = `${uid.slice(0, 60)}…`;
  throw new ModelChangeError(
    `The uid ${name} is too long: its parts are names of files with at most ${MAX_NAME_BYTES} bytes.`,
  );
}

function textOf({ json }: SourceModel): string {
  return `${JSON.stringify(json, null, 2)}\n`;
}

/** The schema file of a model. @throws ModelChangeError if it is not JSON */
export function writtenPath({ uid, modelType, file }: SourceModel, isMoved: boolean): string {
  if (file !== null && !isMoved) {
    if (file.endsWith('.json')) return file;
    throw new ModelChangeError(`${uid} is defined by code in ${file}. Change it there.`);
  }
  if (modelType === 'component') return `src/components/${uid.replace('.', '/')}.json`;
  const [origin = '', rest = ''] = uid.split('::');
  const [api = '', name = ''] = rest.split('.');
  return origin === 'plugin'
    ? `src/extensions/${api}/content-types/${name}/schema.json`
    : `src/api/${api}/content-types/${name}/schema.json`;
}

/** The model that a schema file defines by its path, or null for another file. */
export function modelAt(path: string): Pick<SourceModel, 'uid' | 'modelType' | 'origin'> | null {
  const [, kind, owner = '', name = ''] =
    /^src\/(api|extensions)\/([^/]+)\/content-types\/([^/]+)\/schema\.json$/.exec(path) ?? [];
  if (kind !== undefined) {
    const origin = kind === 'api' ? 'api' : 'plugin';
    return { uid: `${origin}::${owner}.${name}`, modelType: 'contentType', origin };
  }
  const [, category, component] = /^src\/components\/([^/]+)\/([^/]+)\.json$/.exec(path) ?? [];
  if (component === undefined) return null;
  return { uid: `${category}.${component}`, modelType: 'component', origin: 'api' };
}

interface ApiType {
  readonly folder: string;
  readonly name: string;
}

function apiOf(uid: string): ApiType {
  const [api = '', name = ''] = uid.slice('api::'.length).split('.');
  return { folder: `src/api/${api}`, name };
}

/** All files that belong to a model alone. */
function filesOf({ uid, modelType, file }: SourceModel, files: ProjectFiles): readonly string[] {
  if (modelType === 'component') return file === null ? [] : [file];
  const { folder, name } = apiOf(uid);
  return [
    ...files.list(`${folder}/content-types/${name}`),
    ...CODE_FOLDERS.flatMap((part) =>
      files.list(`${folder}/${part}`).filter((path) => stemOf(path) === name),
    ),
  ];
}

function stemOf(path: string): string {
  const base = path.slice(path.lastIndexOf('/') + 1);
  return base.replace(/(?:\.d)?\.[^.]+$/, '');
}

function create(after: Map<string, string | null>, files: ProjectFiles, model: SourceModel): void {
  if (model.modelType === 'component') return;
  const { folder, name } = apiOf(model.uid);
  const extension = files.typescript ? 'ts' : 'js';
  for (const part of CODE_FOLDERS) {
    const path = `${folder}/${part}/${name}.${extension}`;
    if (files.read(path) === null) after.set(path, codeFile(part, model.uid, files.typescript));
  }
}

/** A renamed content-type takes its code along, which names it by its uid. */
function move(
  after: Map<string, string | null>,
  files: ProjectFiles,
  { former, model }: { readonly former: SourceModel; readonly model: SourceModel },
): void {
  if (model.modelType === 'component') {
    if (former.file !== null) after.set(former.file, null);
    return;
  }
  const [from, to] = [apiOf(former.uid), apiOf(model.uid)];
  const types = files.list(`${from.folder}/content-types`);
  const isAlone = types.every((path) =>
    path.startsWith(`${from.folder}/content-types/${from.name}/`),
  );
  const moved = isAlone ? files.list(from.folder) : filesOf(former, files);
  for (const path of moved) {
    const text = files.read(path);
    if (text === null) continue;
    after.set(path, null);
    if (path === former.file) continue;
    const next = path
      .replace(`${from.folder}/`, `${to.folder}/`)
      .replace(`/content-types/${from.name}/`, `/content-types/${to.name}/`)
      .replace(
        new RegExp(`/(controllers|services|routes)/${from.name}([.][^/]+)$`),
        `/$1/${to.name}$2`,
      );
    after.set(next, withUid(text, former.uid, model.uid));
  }
}

/** Replaces a uid in code, but not the beginning of a longer one. */
function withUid(text: string, from: string, to: string): string {
  return text.split(from).reduce((done, part) => {
    const isWholeWord = !/^[-\w]/.test(part);
    return `${done}${isWholeWord ? to : from}${part}`;
  });
}
