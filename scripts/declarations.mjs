// Type declarations of the package: of all that the compiler writes, the files that the public ones lead to.
import { copyFileSync, mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** What follows `from` or is imported inside a type. */
const IMPORTED = /(?:\bfrom|\bimport\()\s*'([^']+)'/g;

/**
 * Copies a declaration file and all that it imports into a folder.
 * @param {string} entry
 * @param {string} target
 * @throws Error for one that imports a package, which users of this package may not have installed
 */
export function copyDeclarations(entry, target) {
  const files = [entry];
  // An array that grows while it is walked ends with every file that can be reached.
  for (const file of files) {
    const copy = path.join(target, path.relative(path.dirname(entry), file));
    mkdirSync(path.dirname(copy), { recursive: true });
    copyFileSync(file, copy);
    for (const imported of importsOf(file)) if (!files.includes(imported)) files.push(imported);
  }
}

/** @param {string} file @returns {readonly string[]} */
function importsOf(file) {
  return [...readFileSync(file, 'utf8').matchAll(IMPORTED)].map(([, name = '']) => {
    if (name.startsWith('.')) return path.join(path.dirname(file), name.replace(/\.ts$/, '.d.ts'));
    throw new Error(
      `The public types import "${name}" in ${path.basename(file)}, which is not installed with this package.`,
    );
  });
}
