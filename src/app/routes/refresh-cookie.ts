// Cookie for refresh tokens, built from `sessions.cookie` of users-permissions.
import type { Cookie, SameSite } from '../../http/response/cookies.ts';
import type { RefreshCookie } from '../../http/users/refresh-cookie.ts';
import type { Config } from '../../project/config.ts';
import { ProjectError } from '../../project/project-error.ts';
import { toRecord, type RawRecord } from '../../schema/raw.ts';

/** Returns the cookie options of a project. @throws ProjectError if they are invalid */
export function refreshCookie({
  nodeEnv,
  plugins,
}: Pick<Config, 'nodeEnv' | 'plugins'>): RefreshCookie {
  const { sessions } = plugins.usersPermissions;
  const configured = toRecord(sessions['cookie']);
  const { secure } = configured;
  const cookie: Omit<Cookie, 'value'> = {
    name: text(configured, 'name', /^[\w!#$%&'*+.^`|~-]+$/) ?? 'strapi_up_refresh',
    path: text(configured, 'path', /^\/[\x20-\x3A\x3C-\x7E]*$/) ?? '/',
    domain: text(configured, 'domain', /^[a-zA-Z\d.-]+$/),
    sameSite: sameSiteOf(configured['sameSite']),
    maxAge: maxAgeOf(configured['maxAge']),
    // Over plain HTTP a browser rejects a secure cookie; the security is worth more than that.
    isSecure: typeof secure === 'boolean' ? secure : nodeEnv === 'production',
  };
  return { always: Boolean(sessions['httpOnly']), cookie };
}

function text(config: RawRecord, name: string, form: RegExp): string | null {
  const value = config[name];
  if (value === undefined || value === null) return null;
  if (typeof value === 'string' && form.test(value)) return value;
  throw invalidSetting(name, 'This is not a valid cookie attribute.');
}

function sameSiteOf(setting: unknown): SameSite {
  if (setting === undefined || setting === null) return 'Lax';
  if (setting === true) return 'Strict';
  const value = String(setting).toLowerCase();
  const found = (['Lax', 'Strict', 'None'] as const).find((each) => each.toLowerCase() === value);
  if (found) return found;
  throw invalidSetting('sameSite', 'This must be "lax", "strict" or "none".');
}

/** @param given Milliseconds, as in Strapi @returns seconds */
function maxAgeOf(value: unknown): number | null {
  if (value === undefined || value === null) return null;
  if (typeof value === 'number' && value > 0) return Math.floor(value / 1000);
  throw invalidSetting('maxAge', 'This must be milliseconds.');
}

function invalidSetting(name: string, message: string): ProjectError {
  const path = `users-permissions.config.sessions.cookie.${name}`;
  return new ProjectError([{ file: 'config/plugins', path, message }]);
}
