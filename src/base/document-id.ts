// Creates document ids: 24 characters, the first a-z, the others a-z0-9 (docs/strapi/storage.md, "System columns").
import { randomFillSync } from 'node:crypto';

const LENGTH = 24;
const LETTERS = 'abcdefghijklmnopqrstuvwxyz';
const CHARACTERS = `${LETTERS}0123456789`;

const pool = new Uint8Array(4096);
let next = pool.length;

/** Returns a new document id. Random bytes are drawn in bulk. */
export function createDocumentId(): string {
  let id = draw(LETTERS);
  while (id.length < LENGTH) id += draw(CHARACTERS);
  return id;
}

/** Draws one character without bias: bytes beyond the last full range are discarded. */
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
