// Whether the build of Strapi, which compiles with `tsconfig.json`, contains JavaScript files.
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { isRecord } from '../schema/raw.ts';
import { readText } from './folder.ts';

/** False only if it is certain that the build of a project leaves out JavaScript files. */
export function buildsJavaScript(root: string): boolean {
  const file = join(root, 'tsconfig.json');
  if (!existsSync(file)) return true;
  try {
    return option(file, 'allowJs') ?? option(file, 'checkJs') ?? false;
  } catch {
    return true;
  }
}

/** @throws Error if the file, or one that it extends, cannot be found or read */
function option(
  file: string,
  name: 'allowJs' | 'checkJs',
  extending: readonly string[] = [],
): boolean | undefined {
  if (extending.includes(file)) throw new Error(`${file} extends itself.`);
  const tsconfig: unknown = JSON.parse(withoutComments(readText(file) ?? ''));
  if (!isRecord(tsconfig)) throw new Error(`${file} is not an object.`);
  const { compilerOptions = {}, extends: bases = [] } = tsconfig;
  if (!isRecord(compilerOptions)) throw new Error(`compilerOptions of ${file} is not an object.`);
  const own = compilerOptions[name];
  if (own !== undefined && typeof own !== 'boolean') throw new Error(`${name} is not a boolean.`);
  if (own !== undefined) return own;
  const list: readonly unknown[] = Array.isArray(bases) ? bases : [bases];
  // Later files override earlier ones.
  return list
    .map((base) => option(baseFile(file, base), name, [...extending, file]))
    .findLast((value) => value !== undefined);
}

/** @throws Error if there is no such file */
function baseFile(file: string, base: unknown): string {
  if (typeof base !== 'string') throw new Error(`extends of ${file} is not a path.`);
  const { resolve: find } = createRequire(file);
  const isPath = /^(?:\.\.?(?:[/\\]|$)|[/\\]|[A-Za-z]:)/.test(base);
  const candidates = base.endsWith('.json') ? [base] : [base, `${base}.json`];
  for (const candidate of candidates) {
    try {
      const found = find(isPath ? resolve(dirname(file), candidate) : candidate);
      if (found.endsWith('.json')) return found;
    } catch {
      // The next one may exist.
    }
  }
  throw new Error(`${base} cannot be found.`);
}

/** Removes comments and trailing commas, but not what looks like them in strings. */
function withoutComments(text: string): string {
  return text
    .replaceAll(/("(?:\\.|[^"\\])*")|\/\/[^\n\r]*|\/\*[\s\S]*?\*\//g, '$1')
    .replaceAll(/("(?:\\.|[^"\\])*")|,(?=\s*[}\]])/g, '$1');
}
