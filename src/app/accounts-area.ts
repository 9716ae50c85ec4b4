// In charge of end users' own accounts and sessions: what answers under `/api/auth`.
import { AccountMails } from '../auth/users/account-mails.ts';
import type { AccountParts } from '../auth/users/account-parts.ts';
import { passwordRule, type PasswordRule } from '../auth/users/password-rule.ts';
import { UserSessions } from '../auth/users/user-sessions.ts';
import type { Route } from '../http/bind-routes.ts';
import { RateLimit } from '../http/rate-limit.ts';
import { ownAccountRoutes } from '../http/users/account-routes.ts';
import { sessionRoutes } from '../http/users/session-routes.ts';
import { ProjectError } from '../project/project-error.ts';
import type { UsersPermissionsConfig } from '../project/plugins-config.ts';
import { toRecord } from '../schema/raw.ts';
import { USER } from '../schema/built-in/uids.ts';
import type { Foundation } from './foundation.ts';
import { publicAddresses } from './public-addresses.ts';
import { refreshCookie } from './refresh-cookie.ts';

/** The routes of accounts and sessions. @throws ProjectError for settings that cannot be met */
export function accountArea(foundation: Foundation): readonly Route[] {
  const { project, engine, authenticator, userTokens, prefix, peers } = foundation;
  const { plugins } = project.config;
  const accounts = accountParts(foundation);
  const parts = {
    authenticator,
    limit: new RateLimit(plugins.usersPermissions.rateLimit, peers && 'accounts'),
    cookie: refreshCookie(project.config),
    prefix,
    blocked: project.blockedPlugins['users-permissions'] ?? incomplete(accounts),
  };
  const sessions = userTokens.mode === 'refresh' ? new UserSessions(accounts, userTokens) : null;
  return [
    ...ownAccountRoutes({
      ...parts,
      accounts,
      parseQuery: (text) => engine.reader.parse(text),
    }),
    ...sessionRoutes({ ...parts, sessions }),
  ];
}

function accountParts({
  project,
  store,
  engine,
  tables,
  signIns,
  sendMail,
}: Foundation): AccountParts {
  const { database, registry } = store;
  const { usersPermissions } = project.config.plugins;
  const { reader, writer } = engine;
  return {
    database,
    tables,
    reader,
    writer,
    type: registry.contentType(USER),
    signIns,
    mails: new AccountMails({ database, sendMail, addresses: publicAddresses(project.config) }),
    passwordRule: passwordRuleOf(usersPermissions),
    allowedFields: usersPermissions.registerAllowedFields,
  };
}

const NEEDED = [
  'username',
  'email',
  'provider',
  'password',
  'confirmed',
  'blocked',
  'role',
  'resetPasswordToken',
  'confirmationToken',
];

/** Why nothing is served where a project's own users lack what accounts need. */
function incomplete({ type }: AccountParts): string | null {
  const missing = NEEDED.filter((name) => !type.attributes.has(name));
  if (missing.length === 0) return null;
  return `The user type of this project lacks ${missing.join(', ')}: add it to the schema.`;
}

/** @throws ProjectError for what is no function */
export function passwordRuleOf({ raw }: UsersPermissionsConfig): PasswordRule | null {
  const rule = toRecord(raw['validationRules'])['validatePassword'];
  if (rule === undefined || rule === null) return null;
  if (typeof rule === 'function')
    return passwordRule((password) => Reflect.apply(rule, null, [password]));
  const path = 'users-permissions.config.validationRules.validatePassword';
  const message = 'This must be a function that validates a password.';
  throw new ProjectError([{ file: 'config/plugins', path, message }]);
}
