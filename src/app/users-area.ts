// In charge of users as others keep them: what answers under `/api/users`.
import { UserRecords } from '../auth/user-records/user-records.ts';
import type { Route } from '../http/bind-routes.ts';
import { userRoutes } from '../http/users/user-routes.ts';
import { USER } from '../schema/built-in/uids.ts';
import type { Foundation } from './foundation.ts';

/** The routes of users. */
export function userArea({
  project,
  store,
  engine,
  authenticator,
  tables,
  prefix,
}: Foundation): readonly Route[] {
  const { database, registry } = store;
  const { reader, writer } = engine;
  const type = registry.contentType(USER);
  return userRoutes({
    prefix,
    authenticator,
    database,
    reader,
    records: new UserRecords({ database, tables, reader, writer, type }),
    type,
    blocked: project.blockedPlugins['users-permissions'],
  });
}
