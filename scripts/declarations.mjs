// Type declarations of the package: the public ones and those that they import, out of all that the compiler emits.
import { copyFileSync, mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** Specifiers after `from` and in `import()` types. */
const SPECIFIER = /(?:\bfrom|\bimport\()\s*'([^']+)'/g;

/**
 * Copies a declaration file and everything it imports, directly or indirectly, into a folder.
 * @param {string} entry
 * @param {string} target
 * @throws Error if a file imports a package, which users of this package may not have installed
 */
export function copyDeclarations(entry, target) {
  const files = [entry];
  // Files that are added during the iteration are visited as well.
  for (const file of files) {
    const copy = path.join(target, path.relative(path.dirname(entry), file));
    mkdirSync(path.dirname(copy), { recursive: true });
    copyFileSync(file, copy);
    for (const imported of importsOf(file)) if (!files.includes(imported)) files.push(imported);
  }
}

/** @param {string} file @returns {readonly string[]} */
function importsOf(file) {
  return [...readFileSync(file, 'utf8').matchAll(SPECIFIER)].map(([, name = '']) => {
    if (name.startsWith('.')) return path.join(path.dirname(file), name.replace(/\.ts$/, '.d.ts'));
    throw new Error(
      `The public types import "${name}" in ${path.basename(file)}, which is not installed with this package.`,
    );
  });
}
