// Prints the number of installed packages every few seconds, because npm prints nothing until it has finished. Started
// by `install` in setup.mjs, and exits with it.
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const INTERVAL = 5000;

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
/** @type {{ packages: Record<string, Package> }} */
const { packages } = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8'));

/** @typedef {{ optional?: boolean, os?: string[], cpu?: string[], libc?: string[] }} Package */

const expected = Object.entries(packages)
  .filter(([folder, each]) => folder !== '' && isForThisMachine(each))
  .map(([folder]) => path.join(root, folder, 'package.json'));
const parent = process.ppid;
const start = performance.now();

setInterval(() => {
  if (process.ppid !== parent) process.exit();
  const installed = expected.filter((file) => existsSync(file)).length;
  const seconds = Math.round((performance.now() - start) / 1000);
  console.log(`  ${seconds} s: ${describe(installed)}`);
}, INTERVAL);

/** @param {number} installed */
function describe(installed) {
  if (installed === 0) return `npm is resolving ${expected.length} packages`;
  if (installed === expected.length) return 'npm is running install scripts';
  return `${installed} of ${expected.length} packages installed`;
}

/** Optional packages are the binaries for one platform, and their dependencies. @param {Package} each */
function isForThisMachine({ optional, os, cpu, libc }) {
  if (!optional) return true;
  const matches = os?.includes(process.platform) && cpu?.includes(process.arch);
  return matches === true && !(libc?.includes('musl') ?? false);
}
