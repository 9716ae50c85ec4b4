// Encrypts data that passes through a browser, for one purpose and a short time (RFC 7516).
import { hkdfSync } from 'node:crypto';
import { isJsonObject, type JsonObject } from '../../base/json.ts';

/** Maximum length of sealed data, in characters. */
const MAX_LENGTH = 4000;

export interface SealOptions {
  /** Secrets: the first encrypts, all decrypt. */
  readonly keys: readonly string[];
  /** Data sealed for one purpose cannot be opened for another. */
  readonly purpose: string;
  /** In seconds. */
  readonly lifetime: number;
}

/** Encrypts and decrypts. */
export class Seal {
  readonly #keys: readonly Uint8Array[];
  readonly #lifetime: number;

  constructor({ keys, purpose, lifetime }: SealOptions) {
    this.#keys = keys.map((key) => new Uint8Array(hkdfSync('sha256', key, '', purpose, 32)));
    this.#lifetime = lifetime;
  }

  /** Encrypts a payload. */
  async seal(payload: JsonObject): Promise<string> {
    const { EncryptJWT } = await import('jose');
    const [key] = this.#keys;
    if (!key) throw new Error('there is no key to seal with');
    const now = Math.floor(Date.now() / 1000);
    return new EncryptJWT({ ...payload, iat: now, exp: now + this.#lifetime })
      .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
      .encrypt(key);
  }

  /** Decrypts a payload. @returns null for invalid or expired data */
  async open(sealed: string): Promise<JsonObject | null> {
    if (sealed.length > MAX_LENGTH) return null;
    const { errors, jwtDecrypt } = await import('jose');
    for (const key of this.#keys) {
      try {
        const { payload } = await jwtDecrypt(sealed, key, {
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
