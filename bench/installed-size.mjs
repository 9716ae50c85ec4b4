// Size of an installation: the files that a server needs to run.
import { lstatSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../scripts/setup.mjs';
import { installStrapi, strapiPackages } from '../scripts/strapi.mjs';

/** @typedef {{ packages: number, megabytes: number }} Installed */

/**
 * Measures this program with its production dependencies, as they are installed here.
 * @returns {Installed}
 */
export function quoinSize() {
  /** @type {{ packages: Record<string, { dev?: boolean }> }} */
  const { packages } = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8'));
  const needed = Object.keys(packages).filter((folder) => folder !== '' && !packages[folder]?.dev);
  // The lock file also lists optional packages for other platforms, which are not installed.
  const sizes = needed.map((folder) => packageBytes(path.join(root, folder))).filter(Boolean);
  const own = ['bin', 'dist', 'templates'].map((part) => bytesIn(path.join(root, part)));
  return sizeOf([...sizes, ...own], sizes.length);
}

/**
 * Measures Strapi with its packages, as npm installed them.
 * @returns {Installed}
 */
export function strapiSize() {
  installStrapi();
  const lock = readFileSync(path.join(strapiPackages, '.package-lock.json'), 'utf8');
  const { packages } = /** @type {{ packages: object }} */ (JSON.parse(lock));
  return sizeOf([bytesIn(strapiPackages)], Object.keys(packages).length);
}

/** @param {readonly number[]} bytes @param {number} packages @returns {Installed} */
function sizeOf(bytes, packages) {
  const sum = bytes.reduce((all, each) => all + each, 0);
  return { packages, megabytes: sum / 2 ** 20 };
}

/**
 * Bytes of a package without its nested packages, which are listed separately.
 * @param {string} folder
 */
function packageBytes(folder) {
  return bytesIn(folder, (name) => name !== 'node_modules');
}

/**
 * Bytes of the files in a folder, at any depth.
 * @param {string} folder
 * @param {(name: string) => boolean} [isCounted] filters the entries at the top level
 * @returns {number} 0 if the folder does not exist
 */
export function bytesIn(folder, isCounted = () => true) {
  let entries;
  try {
    entries = readdirSync(folder, { withFileTypes: true });
  } catch {
    return 0;
  }
  return entries
    .filter(({ name }) => isCounted(name))
    .reduce((sum, entry) => {
      const file = path.join(folder, entry.name);
      return sum + (entry.isDirectory() ? bytesIn(file) : lstatSync(file).size);
    }, 0);
}
