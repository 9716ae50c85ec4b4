// In charge of confirming that an address is its owner's: the link in a mail, and asking for another one
// (docs/strapi/accounts.md, "Passwords and mails").
import { randomBytes } from 'node:crypto';
import { AppError, validationError } from '../../base/errors.ts';
import { fullAccess, type ReadAccess } from '../../query/access.ts';
import { findAccount, type Account } from './account.ts';
import { readUser, settingsOf, userAnswer, type AccountParts } from './account-parts.ts';

/** What is answered to who asks for another link, and what is done then. */
export interface AskedAgain {
  readonly email: string;
  /** Not waited for, as in `Passwords.forget`; null: nobody has that address. */
  readonly mail: (() => Promise<void>) | null;
}

/** Confirms addresses. */
export class Confirmation {
  readonly #parts: AccountParts;

  constructor(parts: AccountParts) {
    this.#parts = parts;
  }

  /** Follows the link of a mail. @param query Parsed. @returns where to go then. @throws ValidationError */
  async confirm(query: unknown): Promise<string> {
    const { database, tables, writer, type } = this.#parts;
    const { checkConfirmation } = await import('./account-forms.ts');
    const { confirmation } = await checkConfirmation(query);
    const account = await database.read(findAccount(tables, [{ confirmationToken: confirmation }]));
    if (!account) throw validationError('Invalid token');
    const { documentId } = account;
    const data = { confirmed: true, confirmationToken: null };
    await writer.update({ type, documentId, data, answer: userAnswer(this.#parts, fullAccess) });
    const page = (await settingsOf(this.#parts))['email_confirmation_redirection'];
    return typeof page === 'string' && page !== '' ? page : '/';
  }

  /** Asks for another link. @throws AppError */
  async askAgain(body: unknown, access: ReadAccess): Promise<AskedAgain> {
    const { database, tables } = this.#parts;
    const { checkAddress } = await import('./account-forms.ts');
    const { email } = await checkAddress(body ?? {});
    const account = await database.read(findAccount(tables, [{ email: email.toLowerCase() }]));
    if (!account) return { email, mail: null };
    if (account.confirmed) throw new AppError('ApplicationError', 'Already confirmed');
    if (account.blocked) throw new AppError('ApplicationError', 'User blocked');
    return { email: account.email, mail: () => this.#mailLink(account, access) };
  }

  async #mailLink({ id, documentId, email }: Account, access: ReadAccess): Promise<void> {
    const { writer, type, mails } = this.#parts;
    const token = randomBytes(20).toString('hex');
    const answer = userAnswer(this.#parts, access);
    await writer.update({ type, documentId, data: { confirmationToken: token }, answer });
    const user = (await readUser(this.#parts, id, access)) ?? {};
    await mails.confirmAddress({ email, token, user });
  }
}
