// Reads the package.json of a project and of installed packages.
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describeSyntaxError } from '../base/json-syntax.ts';
import { toRecord, valueAt, type RawRecord } from '../schema/raw.ts';
import { readText } from './folder.ts';

/** Returns the package.json of a folder; empty if it is missing or invalid. */
export function readManifest(path: string): RawRecord {
  try {
    return toRecord(JSON.parse(readText(join(path, 'package.json')) ?? '{}'));
  } catch {
    return {};
  }
}

/**
 * Returns the folder of an installed package; null if it is not installed. As for Node, it may be installed above the
 * project, as in a workspace or a Docker image.
 */
export function packageFolder(root: string, name: string): string | null {
  const folder = join(root, 'node_modules', name);
  if (existsSync(join(folder, 'package.json'))) return folder;
  const above = dirname(root);
  return above === root ? null : packageFolder(above, name);
}

/** Warnings about the package.json of a folder. */
export function manifestWarnings(path: string): readonly string[] {
  const text = readText(join(path, 'package.json')) ?? '{}';
  try {
    JSON.parse(text);
    return [];
  } catch (error) {
    const where = describeSyntaxError(text, error);
    return [`package.json is ignored: it is not valid JSON ${where}.`];
  }
}

/** Returns `strapi.uuid`; false if it is missing or `strapi.telemetryDisabled` is true. */
export function uuidOf(manifest: RawRecord): unknown {
  if (valueAt(manifest, 'strapi.telemetryDisabled') === true) return false;
  const uuid = valueAt(manifest, 'strapi.uuid');
  return uuid === undefined ? false : uuid;
}
