// Parses the versions of an entry: its own, other locales under `$locales`, whether each is published, and differing
// drafts (docs/seeding.md).
import { isJsonObject, type JsonObject, type JsonValue } from '../../base/json.ts';
import { sharedAttributes } from '../../schema/shared-attributes.ts';
import type { ContentType } from '../../schema/types.ts';
import { parseValues, type SeedValueContext } from './parse-values.ts';
import {
  within,
  type SeedLocation,
  type SeedEntry,
  type SeedValues,
  type SeedVersion,
} from './seed-data.ts';

/** Context of a parsed entry. */
export interface VersionContext extends Omit<SeedValueContext, 'locale'> {
  /** Called for each locale of an entry. */
  readonly useLocale: (code: string, location: SeedLocation) => void;
}

/** An entry of the data without its key. */
export interface EntrySource {
  readonly type: ContentType;
  readonly json: JsonObject;
  readonly location: SeedLocation;
}

/** Returns the versions of an entry. Invalid ones are reported and dropped. */
export function parseVersions(
  parsing: VersionContext,
  { type, json: { $locales, ...own }, location }: EntrySource,
): SeedEntry['versions'] {
  const parser = new VersionParser(parsing, type);
  const isPublished = parser.isPublished(own['$status'], { location, unless: true });
  const others = parser.locales($locales, within(location, '$locales'));
  const [first, ...rest] = others;
  // An entry without own values exists only in other locales.
  const isOwn = Object.keys(own).some((name) => name !== '$status');
  const [given, translated] =
    first && !isOwn ? [first, rest] : [{ locale: null, json: own, location }, others];
  return [
    parser.version(given, { isPublished, isFirst: true }),
    ...translated.map((each) => parser.version(each, { isPublished, isFirst: false })),
  ];
}

interface VersionSource {
  readonly locale: string | null;
  readonly json: JsonObject;
  readonly location: SeedLocation;
}

class VersionParser {
  readonly #parsing: VersionContext;
  readonly #type: ContentType;
  readonly #shared: ReadonlySet<string>;

  constructor(parsing: VersionContext, type: ContentType) {
    this.#parsing = parsing;
    this.#type = type;
    this.#shared = new Set(sharedAttributes(type).map(({ name }) => name));
  }

  /** @param unless Default */
  isPublished(
    status: JsonValue | undefined,
    { location, unless }: { readonly location: SeedLocation; readonly unless: boolean },
  ): boolean {
    if (status === undefined) return unless;
    if (!this.#hasDrafts(within(location, '$status'))) return true;
    if (status === 'draft' || status === 'published') return status === 'published';
    this.#parsing.note(within(location, '$status'), 'The status must be "draft" or "published".');
    return unless;
  }

  /** Versions in other locales. */
  locales(value: JsonValue | undefined, location: SeedLocation): readonly VersionSource[] {
    if (value === undefined) return [];
    const { note, useLocale } = this.#parsing;
    if (!this.#type.localized) {
      note(location, `${this.#type.uid} has no locales: remove it.`);
      return [];
    }
    if (!isJsonObject(value)) {
      note(location, 'This must be an object, by locale: { "fr": { … } }.');
      return [];
    }
    return Object.entries(value).flatMap(([locale, json]) => {
      const at = within(location, locale);
      useLocale(locale, at);
      if (isJsonObject(json)) return [{ locale, json, location: at }];
      note(at, 'An entry must be an object.');
      return [];
    });
  }

  version(
    { locale, json: { $status, $draft, ...json }, location }: VersionSource,
    { isPublished: unless, isFirst }: { readonly isPublished: boolean; readonly isFirst: boolean },
  ): SeedVersion {
    const isPublished = locale === null ? unless : this.isPublished($status, { location, unless });
    const parse = (part: JsonObject, at: SeedLocation): SeedValues =>
      this.#values(isFirst ? part : this.#withoutShared(part, at), { locale, location: at });
    const draft = this.#draft($draft, within(location, '$draft'), isPublished);
    return {
      locale,
      location,
      values: parse(json, location),
      isPublished,
      draft: draft === null ? null : parse(draft, within(location, '$draft')),
    };
  }

  #draft(
    value: JsonValue | undefined,
    location: SeedLocation,
    isPublished: boolean,
  ): JsonObject | null {
    if (value === undefined || !this.#hasDrafts(location)) return null;
    if (!isJsonObject(value)) {
      this.#parsing.note(
        location,
        'This must be an object with the values of the draft that differ.',
      );
      return null;
    }
    if (isPublished) return value;
    this.#parsing.note(
      location,
      'The entry is not published, so it is a draft: put these values into the entry itself.',
    );
    return null;
  }

  #hasDrafts(location: SeedLocation): boolean {
    const { uid, draftAndPublish } = this.#type;
    if (!draftAndPublish) this.#parsing.note(location, `${uid} has no drafts: remove it.`);
    return draftAndPublish;
  }

  #withoutShared(json: JsonObject, location: SeedLocation): JsonObject {
    return Object.fromEntries(
      Object.entries(json).filter(([name]) => {
        if (!this.#shared.has(name)) return true;
        const message = 'All locales of an entry share this value: set it once, in the first one.';
        this.#parsing.note(within(location, name), message);
        return false;
      }),
    );
  }

  #values(
    json: JsonObject,
    { locale, location }: { readonly locale: string | null; readonly location: SeedLocation },
  ): SeedValues {
    return parseValues({ ...this.#parsing, locale }, { model: this.#type, json, location });
  }
}
