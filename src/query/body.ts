// Joins the strings of a response body: a short body stays a string, which is sent together with the head; a long one
// becomes a buffer.

/** A response body: a string or its UTF-8 bytes. */
export type Body = string | Buffer;

/** The longest body that stays a string, in characters. Each copy of a longer string would allocate new memory. */
const MAX_STRING_LENGTH = 131_072;

/** Concatenates strings. */
export function joinTexts(texts: readonly string[]): Body {
  const length = texts.reduce((sum, text) => sum + text.length, 0);
  return length > MAX_STRING_LENGTH
    ? writeTexts(texts, allocateMemory).bytes
    : texts.reduce((all, text) => all + text, '');
}

/** A body as a buffer. */
export function toBuffer(body: Body): Buffer {
  return typeof body === 'string' ? Buffer.from(body) : body;
}

/** Allocates a buffer that shares no memory with others. @param length Bytes */
export function allocateMemory(length: number): { readonly bytes: Buffer<ArrayBuffer> } {
  return { bytes: Buffer.allocUnsafeSlow(length) };
}

/** Writes strings into memory, one after the other. @param allocate Allocates memory of a length, in bytes */
export function writeTexts<Memory extends { readonly bytes: Buffer }>(
  texts: readonly string[],
  allocate: (length: number) => Memory,
): Memory {
  const lengths = texts.map((text) => Buffer.byteLength(text));
  const memory = allocate(lengths.reduce((sum, length) => sum + length, 0));
  let at = 0;
  for (const [i, text] of texts.entries()) {
    // If every character has one byte, latin1 copies the string instead of encoding it.
    at += memory.bytes.write(text, at, lengths[i] === text.length ? 'latin1' : 'utf8');
  }
  return memory;
}
