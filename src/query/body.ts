// Bodies of answers that are made of many texts: short ones stay text, which goes out together with the
// head, long ones are written as bytes piece by piece.
import { BufferLease } from '../base/shared-memory.ts';

/** A text, or its bytes. */
export type Body = string | Buffer | BufferLease;

/** Characters of a long body: as one text it, and each copy of it, would be put into memory that is new each time. */
const LONG = 131_072;

/** Texts one after the other. */
export function joined(texts: readonly string[]): string | Buffer {
  const length = texts.reduce((sum, text) => sum + text.length, 0);
  return length > LONG
    ? written(texts, ownMemory).bytes
    : texts.reduce((all, text) => all + text, '');
}

/** What is kept; nothing of it is lent any more. */
export function bytesOf(body: Body): Buffer {
  if (body instanceof BufferLease) return body.copyAndRelease();
  return typeof body === 'string' ? Buffer.from(body) : body;
}

/** Memory that no other buffer has a part of. */
export function ownMemory(length: number): { readonly bytes: Buffer<ArrayBuffer> } {
  return { bytes: Buffer.allocUnsafeSlow(length) };
}

/** Writes texts into memory. @param take Gives so many bytes */
export function written<Memory extends { readonly bytes: Buffer }>(
  texts: readonly string[],
  take: (length: number) => Memory,
): Memory {
  const lengths = texts.map((text) => Buffer.byteLength(text));
  const memory = take(lengths.reduce((sum, length) => sum + length, 0));
  let at = 0;
  for (const [i, text] of texts.entries()) {
    // A text with one byte for each character is copied instead of being encoded.
    at += memory.bytes.write(text, at, lengths[i] === text.length ? 'latin1' : 'utf8');
  }
  return memory;
}
