// Files of a project, as changes of the content model read them.
import { readdirSync, statSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import type { ProjectFiles } from '../../model/files/file-change.ts';
import { openFolder, readText } from '../../project/folder.ts';

/** The files of a project folder. */
export function projectFiles(root: string): ProjectFiles {
  const { typescript } = openFolder(root);
  return {
    typescript,
    read: (path) => readText(join(root, path)) ?? null,
    list: (folder) =>
      listFiles(join(root, folder)).map((file) => relative(root, file).split(sep).join('/')),
  };
}

function listFiles(folder: string): readonly string[] {
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return [];
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    return entry.isDirectory() ? listFiles(path) : entry.isFile() ? [path] : [];
  });
}
