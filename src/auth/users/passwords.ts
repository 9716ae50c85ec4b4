// In charge of new passwords: for those who know the old one, and for those who have the code of a mail
// (docs/strapi/accounts.md, "Passwords and mails"). Sessions that were opened with the old one end in the same write
// (D11).
import { randomBytes } from 'node:crypto';
import { validationError, type AppError } from '../../base/errors.ts';
import type { ReadAccess } from '../../query/access.ts';
import { USER } from '../../schema/built-in/uids.ts';
import type { Reading, Writing } from '../../storage/database.ts';
import { isStoredPassword } from '../password-hash.ts';
import { findAccount, type Account } from './account.ts';
import {
  readUser,
  settingsOf,
  userAnswer,
  type AccountParts,
  type SignedIn,
} from './account-parts.ts';

/** What is sent, and what may be seen of the answer. */
export interface PasswordRequest {
  readonly body: unknown;
  readonly access: ReadAccess;
}

/** Changes passwords. */
export class Passwords {
  readonly #parts: AccountParts;

  constructor(parts: AccountParts) {
    this.#parts = parts;
  }

  /** Changes the password of who is signed in. @param userId Row id. @throws AppError */
  async change(userId: number, { body, access }: PasswordRequest): Promise<SignedIn> {
    const { database, tables, passwordRule } = this.#parts;
    const { checkChange } = await import('./account-forms.ts');
    const { currentPassword, password } = await checkChange(body ?? {}, passwordRule);
    const account = await database.read(findAccount(tables, [{ id: userId }]));
    const isRight = await isStoredPassword(currentPassword, account?.password ?? null);
    if (!account || !isRight) throw wrongPassword();
    if (currentPassword === password) {
      throw validationError('Your new password must be different than your current password');
    }
    // Of two who know one password at the same time, one is too late: a hash takes its time to be made.
    const before = this.#stillHas.bind(this, account);
    return this.#set(account, { password, access, code: null, before });
  }

  /** Sets the password of whoever has the code of a mail. @throws AppError; the code is used up by a good password only */
  async reset({ body, access }: PasswordRequest): Promise<SignedIn> {
    const { database, tables, passwordRule } = this.#parts;
    const { checkReset } = await import('./account-forms.ts');
    const { code, password } = await checkReset(body ?? {}, passwordRule);
    const account = await database.read(findAccount(tables, [{ resetPasswordToken: code }]));
    if (!account) throw wrongCode();
    return this.#set(account, { password, access, code });
  }

  /**
   * Begins a reset for an address. @returns the rest of it, which is not waited for: an answer takes the same time
   * whether somebody has an account or not; null where nobody has
   * @throws ValidationError for what is no address
   */
  async forget({ body, access }: PasswordRequest): Promise<(() => Promise<void>) | null> {
    const { database, tables } = this.#parts;
    const { checkForgotten } = await import('./account-forms.ts');
    const { email } = await checkForgotten(body ?? {});
    const account = await database.read(findAccount(tables, [{ email: email.toLowerCase() }]));
    return account && !account.blocked ? () => this.#mailCode(account, access) : null;
  }

  /** The code is stored before it is sent, so that it is good when it arrives. */
  async #mailCode({ id, documentId, email }: Account, access: ReadAccess): Promise<void> {
    const { writer, type, mails } = this.#parts;
    const settings = await settingsOf(this.#parts);
    const token = randomBytes(64).toString('hex');
    const data = { resetPasswordToken: token };
    const answer = userAnswer(this.#parts, access);
    await writer.update({ type, documentId, data, answer });
    const user = (await readUser(this.#parts, id, access)) ?? {};
    await mails.resetPassword({ email, token, user }, settings['email_reset_password']);
  }

  *#stillHas({ id, password }: Account): Writing<void> {
    const now = yield* findAccount(this.#parts.tables, [{ id }]);
    if (now?.password !== password) throw wrongPassword();
  }

  async #set({ documentId }: Account, wanted: NewPassword): Promise<SignedIn> {
    const { password, access, code, before } = wanted;
    const { writer, type, signIns } = this.#parts;
    const signIn = signIns.begin();
    const useUp = this.#useUp.bind(this);
    const user = await writer.update({
      type,
      documentId,
      data: { password },
      answer: userAnswer(this.#parts, access),
      ...(before === undefined ? {} : { before }),
      *also(row) {
        if (code !== null) yield* useUp(row, code);
        yield* signIns.instead(signIn, row);
      },
    });
    return { tokens: await signIn.tokens(), user };
  }

  /** Of two who come with one code at the same time, one is too late. */
  *#useUp(row: number, code: string): Reading<void> {
    const { layout, statements } = this.#parts.tables;
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
  /** The code of a mail that it is set with; null: the old password was known. */
  readonly code: string | null;
  /** Throws where it must not be set any more. */
  readonly before?: () => Writing<void>;
}

function wrongPassword(): AppError {
  return validationError('The provided current password is invalid');
}

function wrongCode(): AppError {
  return validationError('Incorrect code provided');
}
