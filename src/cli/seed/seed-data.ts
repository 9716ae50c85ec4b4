// Types of parsed seed data: entries with references to other entries and files (docs/seeding.md).
import type { JsonValue } from '../../base/json.ts';
import type { ContentType } from '../../schema/types.ts';
import type { FileTexts } from '../../media/file-data.ts';

/** A location in the data. */
export interface SeedLocation {
  /** Path in messages. */
  readonly file: string;
  /** For example `api::article.article[3].author`. */
  readonly path: string;
}

/** An entry in a locale; null for the default locale or a type without locales. */
export interface EntryName {
  readonly uid: string;
  readonly key: string;
  readonly locale: string | null;
}

/** `{ "$ref": "…" }`: another entry. */
export class Reference {
  readonly to: EntryName;
  readonly location: SeedLocation;

  constructor(to: EntryName, location: SeedLocation) {
    this.to = to;
    this.location = location;
  }
}

/** `{ "$file": "…" }`: a file. */
export class FileUse {
  /** Absolute path. */
  readonly path: string;

  constructor(path: string) {
    this.path = path;
  }
}

/** A JSON value that may contain references and files. */
export type SeedValue =
  | JsonValue
  | Reference
  | FileUse
  | readonly SeedValue[]
  | { readonly [name: string]: SeedValue };

/** Values by attribute. */
export type SeedValues = Readonly<Record<string, SeedValue>>;

/** A document in a locale. */
export interface SeedVersion {
  /** Null for the default locale or a type without locales. */
  readonly locale: string | null;
  readonly location: SeedLocation;
  readonly values: SeedValues;
  /** False for a draft. */
  readonly isPublished: boolean;
  /** Values of the draft that differ, or null. */
  readonly draft: SeedValues | null;
}

/** A document to create. */
export interface SeedEntry {
  readonly type: ContentType;
  /** `$key` for references, or null. */
  readonly key: string | null;
  /** The first version has the values that all versions share. */
  readonly versions: readonly [SeedVersion, ...SeedVersion[]];
}

/** All parsed data, in order. */
export interface SeedData {
  /** Codes of locales to register. */
  readonly locales: readonly string[];
  readonly entries: readonly SeedEntry[];
  /** By absolute path, in the order of first use. */
  readonly files: ReadonlyMap<string, FileTexts>;
  /** Actions to grant to the public role, such as `api::article.article.find`. */
  readonly publicActions: readonly string[];
}

/** Key that identifies an entry. */
export function nameOf({ uid, key, locale }: EntryName): string {
  return JSON.stringify([uid, key, locale]);
}

/** Location of a nested value. */
export function within({ file, path }: SeedLocation, part: string | number): SeedLocation {
  return { file, path: typeof part === 'number' ? `${path}[${part}]` : `${path}.${part}` };
}
