// `ctx.session`: values in a signed cookie, in the format of koa-session. Read and written only if code uses it.
import type Koa from 'koa';
import type { Middleware } from './router.ts';
import { isRecord } from '../packages/strapi-utils/values.ts';
import type { Fields } from '../strapi/code-values.ts';

interface SessionOptions extends Fields {
  /** Name of the cookie. */
  readonly key: string;
  /** In milliseconds, or `session` for a cookie that ends with the browser. */
  readonly maxAge: number | 'session';
  /** If true, each response sets the cookie. */
  readonly rolling: boolean;
  /** If true, the cookie is set again in the second half of its lifetime. */
  readonly renew: boolean;
}

const DEFAULTS: SessionOptions = {
  key: 'koa.sess',
  maxAge: 86_400_000,
  overwrite: true,
  httpOnly: true,
  signed: true,
  rolling: false,
  renew: false,
};

/** Attributes of cookies. */
const ATTRIBUTES = ['secure', 'sameSite', 'path', 'domain', 'expires', 'priority', 'partitioned'];

/** Options that are used. As in koa-session, others have no effect. */
const NAMES: ReadonlySet<string> = new Set([...Object.keys(DEFAULTS), ...ATTRIBUTES]);

/** Options of koa-session that store sessions elsewhere, or in another format. */
const UNSUPPORTED = [
  'store',
  'ContextStore',
  'externalKey',
  'encode',
  'decode',
  'valid',
  'beforeSave',
  'prefix',
  'genid',
];

/** Properties of the cookie that are not part of the session. */
const EXPIRY = '_expire';
const MAX_AGE = '_maxAge';

/** Creates `strapi::session`. @param config Options of koa-session @throws Error for one that is not supported */
export function sessionMiddleware(config: Fields): Middleware {
  const unsupported = UNSUPPORTED.filter((name) => config[name] !== undefined);
  if (unsupported.length > 0) {
    const names = unsupported.join(', ');
    throw new Error(`Sessions are stored in cookies: strapi::session does not support ${names}.`);
  }
  const secure = process.env['NODE_ENV'] === 'production';
  const known = Object.entries(config).filter(([name]) => NAMES.has(name));
  const options: SessionOptions = { ...DEFAULTS, secure, ...Object.fromEntries(known) };
  return async (ctx, next) => {
    const used: { session?: Session } = {};
    const opened = (): Session => (used.session ??= new Session(ctx, options));
    Object.defineProperty(ctx, 'session', {
      configurable: true,
      get: () => opened().values,
      set: (values: unknown) => {
        opened().values = isRecord(values) ? values : null;
      },
    });
    try {
      return await next();
    } finally {
      used.session?.commit();
    }
  };
}

class Session {
  readonly #ctx: Koa.Context;
  readonly #options: SessionOptions;
  /** The values in the cookie, as JSON; null without a valid one. */
  readonly #stored: string | null;
  readonly #expiry: number | null;
  /** Null removes the cookie. */
  values: Fields | null;

  /** @throws Error without `app.keys` */
  constructor(ctx: Koa.Context, options: SessionOptions) {
    if (options['signed'] !== false && !hasKeys(ctx)) {
      throw new Error('ctx.session needs app.keys in config/server, which sign its cookie.');
    }
    this.#ctx = ctx;
    this.#options = options;
    const cookie = decode(ctx.cookies.get(options.key, { signed: options['signed'] !== false }));
    const { [EXPIRY]: expiry, [MAX_AGE]: _, ...values } = cookie ?? {};
    this.#expiry = typeof expiry === 'number' ? expiry : null;
    const isValid = cookie !== null && (this.#expiry === null || this.#expiry > Date.now());
    this.#stored = isValid ? JSON.stringify(values) : null;
    this.values = isValid ? values : {};
    Object.defineProperty(this.values, 'isNew', { value: !isValid });
  }

  /** Sets the cookie if the values have changed. */
  commit(): void {
    const { cookies } = this.#ctx;
    const { key, maxAge, rolling, renew: _renew, ...attributes } = this.#options;
    if (this.values === null) {
      if (this.#stored !== null) cookies.set(key, '', { ...attributes, maxAge: 0 });
      return;
    }
    const text = JSON.stringify(this.values);
    const isEmpty = this.#stored === null && text === '{}';
    const isSame = text === this.#stored && !rolling && !this.#isDue();
    if (isEmpty || isSame) return;
    const lasts = typeof maxAge === 'number';
    const expiry = lasts ? { [EXPIRY]: Date.now() + maxAge, [MAX_AGE]: maxAge } : {};
    const value = encode({ ...this.values, ...expiry });
    cookies.set(key, value, lasts ? { ...attributes, maxAge } : attributes);
  }

  #isDue(): boolean {
    const { renew, maxAge } = this.#options;
    if (!renew || this.#expiry === null || typeof maxAge !== 'number') return false;
    return this.#expiry - Date.now() < maxAge / 2;
  }
}

function hasKeys({ app }: Koa.Context): boolean {
  const keys: unknown = app.keys;
  return !Array.isArray(keys) || keys.length > 0;
}

function encode(values: Fields): string {
  return Buffer.from(JSON.stringify(values)).toString('base64');
}

/** Null for a missing or invalid cookie. */
function decode(text: string | undefined): Fields | null {
  if (text === undefined || text === '') return null;
  try {
    const values: unknown = JSON.parse(Buffer.from(text, 'base64').toString());
    return isRecord(values) ? { ...values } : null;
  } catch {
    return null;
  }
}
