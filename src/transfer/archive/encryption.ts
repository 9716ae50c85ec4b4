// In charge of the cipher of encrypted archives, which is Strapi's: AES-128-ECB, its key derived from the words that
// people give (measured on Strapi 5.54.0). It hides what an archive says from who finds the file; it does not tell
// whether somebody changed it.
import { createCipheriv, createDecipheriv, scrypt } from 'node:crypto';
import type { Transform } from 'node:stream';
import { promisify } from 'node:util';

const ALGORITHM = 'aes-128-ecb';
const KEY_BYTES = 16;

/** Encrypts what flows through. @param key The words that decrypt it again; not empty */
export async function cipher(key: string): Promise<Transform> {
  return createCipheriv(ALGORITHM, await derived(key), null);
}

/**
 * Decrypts what flows through. With another key it ends in an error at the latest where the stream ends, or gives bytes
 * that are no archive.
 */
export async function decipher(key: string): Promise<Transform> {
  return createDecipheriv(ALGORITHM, await derived(key), null);
}

const derive = promisify<string, string, number, Buffer>(scrypt);

/** Without salt: the same words give the same key on every machine. */
function derived(key: string): Promise<Buffer> {
  return derive(key, '', KEY_BYTES);
}
