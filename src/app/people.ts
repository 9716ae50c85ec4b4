// Creates the services for people: invitations, passwords and records of administrators. Imported on demand.
import { AdminInvitations } from '../auth/admin/admin-invitations.ts';
import { AdminPasswordMail } from '../auth/admin/admin-password-mail.ts';
import { AdminPasswords } from '../auth/admin/admin-passwords.ts';
import { AdminUserRecords } from '../auth/admin/admin-user-records.ts';
import { toSeconds } from '../auth/lifespan.ts';
import { AdminList } from '../http/admin/admin-list.ts';
import { ADMIN_USER } from '../schema/built-in/uids.ts';
import type { Services } from './build-services.ts';
import { publicAddresses } from './public-addresses.ts';

/** Services for people. */
export interface People {
  readonly records: AdminUserRecords;
  readonly invitations: AdminInvitations;
  readonly passwords: AdminPasswords;
  /** The list of administrators. */
  readonly users: AdminList;
}

/** Private attributes of administrators that are shown in the list. */
const SHOWN = ['email', 'isActive', 'blocked'];

/** Default lifespan of links to reset passwords, in seconds. */
const HOUR = 3600;

/** Creates the services. */
export function createPeople(services: Services): People {
  const { store, engine, administrators, tables } = services;
  const { database, registry } = store;
  const { sessions } = administrators;
  return {
    records: new AdminUserRecords({ database, tables }),
    invitations: new AdminInvitations({ database, tables, sessions }),
    passwords: createPasswords(services),
    users: new AdminList(engine.reader, registry.contentType(ADMIN_USER), SHOWN),
  };
}

/** From `forgotPassword` of config/admin. */
function createPasswords({
  project: { config },
  store: { database },
  administrators: { sessions },
  tables,
  sendMail,
}: Services): AdminPasswords {
  const { expiresIn, ...mail } = config.admin.forgotPassword;
  const { admin: panel } = publicAddresses(config);
  return new AdminPasswords({
    database,
    tables,
    sessions,
    lifespan: toSeconds(expiresIn) ?? HOUR,
    mail: new AdminPasswordMail({ ...mail, sendMail, panel }),
  });
}
