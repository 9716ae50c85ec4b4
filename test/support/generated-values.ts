// Replaces generated values of a response (row ids, times, hashes, tokens) with their names in recordings, and maps
// recorded documents to actual ones.
import { isJsonObject, type JsonObject, type JsonValue } from '../../src/base/json.ts';

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{3})?Z$/;
const TIMES: ReadonlySet<string> = new Set([
  'createdAt',
  'updatedAt',
  'publishedAt',
  'firstPublishedAt',
  'lastUsedAt',
  'expiresAt',
]);
const SECRETS: ReadonlySet<string> = new Set([
  'jwt',
  'refreshToken',
  'accessKey',
  'registrationToken',
]);
const TOKENS: ReadonlySet<string> = new Set(['token', 'accessToken']);
const SIZES: ReadonlySet<string> = new Set(['size', 'sizeInBytes']);
/** Suffix of the code of a role that was created over HTTP. */
const ROLE_TIME = /-[\da-z]{8}$/;
const BCRYPT = /^\$2[aby]\$/;
const DOCUMENT = /^<doc \d+>$/;

/** Names of the generated values of one case; the names of files are stable across responses. */
export class GeneratedValues {
  readonly #hashes = new Map<string, string>();

  /** Replaces generated values by names, except documentIds: see {@link DocumentNames}. */
  named(response: JsonValue): JsonValue {
    return this.#named(response, '');
  }

  /** @param key The key of the value, or of the list that contains it */
  #named(value: JsonValue, key: string): JsonValue {
    if (typeof value === 'string') return this.#namedText(value, key);
    if (typeof value === 'number') return key === 'id' && Number.isInteger(value) ? '<id>' : value;
    if (isJsonObject(value)) return this.#namedObject(value);
    return Array.isArray(value) ? value.map((item: JsonValue) => this.#named(item, key)) : value;
  }

  #namedObject(object: JsonObject): JsonObject {
    const { hash, ext, mime } = object;
    if (typeof hash === 'string' && typeof ext === 'string' && !this.#hashes.has(hash)) {
      this.#hashes.set(hash, `<hash ${this.#hashes.size + 1}>`);
    }
    // The size of an image depends on the version of the encoder.
    const isPicture =
      typeof hash === 'string' && typeof mime === 'string' && mime.startsWith('image/');
    return Object.fromEntries(
      Object.entries(object).map(([key, value]) => [
        key,
        isPicture && SIZES.has(key) && typeof value === 'number'
          ? '<size>'
          : key === 'code' && typeof value === 'string' && 'description' in object
            ? value.replace(ROLE_TIME, '-<time>')
            : this.#named(value, key),
      ]),
    );
  }

  #namedText(text: string, key: string): string {
    if (key === 'documentId' && text !== '') return text;
    if (TIMES.has(key) && INSTANT.test(text)) return '<time>';
    if (SECRETS.has(key) || (TOKENS.has(key) && text.startsWith('eyJ'))) return `<${key}>`;
    return BCRYPT.test(text) ? '<bcrypt>' : replaced(text, this.#hashes);
  }
}

/** Maps recorded names (`<doc 1>`) to documents, one to one within a case. */
export class DocumentNames {
  readonly #ids = new Map<string, string>();
  readonly #names = new Map<string, string>();

  static isName(text: string): boolean {
    return DOCUMENT.test(text);
  }

  /** Whether the name stands for this document. If both are new, they are mapped to each other. */
  matches(name: string, documentId: JsonValue | undefined): boolean {
    if (typeof documentId !== 'string' || documentId === '') return false;
    if (!this.#ids.has(name) && !this.#names.has(documentId)) {
      this.#ids.set(name, documentId);
      this.#names.set(documentId, name);
    }
    return this.#ids.get(name) === documentId;
  }

  /** Replaces documentIds in a text by names. */
  named(text: string): string {
    return replaced(text, this.#names);
  }
}

function replaced(text: string, names: ReadonlyMap<string, string>): string {
  let result = text;
  for (const [value, name] of names) result = result.replaceAll(value, () => name);
  return result;
}
