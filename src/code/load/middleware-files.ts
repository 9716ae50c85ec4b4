// Middlewares of config/middlewares that `resolve` names by path or package.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { ProjectFolder } from '../../project/folder.ts';
import { requireFrom, type ModuleLoader } from '../../project/modules.ts';
import { ProjectError, reasonOf } from '../../project/project-error.ts';
import { toRecord, toText } from '../../schema/raw.ts';
import type { LoadMiddleware } from '../koa/middlewares.ts';

const EXTENSIONS = ['', '.js', '.ts', '.cjs', '.mjs', '/index.js', '/index.ts'];

/** Loads all middlewares that the list names by path or package. @throws ProjectError if one cannot be loaded */
export async function loadMiddlewares(
  configured: unknown,
  { loader, folder }: { readonly loader: ModuleLoader; readonly folder: ProjectFolder },
): Promise<LoadMiddleware> {
  const loaded = new Map<string, unknown>();
  for (const item of Array.isArray(configured) ? configured : []) {
    const name = toText(toRecord(item)['resolve']);
    if (name === undefined) continue;
    try {
      const path = join(folder.root, name);
      const file = EXTENSIONS.map((extension) => path + extension).find(isFile);
      const value = file === undefined ? requireFrom(folder)(name) : await loader.load(file);
      loaded.set(name, value);
    } catch (error) {
      const message = `The middleware "${name}" cannot be loaded: ${reasonOf(error)}`;
      throw new ProjectError([{ file: 'config/middlewares', path: '', message }], { cause: error });
    }
  }
  return (name) => loaded.get(name);
}

function isFile(path: string): boolean {
  return /\.\w+$/.test(path) && existsSync(path);
}
