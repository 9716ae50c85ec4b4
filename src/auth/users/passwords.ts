// Changes passwords, with the old password or with the code of an email (docs/strapi/accounts.md, "Passwords and
// emails"). Existing sessions end in the same write (docs/strapi/differences.md, D11).
import { randomBytes } from 'node:crypto';
import { validationError, type AppError } from '../../base/errors.ts';
import type { ReadAccess } from '../../query/access.ts';
import { USER } from '../../schema/built-in/uids.ts';
import type { ReadSteps, WriteSteps } from '../../storage/session.ts';
import { findAccount, type Account } from './account.ts';
import {
  readUser,
  settingsOf,
  userResponse,
  type AccountDependencies,
  type SignInResult,
} from './account-dependencies.ts';
import { isRightPassword, USER_CALL } from './user-overrides.ts';

/** A request, and the access of the caller to the response. */
export interface PasswordRequest {
  readonly body: unknown;
  readonly access: ReadAccess;
}

/** Changes passwords. */
export class Passwords {
  readonly #dependencies: AccountDependencies;

  constructor(dependencies: AccountDependencies) {
    this.#dependencies = dependencies;
  }

  /** Changes the password of a signed-in user. @param userId Row id @throws AppError */
  async change(userId: number, { body, access }: PasswordRequest): Promise<SignInResult> {
    const { database, tables, passwordRule, overrides } = this.#dependencies;
    const { checkChange } = await import('./account-forms.ts');
    const { currentPassword, password } = await checkChange(body ?? {}, passwordRule);
    const account = await database.read(findAccount(tables, [{ id: userId }]));
    const hash = account?.password ?? null;
    const isRight = await isRightPassword(overrides, currentPassword, hash);
    if (!account || !isRight) throw wrongPassword();
    if (currentPassword === password) {
      throw validationError('Your new password must be different than your current password');
    }
    // Hashing is slow, so the password may have changed in the meantime.
    const beforeWrite = this.#matchesStored.bind(this, account);
    return this.#set(account, { password, access, code: null, beforeWrite });
  }

  /**
   * Resets a password with the code of an email. @throws AppError; the code remains valid if the password is rejected
   */
  async reset({ body, access }: PasswordRequest): Promise<SignInResult> {
    const { database, tables, passwordRule } = this.#dependencies;
    const { checkReset } = await import('./account-forms.ts');
    const { code, password } = await checkReset(body ?? {}, passwordRule);
    const account = await database.read(findAccount(tables, [{ resetPasswordToken: code }]));
    if (!account) throw wrongCode();
    return this.#set(account, { password, access, code });
  }

  /**
   * Starts a password reset. @returns the work to do in the background, so that the response time does not reveal
   * whether the account exists; null if it does not
   * @throws ValidationError for an invalid email address
   */
  async forget({ body, access }: PasswordRequest): Promise<(() => Promise<void>) | null> {
    const { database, tables } = this.#dependencies;
    const { checkForgotten } = await import('./account-forms.ts');
    const { email } = await checkForgotten(body ?? {});
    const account = await database.read(findAccount(tables, [{ email: email.toLowerCase() }]));
    return account && !account.blocked ? () => this.#mailCode(account, access) : null;
  }

  /** The code is stored before it is sent, so that it is valid when it arrives. */
  async #mailCode({ id, documentId, email }: Account, access: ReadAccess): Promise<void> {
    const { writer, type, mails } = this.#dependencies;
    const settings = await settingsOf(this.#dependencies);
    const token = randomBytes(64).toString('hex');
    const data = { resetPasswordToken: token };
    const response = userResponse(this.#dependencies, access);
    await writer.update({ type, documentId, data, response, documentCall: USER_CALL });
    const user = (await readUser(this.#dependencies, id, access)) ?? {};
    await mails.resetPassword({ email, token, user }, settings['email_reset_password']);
  }

  *#matchesStored({ id, password }: Account): WriteSteps<void> {
    const now = yield* findAccount(this.#dependencies.tables, [{ id }]);
    if (now?.password !== password) throw wrongPassword();
  }

  async #set({ id, documentId }: Account, requested: NewPassword): Promise<SignInResult> {
    const { password, access, code, beforeWrite } = requested;
    const { database, writer, type, signIns } = this.#dependencies;
    const signIn = signIns.begin();
    const useUp = this.#consume.bind(this);
    const afterWrite = function* (row: number): WriteSteps<void> {
      if (code !== null) yield* useUp(row, code);
      yield* signIns.instead(signIn, row);
    };
    const user = await writer.update({
      type,
      documentId,
      data: { password },
      response: userResponse(this.#dependencies, access),
      documentCall: USER_CALL,
      ...(beforeWrite === undefined ? {} : { beforeWrite }),
      afterWrite,
    });
    // A document middleware may respond without running the write. As in Strapi, the account is signed in nevertheless.
    if (signIn.user === null) await database.transact(afterWrite(id));
    return { tokens: await signIn.tokens(), user };
  }

  /** Only one of several concurrent requests with the same code succeeds. */
  *#consume(row: number, code: string): ReadSteps<void> {
    const { layout, statements } = this.#dependencies.tables;
    const column = layout.column(USER, 'resetPasswordToken');
    const table = layout.table(USER);
    const where = [
      { column: 'id', is: row },
      { column, is: code },
    ];
    const found = yield* statements.select(table, { columns: ['id'], where });
    if (found.length === 0) throw wrongCode();
    yield* statements.update(table, [column], [[row, null]]);
  }
}

interface NewPassword {
  readonly password: string;
  readonly access: ReadAccess;
  /** Code of an email; null if the current password was sent. */
  readonly code: string | null;
  /** Throws if the password must not be set any more. */
  readonly beforeWrite?: () => WriteSteps<void>;
}

function wrongPassword(): AppError {
  return validationError('The provided current password is invalid');
}

function wrongCode(): AppError {
  return validationError('Incorrect code provided');
}
