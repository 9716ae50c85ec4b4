// In charge of what travels through a browser and comes back unread and unchanged: encrypted with a key of the project,
// for one purpose and a short time (RFC 7516).
import { hkdfSync } from 'node:crypto';
import { isJsonObject, type JsonObject } from '../../base/json.ts';

/** Longer words are none of ours; in characters. */
const MAX_LENGTH = 4000;

export interface SealOptions {
  /** Secrets: the first seals, all of them open. */
  readonly keys: readonly string[];
  /** What is sealed for one purpose cannot be opened for another. */
  readonly purpose: string;
  /** Seconds that a sealed word is good for. */
  readonly lifetime: number;
}

/** Seals and opens. */
export class Seal {
  readonly #keys: readonly Uint8Array[];
  readonly #lifetime: number;

  constructor({ keys, purpose, lifetime }: SealOptions) {
    this.#keys = keys.map((key) => new Uint8Array(hkdfSync('sha256', key, '', purpose, 32)));
    this.#lifetime = lifetime;
  }

  /** A word that only `open` can read. */
  async seal(payload: JsonObject): Promise<string> {
    const { EncryptJWT } = await import('jose');
    const [key] = this.#keys;
    if (!key) throw new Error('there is no key to seal with');
    const now = Math.floor(Date.now() / 1000);
    return new EncryptJWT({ ...payload, iat: now, exp: now + this.#lifetime })
      .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
      .encrypt(key);
  }

  /** What was sealed; null for any other word, and one whose time is over. */
  async open(word: string): Promise<JsonObject | null> {
    if (word.length > MAX_LENGTH) return null;
    const { errors, jwtDecrypt } = await import('jose');
    for (const key of this.#keys) {
      try {
        const { payload } = await jwtDecrypt(word, key, {
          keyManagementAlgorithms: ['dir'],
          contentEncryptionAlgorithms: ['A256GCM'],
          requiredClaims: ['exp'],
        });
        if (isJsonObject(payload)) return payload;
      } catch (error) {
        if (!(error instanceof errors.JOSEError)) throw error;
      }
    }
    return null;
  }
}
