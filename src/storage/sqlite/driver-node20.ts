// SQLite driver for Node 20, which cannot load better-sqlite3 13 (docs/decisions/0020). To be removed with Node 20.
import { StorageError } from '../errors.ts';
import type { SqliteDriver } from './connection.ts';
import { prebuiltDriver } from './prebuilt-driver-node20.ts';

/** Release 12, the last one for Node 20; it is compiled if no binary can be downloaded. */
const COMPILED = 'better-sqlite3';

/** Later releases crash the process instead of failing to load. */
const LAST_MAJOR = 12;

/** Includes its binaries, but is slower. */
const PREBUILT = '@photostructure/sqlite';

/** Dependency of a project on Node 20 besides Quoin. */
export const driverDependency: Readonly<Record<string, string>> = { [PREBUILT]: '1.2.1' };

/** Node-API version that better-sqlite3 needs. On an older Node it crashes the process. */
const NODE_API = 10;

/** True on Node 20, and on Node 22 before 22.14. */
export const isNode20: boolean = Number(process.versions['napi']) < NODE_API;

/** @throws StorageError (missingDriver) if none is installed */
export function loadDriverNode20(require: NodeJS.Require): SqliteDriver {
  return loadCompiled(require) ?? loadPrebuilt(require) ?? fail();
}

/** @returns null if it is not installed, not compiled for this version of Node, or too new for it */
function loadCompiled(require: NodeJS.Require): SqliteDriver | null {
  try {
    if (majorOf(require(`${COMPILED}/package.json`)) > LAST_MAJOR) return null;
    const driver: SqliteDriver = require(COMPILED);
    new driver(':memory:').close();
    return driver;
  } catch {
    return null;
  }
}

function majorOf({ version }: { readonly version: string }): number {
  return Number.parseInt(version, 10);
}

function loadPrebuilt(require: NodeJS.Require): SqliteDriver | null {
  try {
    return prebuiltDriver(require(PREBUILT));
  } catch {
    return null;
  }
}

function fail(): never {
  throw new StorageError(
    'missingDriver',
    `SQLite needs one more package on Node ${process.versions.node}: run \`npm install ${PREBUILT}@${driverDependency[PREBUILT]}\` in the project, or use Node 22.14 or newer.`,
  );
}
