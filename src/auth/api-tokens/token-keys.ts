// Keys of API tokens: random, stored as a hash and, if the project has an encryption key, encrypted
// (docs/strapi/access.md, "API tokens").
import { createCipheriv, createDecipheriv, createHash, createHmac, randomBytes } from 'node:crypto';

/** Secrets for stored keys. Without an encryption key, plain keys are not stored. */
export interface TokenSecrets {
  readonly salt: string;
  readonly encryptionKey: string | null;
}

const KEY_BYTES = 128;
const IV_BYTES = 16;
const VERSION = 'v1';

/** Returns a random plain key of 256 hex characters. */
export function createTokenKey(): string {
  return randomBytes(KEY_BYTES).toString('hex');
}

/** A new key, and its stored form. */
export interface NewTokenKey {
  readonly plain: string;
  readonly accessKey: string;
  readonly encryptedKey: string | null;
}

/** Makes a new key. */
export function newTokenKey({ salt, encryptionKey }: TokenSecrets): NewTokenKey {
  const plain = createTokenKey();
  return {
    plain,
    accessKey: hashToken(plain, salt),
    encryptedKey: encryptToken(plain, encryptionKey),
  };
}

/** Hash of a plain key: HMAC-SHA512 with the salt, in hex. */
export function hashToken(plain: string, salt: string): string {
  return createHmac('sha512', salt).update(plain).digest('hex');
}

/** Encrypts a key so that an administrator can see it again: AES-256-GCM, `v1:iv:data:tag` in hex. */
export function encryptToken(plain: string, encryptionKey: string | null): string | null {
  if (encryptionKey === null) return null;
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv('aes-256-gcm', cipherKey(encryptionKey), iv);
  const data = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
  return [VERSION, ...[iv, data, cipher.getAuthTag()].map((part) => part.toString('hex'))].join(
    ':',
  );
}

/** Decrypts a key. @returns null if it is not stored or was encrypted with another key */
export function decryptToken(stored: string | null, encryptionKey: string | null): string | null {
  if (stored === null || encryptionKey === null) return null;
  const [version, ...parts] = stored.split(':');
  const [iv, data, tag] = parts.map((part) => Buffer.from(part, 'hex'));
  if (version !== VERSION || !iv || !data || !tag) return null;
  try {
    const decipher = createDecipheriv('aes-256-gcm', cipherKey(encryptionKey), iv);
    decipher.setAuthTag(tag);
    return Buffer.concat([decipher.update(data), decipher.final()]).toString('utf8');
  } catch {
    return null;
  }
}

function cipherKey(encryptionKey: string): Buffer {
  return createHash('sha256').update(encryptionKey).digest();
}
