// Writes the marker of a source map: what a text comes from, in characters that are not seen.

/** What a text comes from. */
export interface Source {
  /** Of the document that the answer is of. */
  readonly documentId: string;
  /** Of the attribute. */
  readonly type: string;
  /** Of the field in the document, with dots. */
  readonly path: string;
  /** uid of the model that has the attribute. */
  readonly model: string;
  /** Null: it is a component. */
  readonly kind: string | null;
  /** Null: the document has none, or it was not asked for. */
  readonly locale: string | null;
  /** Of a field of blocks; null for all others. */
  readonly fieldPath: string | null;
}

/** The digits of base 4: zero width space, non-joiner and joiner, and no-break space of no width. */
const DIGITS = ['\u200B', '\u200C', '\u200D', '\uFEFF'];

/** Each ASCII character as four digits. */
const CHARACTERS = Array.from({ length: 128 }, (_, code) =>
  [64, 16, 4, 1].map((unit) => DIGITS[Math.floor(code / unit) % 4]).join(''),
);

/** Stands in front of every marker. */
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
