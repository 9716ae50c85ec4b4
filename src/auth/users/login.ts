// In charge of signing in with a password (spec/auth.md section 5, "POST /api/auth/local").
import { AppError, validationError } from '../../base/errors.ts';
import { isJsonObject } from '../../base/json.ts';
import type { ReadAccess } from '../../query/access.ts';
import { coreStoreValue } from '../../storage/core-store.ts';
import type { Reading } from '../../storage/database.ts';
import { findAccount } from './account.ts';
import { readUser, settingsOf, type AccountParts, type SignedIn } from './account-parts.ts';
import type { Device } from './sign-in.ts';
import { isStoredPassword } from './stored-password.ts';

/** Who signs in. */
export interface LoginRequest {
  readonly body: unknown;
  readonly access: ReadAccess;
  readonly device: Device;
}

/** Signs in by name or address. @throws AppError: nobody learns of an account whose password they do not know */
export async function logIn(
  parts: AccountParts,
  { body, access, device }: LoginRequest,
): Promise<SignedIn> {
  const { database, tables, signIns } = parts;
  if (!(await database.read(isLocalOn()))) throw refused('This provider is disabled');
  const { checkLogin } = await import('./account-forms.ts');
  const { identifier, password } = await checkLogin(body ?? {});
  const account = await database.read(
    findAccount(tables, [
      { provider: 'local', email: identifier.toLowerCase() },
      { provider: 'local', username: identifier },
    ]),
  );
  const isRight = await isStoredPassword(password, account?.password ?? null);
  if (!account || !isRight) throw wrong();
  const settings = await settingsOf(parts);
  if (settings['email_confirmation'] && !account.confirmed) {
    throw refused('Your account email is not confirmed');
  }
  if (account.blocked) throw refused('Your account has been blocked by an administrator');
  // A new password ends what was opened with the old one, and a hash takes its time to be compared.
  const stillMay = function* (): Reading<void> {
    const now = yield* findAccount(tables, [{ id: account.id }]);
    if (now?.password !== account.password) throw wrong();
  };
  const tokens = await signIns.open(account.id, device, stillMay);
  return { tokens, user: await readUser(parts, account.id, access) };
}

/** Passwords are one of the providers; it is on where nothing is stored. */
function* isLocalOn(): Reading<boolean> {
  const grant = yield* coreStoreValue('plugin_users-permissions_grant');
  if (!isJsonObject(grant)) return true;
  const { email } = grant;
  return isJsonObject(email) && Boolean(email['enabled']);
}

function wrong(): AppError {
  return validationError('Invalid identifier or password');
}

function refused(message: string): AppError {
  return new AppError('ApplicationError', message);
}
