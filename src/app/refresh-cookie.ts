// Cookie for refresh tokens, built from `sessions.cookie` of users-permissions.
import type { Cookie, SameSite } from '../http/response/cookies.ts';
import type { RefreshCookie } from '../http/users/refresh-cookie.ts';
import type { Config } from '../project/config.ts';
import { ProjectError } from '../project/project-error.ts';
import { toRecord, type RawRecord } from '../schema/raw.ts';

/** Returns the cookie options of a project. @throws ProjectError if they are invalid */
export function refreshCookie({
  nodeEnv,
  plugins,
}: Pick<Config, 'nodeEnv' | 'plugins'>): RefreshCookie {
  const { sessions } = plugins.usersPermissions;
  const given = toRecord(sessions['cookie']);
  const { secure } = given;
  const cookie: Omit<Cookie, 'value'> = {
    name: text(given, 'name', /^[\w!#$%&'*+.^`|~-]+$/) ?? 'strapi_up_refresh',
    path: text(given, 'path', /^\/[\x20-\x3A\x3C-\x7E]*$/) ?? '/',
    domain: text(given, 'domain', /^[a-zA-Z\d.-]+$/),
    sameSite: sameSiteOf(given['sameSite']),
    maxAge: maxAgeOf(given['maxAge']),
    // Over plain HTTP a browser rejects a secure cookie; the security is worth more than that.
    isSecure: typeof secure === 'boolean' ? secure : nodeEnv === 'production',
  };
  return { always: Boolean(sessions['httpOnly']), cookie };
}

function text(given: RawRecord, name: string, form: RegExp): string | null {
  const value = given[name];
  if (value === undefined || value === null) return null;
  if (typeof value === 'string' && form.test(value)) return value;
  throw refused(name, 'This is not a valid cookie attribute.');
}

function sameSiteOf(given: unknown): SameSite {
  if (given === undefined || given === null) return 'Lax';
  if (given === true) return 'Strict';
  const value = String(given).toLowerCase();
  const found = (['Lax', 'Strict', 'None'] as const).find((each) => each.toLowerCase() === value);
  if (found) return found;
  throw refused('sameSite', 'This must be "lax", "strict" or "none".');
}

/** @param given Milliseconds, as in Strapi @returns seconds */
function maxAgeOf(given: unknown): number | null {
  if (given === undefined || given === null) return null;
  if (typeof given === 'number' && given > 0) return Math.floor(given / 1000);
  throw refused('maxAge', 'This must be milliseconds.');
}

function refused(name: string, message: string): ProjectError {
  const path = `users-permissions.config.sessions.cookie.${name}`;
  return new ProjectError([{ file: 'config/plugins', path, message }]);
}
