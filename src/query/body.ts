// In charge of the bodies of answers that are made of many texts: short ones stay text, which goes out together with the
// head, long ones are written as bytes piece by piece.

/** A text, or its bytes in memory of their own. */
export type Body = string | Buffer<ArrayBuffer>;

/** Characters of a long body: as one text it, and each copy of it, would be put into memory that is new each time. */
const LONG = 131_072;

/** Texts one after the other. */
export function joined(texts: readonly string[]): Body {
  const length = texts.reduce((sum, text) => sum + text.length, 0);
  return length > LONG ? written(texts) : texts.reduce((all, text) => all + text, '');
}

/** What is sent. */
export function bytesOf(body: Body): Buffer {
  return typeof body === 'string' ? Buffer.from(body) : body;
}

function written(texts: readonly string[]): Buffer<ArrayBuffer> {
  const lengths = texts.map((text) => Buffer.byteLength(text));
  const bytes = Buffer.allocUnsafeSlow(lengths.reduce((sum, length) => sum + length, 0));
  let at = 0;
  for (const [i, text] of texts.entries()) {
    // A text with one byte for each character is copied instead of being encoded.
    at += bytes.write(text, at, lengths[i] === text.length ? 'latin1' : 'utf8');
  }
  return bytes;
}
