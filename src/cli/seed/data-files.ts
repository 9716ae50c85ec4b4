// Finds and reads seed data: one JSON file, or all JSON files of a folder by name.
import { readdirSync, readFileSync, realpathSync, statSync } from 'node:fs';
import path from 'node:path';
import { describeSyntaxError } from '../../base/json-syntax.ts';
import { CommandError } from '../command-error.ts';
import type { SeedIssue } from './seed-issues.ts';

/** A parsed data file. */
export interface DataFile {
  /** Path in messages. */
  readonly label: string;
  /** Absolute path of its folder. */
  readonly folder: string;
  readonly json: unknown;
}

export interface DataFiles {
  readonly files: readonly DataFile[];
  /** Absolute path of the folder that may contain media. */
  readonly root: string;
  /** Files with invalid JSON. */
  readonly issues: readonly SeedIssue[];
}

/** Reads a file or a folder, relative to the current one. @throws CommandError if it does not exist */
export function readDataFiles(current: string, source: string): DataFiles {
  const target = path.resolve(current, source);
  const isFolder = statTarget(target, source);
  const root = realpathSync(isFolder ? target : path.dirname(target));
  const names = isFolder
    ? readdirSync(target)
        .filter((name) => name.endsWith('.json'))
        .toSorted()
    : [path.basename(target)];
  if (names.length === 0) {
    throw new CommandError(
      `"${source}" contains no JSON file. Put your data into one, such as ${path.join(source, 'articles.json')}.`,
    );
  }
  const files: DataFile[] = [];
  const issues: SeedIssue[] = [];
  for (const name of names) {
    const label = isFolder ? path.join(source, name) : source;
    const text = readFileSync(path.join(root, name), 'utf8').replace(/^\uFEFF/, '');
    try {
      files.push({ label, folder: root, json: JSON.parse(text) as unknown });
    } catch (error) {
      const message = `This is not valid JSON ${describeSyntaxError(text, error)}.`;
      issues.push({ file: label, path: '', message });
    }
  }
  return { files, root, issues };
}

/** Returns true for a folder. @throws CommandError */
function statTarget(target: string, source: string): boolean {
  try {
    return statSync(target).isDirectory();
  } catch (cause) {
    throw new CommandError(
      `"${source}" does not exist. Pass a JSON file or a folder of JSON files: quoin seed data`,
      { cause },
    );
  }
}
