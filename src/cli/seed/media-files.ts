// Media files of seed data: each must exist inside the data folder, and is stored once.
import { realpathSync, statSync } from 'node:fs';
import path from 'node:path';
import { isJsonObject, type JsonValue } from '../../base/json.ts';
import type { FileTexts } from '../../media/file-data.ts';
import { FileUse } from './seed-data.ts';

const TEXTS = ['name', 'alternativeText', 'caption'] as const;

/** Collects files. */
export class MediaFiles {
  /** By absolute path, in the order of first use. */
  readonly files: Map<string, FileTexts> = new Map();
  readonly #root: string;

  /** @param root Absolute real path; files outside it are rejected */
  constructor(root: string) {
    this.#root = root;
  }

  /** Returns the file of a value such as `{ "$file": "wall.svg", "caption": "…" }`, or an error message. */
  use(value: JsonValue): FileUse | string {
    if (!isJsonObject(value) || typeof value['$file'] !== 'string') {
      return 'Expected a file, such as { "$file": "pictures/wall.jpg" }.';
    }
    const { $file, ...texts } = value;
    const textNames: readonly string[] = TEXTS;
    const other = Object.keys(texts).find((name) => !textNames.includes(name));
    if (other !== undefined) return `Unknown key "${other}". A file may have: ${TEXTS.join(', ')}.`;
    if (!Object.values(texts).every((text) => typeof text === 'string')) {
      return `These values must be strings: ${TEXTS.join(', ')}.`;
    }
    const file = this.#find($file);
    if (file === null) return `There is no file "${$file}" in the folder of the data.`;
    return this.#add(file, texts)
      ? new FileUse(file)
      : `"${$file}" is used with other values above. A file is stored once: remove them here.`;
  }

  #find(name: string): string | null {
    try {
      const file = realpathSync(path.resolve(this.#root, name));
      return this.#isInside(file) && statSync(file).isFile() ? file : null;
    } catch {
      return null;
    }
  }

  #isInside(file: string): boolean {
    const way = path.relative(this.#root, file);
    return way.split(path.sep)[0] !== '..' && !path.isAbsolute(way);
  }

  /** Returns false if the file was used with different texts. */
  #add(file: string, texts: FileTexts): boolean {
    const before = this.files.get(file) ?? {};
    if (TEXTS.some((name) => differ(before[name], texts[name]))) return false;
    this.files.set(file, { ...before, ...texts });
    return true;
  }
}

function differ(a: string | null | undefined, b: string | null | undefined): boolean {
  return a !== undefined && b !== undefined && a !== b;
}
