// Routes of end users' accounts and sessions, built from the configuration of a project.
import { AccountMails } from '../../auth/users/account-mails.ts';
import {
  type AccountDependencies,
  passwordRule,
  type PasswordRule,
} from '../../auth/users/account-dependencies.ts';
import { overriddenWriter } from '../../auth/users/user-overrides.ts';
import { UserSessions } from '../../auth/users/user-sessions.ts';
import { ClientShare } from '../../http/routing/client-share.ts';
import { RateLimit } from '../../http/routing/rate-limit.ts';
import type { Route } from '../../http/routing/route.ts';
import { ownAccountRoutes } from '../../http/users/account-routes.ts';
import { sessionRoutes } from '../../http/users/session-routes.ts';
import {
  missingAccountActions,
  missingAccountAttributes,
} from '../../project/account-attributes.ts';
import { ProjectError } from '../../project/project-error.ts';
import type { UsersPermissionsConfig } from '../../project/plugins-config.ts';
import { toRecord } from '../../schema/raw.ts';
import { USER } from '../../schema/built-in/uids.ts';
import { publicAddresses } from '../public-addresses.ts';
import { refreshCookie } from './refresh-cookie.ts';
import type { Services } from '../build-services.ts';

/** Returns the routes of accounts and sessions. @throws ProjectError if the configuration is invalid */
export function accountRoutes(services: Services): readonly Route[] {
  const { project, engine, userTokens, prefix, workers } = services;
  const { plugins } = project.config;
  if (missingAccountAttributes(project.definitions).length > 0) return [];
  const accounts = accountDependencies(services);
  const dependencies = {
    limit: new RateLimit(plugins.usersPermissions.rateLimit, workers && 'accounts'),
    cookie: refreshCookie(project.config),
    prefix,
  };
  const sessions = userTokens.mode === 'refresh' ? new UserSessions(accounts, userTokens) : null;
  return [
    ...ownAccountRoutes({
      ...dependencies,
      accounts,
      share: new ClientShare(),
      omitted: new Set(missingAccountActions(project.definitions)),
      parseQuery: (query) => engine.reader.parse(query),
    }),
    ...sessionRoutes({ ...dependencies, sessions }),
  ];
}

/** Dependencies of the account routes. @throws ProjectError for invalid settings */
export function accountDependencies({
  project,
  store,
  engine,
  tables,
  signIns,
  sendMail,
  overrides: { users: overrides },
}: Services): AccountDependencies {
  const { database, registry } = store;
  const { usersPermissions } = project.config.plugins;
  const { reader, writer } = engine;
  return {
    database,
    tables,
    reader,
    writer: overriddenWriter({ writer, overrides, database, tables }),
    overrides,
    type: registry.contentType(USER),
    signIns,
    mails: new AccountMails({ database, sendMail, addresses: publicAddresses(project.config) }),
    passwordRule: passwordRuleOf(usersPermissions),
    allowedFields: usersPermissions.registerAllowedFields,
  };
}

/** @throws ProjectError if the rule is not a function */
export function passwordRuleOf({ raw }: UsersPermissionsConfig): PasswordRule | null {
  const rule = toRecord(raw['validationRules'])['validatePassword'];
  if (rule === undefined || rule === null) return null;
  if (typeof rule === 'function')
    return passwordRule((password) => Reflect.apply(rule, null, [password]));
  const path = 'users-permissions.config.validationRules.validatePassword';
  const message = 'This must be a function that validates a password.';
  throw new ProjectError([{ file: 'config/plugins', path, message }]);
}
