// `strapi.service('admin::auth')`: passwords of administrators.
import { hashPassword, isStoredPassword } from '../../auth/password-hash.ts';
import { ADMIN_USER } from '../../schema/built-in/uids.ts';
import { notAvailable } from '../strapi/not-available.ts';
import type { Service, Strapi } from '../strapi/strapi.ts';

interface Credentials {
  readonly email: string;
  readonly password: string;
}

export function adminAuthService({ strapi }: { readonly strapi: Strapi }): Service {
  const unavailable = (name: string, route: string) => (): never => {
    throw notAvailable(`service('admin::auth').${name}`, route);
  };
  return {
    hashPassword: (password: string) => hashPassword(String(password), 'administrator'),
    validatePassword: (password: string, hash: string) =>
      isStoredPassword(String(password), hash, 'administrator'),
    /** Returns what passport expects: an error, the administrator or false, and a reason. */
    async checkCredentials({ email, password }: Credentials): Promise<readonly unknown[]> {
      const admin = await strapi.db.query(ADMIN_USER).findOne({ where: { email } });
      const hash = admin?.['password'];
      const isRight = await isStoredPassword(
        password,
        typeof hash === 'string' ? hash : null,
        'administrator',
      );
      if (!admin || !isRight) return [null, false, { message: 'Invalid credentials' }];
      return admin['isActive'] === true
        ? [null, admin]
        : [null, false, { message: 'User not active' }];
    },
    forgotPassword: unavailable('forgotPassword', 'POST /admin/forgot-password'),
    resetPassword: unavailable('resetPassword', 'POST /admin/reset-password'),
  };
}
