// Finds lines of project code that mention what a change removes or renames. Code is searched as text, so the result
// may be incomplete.
import type { ProjectFiles } from '../files/file-change.ts';
import type { ChangedNames } from './changed-names.ts';

/** A line of code. */
export interface CodeMention {
  /** Path relative to the project. */
  readonly file: string;
  /** Starts at 1. */
  readonly line: number;
  readonly text: string;
  readonly names: readonly string[];
}

export interface CodeMentions {
  /** Files with lifecycle hooks of the models. */
  readonly hooks: readonly { readonly file: string; readonly uid: string }[];
  readonly code: readonly CodeMention[];
  /** True if there are more lines than are listed. */
  readonly isCut: boolean;
}

const FOLDERS = ['src', 'config', 'database'];
const CODE = /(?<!\.d)\.[cm]?[jt]sx?$/;

/** Maximum number of listed lines, and of characters of a line. */
const LINES = 200;
const CHARACTERS = 200;

/** Searches the code of a project. An attribute counts in files that name its model or belong to its API. */
export function findCodeMentions(
  files: ProjectFiles,
  changed: readonly ChangedNames[],
): CodeMentions {
  const paths = changed.length === 0 ? [] : FOLDERS.flatMap((folder) => files.list(folder));
  const codePaths = paths.filter((path) => CODE.test(path) && !path.includes('node_modules/'));
  const hooks = changed.flatMap(({ uid }) =>
    codePaths.filter((path) => isLifecycleFile(path, uid)).map((file) => ({ file, uid })),
  );
  const found = codePaths.flatMap((file) => mentionsIn(file, files.read(file) ?? '', changed));
  return { hooks, code: found.slice(0, LINES), isCut: found.length > LINES };
}

function isLifecycleFile(path: string, uid: string): boolean {
  const [, api = '', name = ''] = /^api::([^.]+)\.(.+)$/.exec(uid) ?? [];
  return path.startsWith(`src/api/${api}/content-types/${name}/lifecycles.`);
}

function mentionsIn(
  file: string,
  text: string,
  changed: readonly ChangedNames[],
): readonly CodeMention[] {
  const named = changed.filter(({ uid }) => text.includes(uid) || belongsTo(file, uid));
  if (named.length === 0) return [];
  return text.split('\n').flatMap((line, i) => {
    const names = named.flatMap(({ uid, isModelChanged, attributes }) => [
      ...(isModelChanged && hasWord(line, uid) ? [uid] : []),
      ...[...attributes].filter((name) => hasWord(line, name)),
    ]);
    if (names.length === 0) return [];
    const shown = line.trim().slice(0, CHARACTERS);
    return [{ file, line: i + 1, text: shown, names: [...new Set(names)] }];
  });
}

function belongsTo(file: string, uid: string): boolean {
  const [, api] = /^api::([^.]+)\./.exec(uid) ?? [];
  return api !== undefined && file.startsWith(`src/api/${api}/`);
}

/** Returns true if a line contains a name as a whole word. */
function hasWord(line: string, name: string): boolean {
  for (let at = line.indexOf(name); at >= 0; at = line.indexOf(name, at + 1)) {
    const isPart =
      /[-$\w]/.test(line[at - 1] ?? ' ') || /[-$\w]/.test(line[at + name.length] ?? ' ');
    if (!isPart) return true;
  }
  return false;
}
