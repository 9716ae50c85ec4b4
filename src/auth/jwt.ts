// JSON Web Tokens signed with a secret of the project (RFC 7519). The algorithm is fixed; the header of a token
// cannot change it.
import { createHmac } from 'node:crypto';
import { LruMap, textBytes } from '../base/lru-map.ts';
import { isJsonObject, type JsonObject } from '../base/json.ts';

/** Algorithms for a shared secret. */
export type JwtAlgorithm = 'HS256' | 'HS384' | 'HS512';

export interface JwtOptions {
  readonly secret: string;
  readonly algorithm: JwtAlgorithm;
  /** Claims that are added to each token and required on verification. */
  readonly claims?: {
    readonly issuer?: string;
    readonly audience?: string;
    readonly subject?: string;
  };
}

/** Estimated bytes of the payload of a token, without its text. */
const BYTES_OF_PAYLOAD = 500;

/** Maximum length of a valid token, in characters. */
const MAX_LENGTH = 8000;

/** Signs and verifies tokens. */
export class Jwt {
  readonly #options: JwtOptions;
  readonly #key: Uint8Array;
  readonly #verified = new LruMap<string, JsonObject>(
    'verified_tokens',
    // The payload is a part of the token, in Base64.
    (_, token) => BYTES_OF_PAYLOAD + textBytes(token),
  );

  constructor(options: JwtOptions) {
    this.#options = options;
    this.#key = new TextEncoder().encode(options.secret);
  }

  /** Signs a payload. @param lifetime In seconds; `exp` and `iat` of the payload take precedence */
  async sign(payload: JsonObject, lifetime: number): Promise<string> {
    return this.signNow(payload, lifetime);
  }

  /** Synchronous version of `sign`. */
  signNow(payload: JsonObject, lifetime: number): string {
    const { algorithm, claims = {} } = this.#options;
    const now = Math.floor(Date.now() / 1000);
    const signed = [
      { alg: algorithm, typ: 'JWT' },
      { iat: now, exp: Math.floor(now + lifetime), ...payload, ...registered(claims) },
    ]
      .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
      .join('.');
    const mac = createHmac(`sha${algorithm.slice(2)}`, this.#key).update(signed);
    return `${signed}.${mac.digest('base64url')}`;
  }

  /** Returns the payload of a valid token, or null. */
  async verify(token: string): Promise<JsonObject | null> {
    if (token.length > MAX_LENGTH) return null;
    const cached = this.#verified.get(token);
    if (cached) return isCurrent(cached) ? cached : null;
    const payload = await this.#open(token);
    return payload === null ? null : this.#verified.set(token, payload);
  }

  async #open(token: string): Promise<JsonObject | null> {
    const { errors, jwtVerify } = await import('jose');
    const { algorithm, claims = {} } = this.#options;
    try {
      const { payload } = await jwtVerify(token, this.#key, { algorithms: [algorithm], ...claims });
      return isJsonObject(payload) ? payload : null;
    } catch (error) {
      if (error instanceof errors.JOSEError) return null;
      throw error;
    }
  }
}

/** The claims by their registered names (RFC 7519, 4.1). */
function registered({ issuer, audience, subject }: NonNullable<JwtOptions['claims']>): JsonObject {
  return {
    ...(issuer === undefined ? {} : { iss: issuer }),
    ...(audience === undefined ? {} : { aud: audience }),
    ...(subject === undefined ? {} : { sub: subject }),
  };
}

/** `exp` and `nbf` are seconds since 1970. */
function isCurrent({ exp, nbf }: JsonObject): boolean {
  const now = Math.floor(Date.now() / 1000);
  return (typeof exp !== 'number' || exp > now) && (typeof nbf !== 'number' || nbf <= now);
}
