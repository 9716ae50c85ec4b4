// Creates the token service of end users from the configuration (docs/strapi/accounts.md, "Sessions";
// docs/strapi/server.md, "Configuration").
import { Jwt, type JwtAlgorithm } from '../../auth/jwt.ts';
import { parseLifespan } from '../../auth/lifespan.ts';
import { UserTokens } from '../../auth/users/user-tokens.ts';
import type { Config } from '../../project/config.ts';
import { ProjectError } from '../../project/project-error.ts';
import { toText } from '../../schema/raw.ts';

const ALGORITHMS: readonly JwtAlgorithm[] = ['HS256', 'HS384', 'HS512'];

/** In seconds. */
const DAY = 24 * 60 * 60;
const DEFAULT_LIFESPANS = {
  accessTokenLifespan: 600,
  idleRefreshTokenLifespan: 14 * DAY,
  maxRefreshTokenLifespan: 30 * DAY,
} as const;

/** Creates tokens as `users-permissions.config` defines them. @throws ProjectError if an option is invalid */
export function createUserTokens({ plugins }: Pick<Config, 'plugins'>): UserTokens {
  const { jwtSecret, jwt, jwtManagement, sessions } = plugins.usersPermissions;
  const algorithm = ALGORITHMS.find((each) => each === (jwt['algorithm'] ?? 'HS256'));
  if (!algorithm) throw invalidSetting('jwt.algorithm', `Use one of ${ALGORITHMS.join(', ')}.`);
  const lifespan = (name: keyof typeof DEFAULT_LIFESPANS): number =>
    seconds(`sessions.${name}`, sessions[name] ?? DEFAULT_LIFESPANS[name]);
  const isRefresh = jwtManagement === 'refresh';
  const claims = {
    ...optional('issuer', jwt['issuer']),
    ...optional('audience', jwt['audience']),
    ...optional('subject', jwt['subject']),
  };
  return new UserTokens({
    jwt: new Jwt({ secret: jwtSecret, algorithm, claims }),
    mode: jwtManagement,
    lifetime: isRefresh
      ? lifespan('accessTokenLifespan')
      : seconds('jwt.expiresIn', jwt['expiresIn']),
    sessions: {
      idle: lifespan('idleRefreshTokenLifespan'),
      max: lifespan('maxRefreshTokenLifespan'),
    },
  });
}

/** @throws ProjectError if the value is not a duration */
function seconds(path: string, span: unknown): number {
  const found = parseLifespan(span);
  if (found === null)
    throw invalidSetting(path, 'This must be seconds, or a string such as "30d".');
  return found;
}

function optional<K extends string>(name: K, value: unknown): { readonly [_ in K]?: string } {
  const text = toText(value);
  return text === undefined ? {} : ({ [name]: text } as { readonly [_ in K]?: string });
}

function invalidSetting(path: string, message: string): ProjectError {
  const at = `users-permissions.config.${path}`;
  return new ProjectError([{ file: 'config/plugins', path: at, message }]);
}
