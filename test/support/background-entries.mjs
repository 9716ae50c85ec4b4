// Compiles the entry files of threads and processes once per test run: each of them would otherwise compile all modules.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import path from 'node:path';
import { rolldown } from 'rolldown';
import { driverPackage } from '../../scripts/driver.mjs';

const root = path.resolve(import.meta.dirname, '../..');
const source = path.join(root, 'src/app/background');
const ENTRIES = ['read-thread', 'read-process', 'backup-thread'];

/** @param project Provides tests with the folder of the compiled files */
export async function setup(project) {
  // Inside node_modules, from where packages are resolved.
  const cache = path.join(root, 'node_modules/.cache');
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(path.join(cache, 'quoin-entries-'));
  const bundle = await rolldown({
    cwd: root,
    input: ENTRIES.map((name) => path.join(source, `${name}.ts`)),
    platform: 'node',
    external: /^[^./]/,
    resolve: { alias: { 'better-sqlite3': driverPackage } },
  });
  await bundle.write({ dir: folder, format: 'cjs', entryFileNames: '[name].cjs' });
  await bundle.close();
  project.provide('backgroundEntries', folder);
  return () => rmSync(folder, { recursive: true, force: true });
}
