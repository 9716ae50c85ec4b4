// In charge of the words for data that is to be seeded, once it is read and checked: entries, and what in them stands
// for other entries and for files (docs/seeding.md).
import type { JsonValue } from '../../base/json.ts';
import type { ContentType } from '../../schema/types.ts';
import type { FileTexts } from '../../media/file-data.ts';

/** Where something stands in the data. */
export interface Place {
  /** As the user knows the file. */
  readonly file: string;
  /** Such as `api::article.article[3].author`. */
  readonly path: string;
}

/** An entry in a locale; null: in the project's default locale, or of a type without locales. */
export interface EntryName {
  readonly uid: string;
  readonly key: string;
  readonly locale: string | null;
}

/** `{ "$ref": "…" }`: another entry. */
export class Reference {
  readonly to: EntryName;
  readonly place: Place;

  constructor(to: EntryName, place: Place) {
    this.to = to;
    this.place = place;
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

/** A value of an entry: JSON in which references and files stand for themselves. */
export type SeedValue =
  | JsonValue
  | Reference
  | FileUse
  | readonly SeedValue[]
  | { readonly [name: string]: SeedValue };

/** Values by attribute. */
export type SeedValues = Readonly<Record<string, SeedValue>>;

/** A document in one locale. */
export interface SeedVersion {
  /** Null: the project's default locale, or a type without locales. */
  readonly locale: string | null;
  readonly place: Place;
  readonly values: SeedValues;
  /** False: it is not published. */
  readonly isPublished: boolean;
  /** What its draft says otherwise; null where it says the same. */
  readonly draft: SeedValues | null;
}

/** A document that is to be made. */
export interface SeedEntry {
  readonly type: ContentType;
  /** What references name it by; null where it has no `$key`. */
  readonly key: string | null;
  /** The first has the values that all of them share. */
  readonly versions: readonly [SeedVersion, ...SeedVersion[]];
}

/** All that is to be made, in the order of the data. */
export interface SeedData {
  /** Codes of locales that are to be registered. */
  readonly locales: readonly string[];
  readonly entries: readonly SeedEntry[];
  /** By absolute path, in the order of their first use. */
  readonly files: ReadonlyMap<string, FileTexts>;
  /** What the public role is to be allowed: actions such as `api::article.article.find`. */
  readonly publicActions: readonly string[];
}

/** One text for the name of an entry. */
export function nameOf({ uid, key, locale }: EntryName): string {
  return JSON.stringify([uid, key, locale]);
}

/** The place of a part of something. */
export function within({ file, path }: Place, part: string | number): Place {
  return { file, path: typeof part === 'number' ? `${path}[${part}]` : `${path}.${part}` };
}
