// In charge of document ids: 24 characters, first a-z, rest a-z0-9 (docs/strapi/storage.md, "System columns").
import { randomFillSync } from 'node:crypto';

const LENGTH = 24;
const LETTERS = 'abcdefghijklmnopqrstuvwxyz';
const CHARACTERS = `${LETTERS}0123456789`;

const pool = new Uint8Array(4096);
let next = pool.length;

/** A new document id, from random bytes that are drawn in bulk. */
export function createDocumentId(): string {
  let id = draw(LETTERS);
  while (id.length < LENGTH) id += draw(CHARACTERS);
  return id;
}

/** One character; bytes that would favour some are thrown away. */
function draw(alphabet: string): string {
  const fair = 256 - (256 % alphabet.length);
  for (;;) {
    if (next === pool.length) {
      randomFillSync(pool);
      next = 0;
    }
    const byte = pool[next++] ?? 256;
    if (byte < fair) return alphabet.charAt(byte % alphabet.length);
  }
}
