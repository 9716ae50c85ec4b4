// Which releases of better-sqlite3 are loaded on Node 20.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { StorageError } from '../errors.ts';
import { loadDriverNode20 } from './driver-node20.ts';

/** Records that it was loaded. */
const DRIVER =
  'globalThis.loadedDrivers = (globalThis.loadedDrivers ?? 0) + 1; module.exports = class { close() {} };';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'quoin-driver-'));
});

afterEach(() => {
  rmSync(folder, { recursive: true });
  Reflect.deleteProperty(globalThis, 'loadedDrivers');
});

/** Loads the driver in a project in which one release of better-sqlite3 is installed. */
function loadRelease(version: string) {
  const home = path.join(folder, 'node_modules/better-sqlite3');
  mkdirSync(home, { recursive: true });
  writeFileSync(
    path.join(home, 'package.json'),
    JSON.stringify({ name: 'better-sqlite3', version }),
  );
  writeFileSync(path.join(home, 'index.js'), DRIVER);
  return loadDriverNode20(createRequire(path.join(folder, 'script.js')));
}

describe('better-sqlite3 on Node 20', () => {
  it('is loaded in release 12', () => {
    expect(loadRelease('12.11.1')).toBeTypeOf('function');
    expect(Reflect.get(globalThis, 'loadedDrivers')).toBe(1);
  });

  it('is not loaded in a later release, which would crash the process', () => {
    expect(() => loadRelease('13.2.0')).toThrow(StorageError);
    expect(Reflect.get(globalThis, 'loadedDrivers')).toBeUndefined();
  });
});
