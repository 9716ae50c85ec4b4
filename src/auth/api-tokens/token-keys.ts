// In charge of the plain keys of API tokens: made of chance, kept hashed and, where the project has a key for it,
// encrypted (docs/strapi/access.md, "API tokens").
import { createCipheriv, createDecipheriv, createHash, createHmac, randomBytes } from 'node:crypto';

/** The secrets that tokens are stored with; without an encryption key the plain key is not kept. */
export interface TokenSecrets {
  readonly salt: string;
  readonly encryptionKey: string | null;
}

const KEY_BYTES = 128;
const IV_BYTES = 16;
const VERSION = 'v1';

/** A new plain key: 256 hex characters. */
export function createTokenKey(): string {
  return randomBytes(KEY_BYTES).toString('hex');
}

/** What the database keeps of a token's plain key: HMAC-SHA512 with the salt, hex. */
export function hashToken(plain: string, salt: string): string {
  return createHmac('sha512', salt).update(plain).digest('hex');
}

/** The key as an administrator can look it up again: AES-256-GCM, `v1:iv:data:tag` in hex. */
export function encryptToken(plain: string, encryptionKey: string | null): string | null {
  if (encryptionKey === null) return null;
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv('aes-256-gcm', cipherKey(encryptionKey), iv);
  const data = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
  return [VERSION, ...[iv, data, cipher.getAuthTag()].map((part) => part.toString('hex'))].join(
    ':',
  );
}

/** The plain key of an encrypted one; null where it is not kept, or was encrypted with another key. */
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
