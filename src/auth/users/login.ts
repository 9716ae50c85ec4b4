// Password sign-in (docs/strapi/accounts.md, "Sign-in").
import { AppError, validationError } from '../../base/errors.ts';
import type { ReadAccess } from '../../query/access.ts';
import type { ReadSteps } from '../../storage/session.ts';
import { findProvider } from '../providers/find-provider.ts';
import { findAccount } from './account.ts';
import {
  readUser,
  settingsOf,
  type AccountDependencies,
  type SignInResult,
} from './account-dependencies.ts';
import type { Device } from './sign-in.ts';
import { isRightPassword } from './user-overrides.ts';

/** A sign-in request. */
export interface LoginRequest {
  readonly body: unknown;
  readonly access: ReadAccess;
  readonly device: Device;
}

/** Signs in by username or email address. @throws AppError, the same whether the account exists or not */
export async function logIn(
  dependencies: AccountDependencies,
  { body, access, device }: LoginRequest,
): Promise<SignInResult> {
  const { database, tables, signIns, overrides } = dependencies;
  // Password sign-in is one of the providers.
  const provider = await database.read(findProvider(new Map(), 'email'));
  if (provider === 'disabled') throw rejected('This provider is disabled');
  const { checkLogin } = await import('./account-forms.ts');
  const { identifier, password } = await checkLogin(body ?? {});
  const account = await database.read(
    findAccount(tables, [
      { provider: 'local', email: identifier.toLowerCase() },
      { provider: 'local', username: identifier },
    ]),
  );
  const isRight = await isRightPassword(overrides, password, account?.password ?? null);
  if (!account || !isRight) throw invalidCredentials();
  const settings = await settingsOf(dependencies);
  if (settings['email_confirmation'] && !account.confirmed) {
    throw rejected('Your account email is not confirmed');
  }
  if (account.blocked) throw rejected('Your account has been blocked by an administrator');
  // Hashing is slow, so the password may have changed in the meantime.
  const recheck = function* (): ReadSteps<void> {
    const now = yield* findAccount(tables, [{ id: account.id }]);
    if (now?.password !== account.password) throw invalidCredentials();
  };
  const tokens = await signIns.open(account.id, device, recheck);
  return { tokens, user: await readUser(dependencies, account.id, access) };
}

function invalidCredentials(): AppError {
  return validationError('Invalid identifier or password');
}

function rejected(message: string): AppError {
  return new AppError('ApplicationError', message);
}
