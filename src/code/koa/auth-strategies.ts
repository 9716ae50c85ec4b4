// Authentication strategies of project code, for callers that no built-in strategy authenticates.
import type Koa from 'koa';
import { AppError } from '../../base/errors.ts';
import type { ReadAccess } from '../../query/access.ts';
import { isRecord } from '../../schema/raw.ts';
import { contentTypeUids, mayFind } from '../packages/strapi-utils/access-scopes.ts';
import type { Callable } from '../strapi/code-values.ts';

/** A strategy as project code registers it. */
interface Strategy {
  readonly authenticate: Callable;
  readonly verify: Callable | null;
  /** The registered object. */
  readonly own: object;
}

const ACCESS: unique symbol = Symbol('access');

/** `ctx.state.auth` of a caller that a registered strategy has authenticated. */
export interface StrategyAuth {
  readonly strategy: object;
  readonly credentials: unknown;
  readonly ability: unknown;
  /** Access of the caller to related entries. */
  [ACCESS]?: ReadAccess;
}

const verifiers = new WeakMap<object, Callable | null>();

/** The strategies of the content API, in the order of their registration. */
export class AuthStrategies {
  readonly #strategies: Strategy[] = [];
  readonly #replacesBuiltIn: () => boolean;

  /** @param replacesBuiltIn Returns true if project code has replaced the built-in authentication of users */
  constructor(replacesBuiltIn: () => boolean) {
    this.#replacesBuiltIn = replacesBuiltIn;
  }

  /** True if the server authenticates all callers itself. */
  get isEmpty(): boolean {
    return this.#strategies.length === 0 && !this.#replacesBuiltIn();
  }

  /** @throws Error for an invalid strategy */
  register(strategy: unknown): void {
    this.#strategies.push(toStrategy(strategy));
  }

  /**
   * Tries the strategies in order. @param selected The name of one, or a strategy; all by default
   * @returns null if none authenticates the caller
   * @throws UnauthorizedError with the error that a strategy returns, Error for an invalid strategy
   */
  async authenticate(ctx: Koa.Context, selected?: unknown): Promise<StrategyAuth | null> {
    for (const { own, authenticate, verify } of this.#selected(selected)) {
      const result: unknown = await Reflect.apply(authenticate, own, [ctx]);
      const { authenticated, credentials, ability, error } = isRecord(result) ? result : {};
      if (error !== undefined && error !== null) throw unauthorized(error);
      if (authenticated !== true) continue;
      verifiers.set(own, verify);
      const auth = { strategy: own, credentials, ability: ability ?? null };
      return Object.assign(auth, { [ACCESS]: await accessFor(auth) });
    }
    return null;
  }

  #selected(selected: unknown): readonly Strategy[] {
    if (selected === undefined) return this.#strategies;
    if (typeof selected !== 'string') return [toStrategy(selected)];
    return this.#strategies.filter(({ own }) => Reflect.get(own, 'name') === selected);
  }
}

/** Returns true for the state of a caller that a registered strategy has authenticated. */
export function isStrategyAuth(auth: unknown): auth is StrategyAuth {
  return isRecord(auth) && verifiers.has(Object(auth['strategy']) as object);
}

/** Returns the access of such a caller to related entries; none for a copy from an earlier request. */
export function accessOfStrategy(auth: StrategyAuth): ReadAccess {
  return auth[ACCESS] ?? { key: 'strategy:', mayFind: () => false };
}

/** Verifies a caller with its strategy. @param config `auth` of the route @throws errors of the strategy */
export async function verifyByStrategy(auth: StrategyAuth, config: unknown): Promise<void> {
  const verify = verifiers.get(auth.strategy);
  if (verify) await Reflect.apply(verify, auth.strategy, [auth, config]);
}

async function accessFor(auth: StrategyAuth): Promise<ReadAccess> {
  const found = new Set<string>();
  for (const uid of contentTypeUids()) if (await mayFind(auth, uid)) found.add(uid);
  return { key: `strategy:${[...found].sort().join(' ')}`, mayFind: (uid) => found.has(uid) };
}

/** @throws Error */
function toStrategy(value: unknown): Strategy {
  if (!isRecord(value)) throw new Error('An authentication strategy must be an object.');
  const { name, authenticate, verify } = value;
  if (typeof name !== 'string' || typeof authenticate !== 'function') {
    throw new Error('An authentication strategy needs a name and a function "authenticate".');
  }
  return {
    authenticate: authenticate as Callable,
    verify: typeof verify === 'function' ? (verify as Callable) : null,
    own: value,
  };
}

function unauthorized(error: unknown): AppError {
  const message = error instanceof Error ? error.message : String(error);
  return new AppError('UnauthorizedError', message);
}
