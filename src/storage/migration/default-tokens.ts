// The two API tokens of a new database, hashed and encrypted as in Strapi (docs/strapi/access.md, "API tokens").
import { createCipheriv, createHash, createHmac, randomBytes } from 'node:crypto';

/** Attribute values of an API token that does not expire. */
export interface DefaultToken {
  readonly name: string;
  readonly description: string;
  readonly kind: 'content-api';
  readonly type: 'read-only' | 'full-access';
  readonly accessKey: string;
  readonly encryptedKey: string | null;
}

const KEY_BYTES = 128;
const IV_BYTES = 16;

/** `Read Only` and `Full Access`, with random keys that only the encryption key can decrypt. */
export function defaultTokens(salt: string, encryptionKey?: string): readonly DefaultToken[] {
  return (['read-only', 'full-access'] as const).map((type) => {
    const key = randomBytes(KEY_BYTES).toString('hex');
    return {
      name: type === 'read-only' ? 'Read Only' : 'Full Access',
      description: type === 'read-only' ? 'Reads all content.' : 'Reads and changes all content.',
      kind: 'content-api',
      type,
      accessKey: createHmac('sha512', salt).update(key).digest('hex'),
      encryptedKey: encryptionKey === undefined ? null : encrypted(key, encryptionKey),
    };
  });
}

function encrypted(text: string, encryptionKey: string): string {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(
    'aes-256-gcm',
    createHash('sha256').update(encryptionKey).digest(),
    iv,
  );
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return ['v1', ...[iv, body, cipher.getAuthTag()].map((bytes) => bytes.toString('hex'))].join(':');
}
