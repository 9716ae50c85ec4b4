// In charge of the versions of an entry: its own one, those of other locales under `$locales`, and of each whether it is
// published, and what its draft says otherwise (docs/seeding.md).
import { isJsonObject, type JsonObject, type JsonValue } from '../../base/json.ts';
import { sharedAttributes } from '../../documents/versions/shared-attributes.ts';
import type { ContentType } from '../../schema/types.ts';
import { parseValues, type ValueParsing } from './parse-values.ts';
import {
  within,
  type Place,
  type SeedEntry,
  type SeedValues,
  type SeedVersion,
} from './seed-data.ts';

/** What versions are parsed with. */
export interface VersionParsing extends Omit<ValueParsing, 'locale'> {
  /** An entry is in this locale. */
  readonly useLocale: (code: string, place: Place) => void;
}

/** An entry as it stands in the data, without its key. */
export interface GivenEntry {
  readonly type: ContentType;
  readonly json: JsonObject;
  readonly place: Place;
}

/** The versions of an entry. What is wrong is noted and left out. */
export function parseVersions(
  parsing: VersionParsing,
  { type, json: { $locales, ...own }, place }: GivenEntry,
): SeedEntry['versions'] {
  const parser = new VersionParser(parsing, type);
  const isPublished = parser.isPublished(own['$status'], { place, unless: true });
  const others = parser.locales($locales, within(place, '$locales'));
  const [first, ...rest] = others;
  // What has nothing of its own is in the other locales alone.
  const isOwn = Object.keys(own).some((name) => name !== '$status');
  const [given, translated] =
    first && !isOwn ? [first, rest] : [{ locale: null, json: own, place }, others];
  return [
    parser.version(given, { isPublished, isFirst: true }),
    ...translated.map((each) => parser.version(each, { isPublished, isFirst: false })),
  ];
}

interface GivenVersion {
  readonly locale: string | null;
  readonly json: JsonObject;
  readonly place: Place;
}

class VersionParser {
  readonly #parsing: VersionParsing;
  readonly #type: ContentType;
  readonly #shared: ReadonlySet<string>;

  constructor(parsing: VersionParsing, type: ContentType) {
    this.#parsing = parsing;
    this.#type = type;
    this.#shared = new Set(sharedAttributes(type).map(({ name }) => name));
  }

  /** @param unless What counts where nothing is said */
  isPublished(
    status: JsonValue | undefined,
    { place, unless }: { readonly place: Place; readonly unless: boolean },
  ): boolean {
    if (status === undefined) return unless;
    if (!this.#hasDrafts(within(place, '$status'))) return true;
    if (status === 'draft' || status === 'published') return status === 'published';
    this.#parsing.note(within(place, '$status'), 'The status must be "draft" or "published".');
    return unless;
  }

  /** What is said of an entry in other locales. */
  locales(value: JsonValue | undefined, place: Place): readonly GivenVersion[] {
    if (value === undefined) return [];
    const { note, useLocale } = this.#parsing;
    if (!this.#type.localized) {
      note(place, `${this.#type.uid} has no locales: remove it.`);
      return [];
    }
    if (!isJsonObject(value)) {
      note(place, 'This must be an object, by locale: { "fr": { … } }.');
      return [];
    }
    return Object.entries(value).flatMap(([locale, json]) => {
      const at = within(place, locale);
      useLocale(locale, at);
      if (isJsonObject(json)) return [{ locale, json, place: at }];
      note(at, 'An entry must be an object.');
      return [];
    });
  }

  version(
    { locale, json: { $status, $draft, ...json }, place }: GivenVersion,
    { isPublished: unless, isFirst }: { readonly isPublished: boolean; readonly isFirst: boolean },
  ): SeedVersion {
    const isPublished = locale === null ? unless : this.isPublished($status, { place, unless });
    const parse = (part: JsonObject, at: Place): SeedValues =>
      this.#values(isFirst ? part : this.#withoutShared(part, at), { locale, place: at });
    const draft = this.#draft($draft, within(place, '$draft'), isPublished);
    return {
      locale,
      place,
      values: parse(json, place),
      isPublished,
      draft: draft === null ? null : parse(draft, within(place, '$draft')),
    };
  }

  #draft(value: JsonValue | undefined, place: Place, isPublished: boolean): JsonObject | null {
    if (value === undefined || !this.#hasDrafts(place)) return null;
    if (!isJsonObject(value)) {
      this.#parsing.note(place, 'This must be an object with the values of the draft that differ.');
      return null;
    }
    if (isPublished) return value;
    this.#parsing.note(
      place,
      'The entry is not published, so it is a draft: put these values into the entry itself.',
    );
    return null;
  }

  #hasDrafts(place: Place): boolean {
    const { uid, draftAndPublish } = this.#type;
    if (!draftAndPublish) this.#parsing.note(place, `${uid} has no drafts: remove it.`);
    return draftAndPublish;
  }

  #withoutShared(json: JsonObject, place: Place): JsonObject {
    return Object.fromEntries(
      Object.entries(json).filter(([name]) => {
        if (!this.#shared.has(name)) return true;
        const message = 'All locales of an entry share this value: set it once, in the first one.';
        this.#parsing.note(within(place, name), message);
        return false;
      }),
    );
  }

  #values(
    json: JsonObject,
    { locale, place }: { readonly locale: string | null; readonly place: Place },
  ): SeedValues {
    return parseValues({ ...this.#parsing, locale }, { model: this.#type, json, place });
  }
}
