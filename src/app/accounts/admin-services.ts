// Creates the services for administrators: invitations, passwords, roles and permissions. Imported on demand.
import { AdminInvitations } from '../../auth/admin/admin-invitations.ts';
import { AdminPasswordMail } from '../../auth/admin/admin-password-mail.ts';
import { AdminPasswords } from '../../auth/admin/admin-passwords.ts';
import { AdminPermissions } from '../../auth/admin/admin-permissions.ts';
import { AdminRoleRecords } from '../../auth/admin/admin-role-records.ts';
import { AdminUserRecords } from '../../auth/admin/admin-user-records.ts';
import { parseLifespan } from '../../auth/lifespan.ts';
import { AdminList } from '../../http/admin/admin-list.ts';
import { ADMIN_ROLE, ADMIN_USER } from '../../schema/built-in/uids.ts';
import type { Services } from '../build-services.ts';
import { createLocales } from '../engine.ts';
import { publicAddresses } from '../public-addresses.ts';

/** Services for administrators. */
export interface AdminServices {
  readonly records: AdminUserRecords;
  readonly invitations: AdminInvitations;
  readonly passwords: AdminPasswords;
  /** The list of administrators. */
  readonly users: AdminList;
  readonly roles: AdminRoleRecords;
  readonly roleList: AdminList;
  readonly permissions: AdminPermissions;
}

/** Private attributes of administrators that are shown in the list. */
const SHOWN = ['email', 'isActive', 'blocked'];

/** What the list can be sorted and filtered by. */
const QUERIED = ['firstname', 'lastname', 'username', 'email', 'isActive'];

/** Default lifespan of links to reset passwords, in seconds. */
const HOUR = 3600;

export function createAdminServices(services: Services): AdminServices {
  const { project, store, engine, administrators, tables } = services;
  const { database, registry } = store;
  const { sessions, types } = administrators;
  const locales = createLocales(project, store, engine);
  return {
    records: new AdminUserRecords({ database, tables, registry }),
    invitations: new AdminInvitations({ database, tables, sessions }),
    passwords: createPasswords(services),
    users: new AdminList(engine.reader, registry.contentType(ADMIN_USER), {
      visible: SHOWN,
      queried: QUERIED,
    }),
    roles: new AdminRoleRecords({ database, tables }),
    roleList: new AdminList(engine.reader, registry.contentType(ADMIN_ROLE)),
    permissions: new AdminPermissions({
      database,
      tables,
      types,
      locale: engine.locale,
      locales: async () => {
        const all = await locales.list();
        return all.map((each) => ({ ...each, isDefault: locales.isDefault(each) }));
      },
    }),
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
    lifespan: parseLifespan(expiresIn) ?? HOUR,
    mail: new AdminPasswordMail({ ...mail, sendMail, panel }),
  });
}
