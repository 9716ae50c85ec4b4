// Seeds an example project from its `data` folder at its first start.
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { root, run, log } from './setup.mjs';

/**
 * Fills a project that has no database yet. The database is filled under another name and then renamed, so an
 * interrupted import starts over at the next start.
 * @param {string} project folder of the project
 */
export function fillOnce(project) {
  const database = path.join(project, '.tmp/data.db');
  if (existsSync(database)) return;
  log('Importing the example content.');
  mkdirSync(path.dirname(database), { recursive: true });
  const filling = path.join(project, '.tmp/filling.db');
  for (const part of ['', '-wal', '-shm']) rmSync(`${filling}${part}`, { force: true });
  run(process.execPath, [path.join(root, 'bin/quoin.js'), 'seed', 'data'], {
    cwd: project,
    env: { ...process.env, DATABASE_FILENAME: filling },
  });
  renameSync(filling, database);
}
