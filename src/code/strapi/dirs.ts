// `strapi.dirs`: the folders of a project, as sources and as what runs.
import { join } from 'node:path';
import type { ProjectFolder } from '../../project/folder.ts';
import type { CodeDirs } from './strapi.ts';

const FOLDERS = ['api', 'components', 'extensions', 'policies', 'middlewares'] as const;

/** In a project of TypeScript what runs is named as it would be after a build. */
export function dirsOf(
  { root, typescript, outDir }: ProjectFolder,
  publicFolder: string,
): CodeDirs {
  return {
    app: foldersOf(root),
    dist: foldersOf(typescript ? outDir : root),
    static: { public: publicFolder },
  };
}

function foldersOf(root: string): Readonly<Record<string, string>> {
  const src = join(root, 'src');
  const inner = FOLDERS.map((name) => [name, join(src, name)] as const);
  return { root, src, config: join(root, 'config'), ...Object.fromEntries(inner) };
}
