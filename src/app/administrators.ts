// In charge of administrators and their sign-in as a project's configuration has them (spec/auth.md sections 4 and 10).
import { AdminAccounts } from '../auth/admin/admin-accounts.ts';
import { AdminAuthenticator } from '../auth/admin/admin-authenticator.ts';
import { AdminSessions, type AdminLifespans } from '../auth/admin/admin-sessions.ts';
import { Jwt } from '../auth/jwt.ts';
import type { Tables } from '../auth/tables.ts';
import type { AdminCookie } from '../http/admin/session-routes.ts';
import type { RateLimitOptions } from '../http/rate-limit.ts';
import type { Config } from '../project/config.ts';
import type { Project } from '../project/load.ts';
import { toRecord, valueAt } from '../schema/raw.ts';
import type { Store } from './store.ts';

type AdminSettings = Pick<Config, 'admin'>;

/** The administrators of a project. */
export interface Administrators {
  readonly accounts: AdminAccounts;
  readonly sessions: AdminSessions;
  readonly authenticator: AdminAuthenticator;
}

/** Accounts and sessions of administrators, and who of them is let in. */
export function createAdministrators(
  { config, definitions }: Project,
  { registry, database }: Store,
  tables: Tables,
): Administrators {
  const jwt = new Jwt({ secret: config.admin.authSecret, algorithm: 'HS256' });
  const sessions = new AdminSessions({ database, tables, jwt, lifespans: lifespansOf(config) });
  const hidden = definitions.filter(({ json }) => isHidden(json)).map(({ uid }) => uid);
  const types = { registry, hidden: new Set(hidden) };
  const tokenSalt = config.admin.apiTokenSalt;
  return {
    accounts: new AdminAccounts({ database, tables, sessions, types }),
    sessions,
    authenticator: new AdminAuthenticator({ database, tables, sessions, tokenSalt }),
  };
}

/** True for a type that the administration does not show. */
function isHidden(json: unknown): boolean {
  const options = toRecord(toRecord(toRecord(json)['pluginOptions'])['content-manager']);
  return options['visible'] === false;
}

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** How long sessions last, by `auth.sessions`. */
function lifespansOf({ admin }: AdminSettings): AdminLifespans {
  const seconds = (name: string, usual: number): number => {
    const value = Number(valueAt(admin.raw, `auth.sessions.${name}`) ?? usual);
    return Number.isFinite(value) && value > 0 ? value : usual;
  };
  return {
    access: seconds('accessTokenLifespan', 30 * MINUTE),
    remembered: {
      idle: seconds('idleRefreshTokenLifespan', 14 * DAY),
      most: seconds('maxRefreshTokenLifespan', 30 * DAY),
    },
    session: {
      idle: seconds('idleSessionLifespan', 2 * HOUR),
      most: seconds('maxSessionLifespan', DAY),
    },
  };
}

/** How often an administrator may try to sign in, by `rateLimit`. */
export function adminRateLimit({ admin }: AdminSettings): RateLimitOptions {
  const options = toRecord(admin.raw['rateLimit']);
  const max = Number(options['max'] ?? 5);
  return {
    enabled: options['enabled'] !== false,
    interval: toMilliseconds(options['interval']),
    max: Number.isInteger(max) && max > 0 ? max : 5,
  };
}

const UNITS: Readonly<Record<string, number>> = {
  sec: 1,
  min: MINUTE,
  hour: HOUR,
  day: DAY,
  week: 7 * DAY,
};

/** An interval: milliseconds, or an object such as `{min: 5}`. */
function toMilliseconds(interval: unknown): number {
  const parts = Object.entries(toRecord(interval)).map(
    ([unit, count]) => (UNITS[unit] ?? 0) * 1000 * Number(count),
  );
  const sum = typeof interval === 'number' ? interval : parts.reduce((all, part) => all + part, 0);
  return Number.isFinite(sum) && sum > 0 ? sum : 5 * MINUTE * 1000;
}

/** The cookie of sessions, by `auth.cookie`. */
export function adminCookie({ admin }: AdminSettings): AdminCookie {
  const path = valueAt(admin.raw, 'auth.cookie.path');
  const isSecure = valueAt(admin.raw, 'auth.cookie.secure');
  return {
    path: typeof path === 'string' && /^\/[^;\s]*$/.test(path) ? path : '/admin',
    isSecure: typeof isSecure === 'boolean' ? isSecure : null,
  };
}
