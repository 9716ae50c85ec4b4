// Computes the documentId of a populated component (docs/strapi/differences.md, D1) from the component's uid and the
// row id.
import { createHash } from 'node:crypto';

const TWO_32 = 2 ** 32;
const ROUNDS = 4;

/**
 * Returns the document ids of a component's rows: 24 characters, the first a-z, the others a-z0-9. The first ten are
 * derived from the uid, the others from the row id by a Feistel network, so that no two rows share one.
 */
export function componentDocumentIds(uid: string): (rowId: number) => string {
  const digest = createHash('sha256').update(uid).digest();
  const letter = String.fromCodePoint(97 + (digest.readUInt8(16) % 26));
  const name = digest.readBigUInt64BE(8).toString(36).padStart(9, '0').slice(-9);
  const keys = Array.from({ length: ROUNDS }, (_, round) => digest.readUInt32BE(16 + round * 4));
  return (rowId) => {
    let left = Math.floor(rowId / TWO_32) >>> 0;
    let right = rowId >>> 0;
    for (const key of keys) [left, right] = [right, (left ^ mix(right, key)) >>> 0];
    return `${letter}${name}${digits(left)}${digits(right)}`;
  };
}

/** Finalizer of Murmur3: every input bit affects every output bit. */
function mix(value: number, key: number): number {
  let bits = value ^ key;
  bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  return bits ^ (bits >>> 16);
}

/** All two-digit numbers in base 36. */
const PAIRS: readonly string[] = Array.from({ length: 36 * 36 }, (_, pair) =>
  pair.toString(36).padStart(2, '0'),
);

/** 32 bits as seven base-36 digits, three times as fast as `toString`. */
function digits(value: number): string {
  const first = Math.floor(value / 36 ** 6);
  const rest = value - first * 36 ** 6;
  const high = Math.floor(rest / 36 ** 4);
  const low = rest - high * 36 ** 4;
  const middle = Math.floor(low / 36 ** 2);
  return `${first}${PAIRS[high] ?? ''}${PAIRS[middle] ?? ''}${PAIRS[low - middle * 36 ** 2] ?? ''}`;
}
