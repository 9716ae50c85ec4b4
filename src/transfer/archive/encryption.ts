// Cipher of encrypted archives, as in Strapi: AES-128-ECB with a key derived from a passphrase (measured on Strapi
// 5.54.0). It hides the content but does not detect changes.
import { createCipheriv, createDecipheriv, scrypt } from 'node:crypto';
import type { Transform } from 'node:stream';
import { promisify } from 'node:util';

const ALGORITHM = 'aes-128-ecb';
const KEY_BYTES = 16;

/** Creates an encrypting stream. @param key Passphrase, not empty */
export async function cipher(key: string): Promise<Transform> {
  return createCipheriv(ALGORITHM, await derived(key), null);
}

/**
 * Creates a decrypting stream. With a wrong key it fails, at the latest at the end, or yields bytes that are not an
 * archive.
 */
export async function decipher(key: string): Promise<Transform> {
  return createDecipheriv(ALGORITHM, await derived(key), null);
}

const derive = promisify<string, string, number, Buffer>(scrypt);

/** Without a salt, so that a passphrase has the same key on every machine. */
function derived(key: string): Promise<Buffer> {
  return derive(key, '', KEY_BYTES);
}
