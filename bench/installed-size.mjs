// Size of an installation: bytes of the files that a server needs to run.
import { lstatSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../scripts/setup.mjs';
import { installStrapi, strapiPackages } from '../scripts/strapi.mjs';

/** @typedef {{ packages: number, megabytes: number }} Installed */

/**
 * This program with the packages that an installation without those for development has, as they lie here.
 * @returns {Installed}
 */
export function quoinSize() {
  /** @type {{ packages: Record<string, { dev?: boolean }> }} */
  const { packages } = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8'));
  const needed = Object.keys(packages).filter((place) => place !== '' && !packages[place]?.dev);
  // Optional packages for other machines are in the lock file, but not here.
  const sizes = needed.map((place) => packageBytes(path.join(root, place))).filter(Boolean);
  const own = ['bin', 'dist', 'templates'].map((part) => bytesIn(path.join(root, part)));
  return sizeOf([...sizes, ...own], sizes.length);
}

/**
 * Strapi with its packages, as npm installed them.
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
 * Without the packages that lie inside of it, which have entries of their own.
 * @param {string} folder
 */
function packageBytes(folder) {
  return bytesIn(folder, (name) => name !== 'node_modules');
}

/**
 * @param {string} folder
 * @param {(name: string) => boolean} [counts] at the top of the folder
 * @returns {number} nothing where there is no such folder
 */
export function bytesIn(folder, counts = () => true) {
  let entries;
  try {
    entries = readdirSync(folder, { withFileTypes: true });
  } catch {
    return 0;
  }
  return entries
    .filter(({ name }) => counts(name))
    .reduce((sum, entry) => {
      const place = path.join(folder, entry.name);
      return sum + (entry.isDirectory() ? bytesIn(place) : lstatSync(place).size);
    }, 0);
}
