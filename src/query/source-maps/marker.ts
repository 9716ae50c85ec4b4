// Encodes the marker of a source map: the source of a text, in invisible characters.

/** The field that a text comes from. */
export interface Source {
  /** The id of the document in the response. */
  readonly documentId: string;
  /** The type of the attribute. */
  readonly type: string;
  /** The dotted path of the field in the document. */
  readonly path: string;
  /** The uid of the model that has the attribute. */
  readonly model: string;
  /** The kind of the content-type; null for a component. */
  readonly kind: string | null;
  /** Null if the document has no locale or it is not part of the response. */
  readonly locale: string | null;
  /** The path of a blocks field; null for other types. */
  readonly fieldPath: string | null;
}

/** The digits of base 4: zero width space, non-joiner and joiner, and no-break space of no width. */
const DIGITS = ['\u200B', '\u200C', '\u200D', '\uFEFF'];

/** Each ASCII character as four digits. */
const CHARACTERS = Array.from({ length: 128 }, (_, code) =>
  [64, 16, 4, 1].map((unit) => DIGITS[Math.floor(code / unit) % 4]).join(''),
);

/** The prefix of every marker. */
const HEAD = '\u200B'.repeat(4);

/** The format is that of `@vercel/stega`: JSON in ASCII, with the source as a query string in it. */
export function encodeMarker(source: Source): string {
  const query = new URLSearchParams();
  for (const [key, value] of Object.entries(source)) {
    if (value !== null) query.set(key, value);
  }
  const text = JSON.stringify({ strapiSource: query.toString() });
  return HEAD + Array.from(text, (character) => CHARACTERS[character.charCodeAt(0)]).join('');
}
