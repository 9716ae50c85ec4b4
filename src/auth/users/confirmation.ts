// Confirmation of email addresses by a link (docs/strapi/accounts.md, "Passwords and emails").
import { randomBytes } from 'node:crypto';
import { AppError, validationError } from '../../base/errors.ts';
import { fullAccess, type ReadAccess } from '../../query/access.ts';
import { findAccount, type Account } from './account.ts';
import {
  readUser,
  settingsOf,
  userResponse,
  type AccountDependencies,
} from './account-dependencies.ts';
import { USER_CALL } from './user-overrides.ts';

/** The response to a request for another link, and the email to send. */
export interface ConfirmationRequest {
  readonly email: string;
  /** Sent in the background, as in `Passwords.forget`; null if the address is unknown. */
  readonly mail: (() => Promise<void>) | null;
}

/** Confirms email addresses. */
export class Confirmation {
  readonly #dependencies: AccountDependencies;

  constructor(dependencies: AccountDependencies) {
    this.#dependencies = dependencies;
  }

  /** Handles the link. @param query Parsed query @returns the URL to redirect to @throws ValidationError */
  async confirm(query: unknown): Promise<string> {
    const { database, tables, writer, type } = this.#dependencies;
    const { checkConfirmation } = await import('./account-forms.ts');
    const { confirmation } = await checkConfirmation(query);
    const account = await database.read(findAccount(tables, [{ confirmationToken: confirmation }]));
    if (!account) throw validationError('Invalid token');
    const { documentId } = account;
    const data = { confirmed: true, confirmationToken: null };
    await writer.update({
      type,
      documentId,
      data,
      response: userResponse(this.#dependencies, fullAccess),
      documentCall: USER_CALL,
    });
    const page = (await settingsOf(this.#dependencies))['email_confirmation_redirection'];
    return typeof page === 'string' && page !== '' ? page : '/';
  }

  /** Requests another link. @throws AppError */
  async resend(body: unknown, access: ReadAccess): Promise<ConfirmationRequest> {
    const { database, tables } = this.#dependencies;
    const { checkAddress } = await import('./account-forms.ts');
    const { email } = await checkAddress(body ?? {});
    const account = await database.read(findAccount(tables, [{ email: email.toLowerCase() }]));
    if (!account) return { email, mail: null };
    if (account.confirmed) throw new AppError('ApplicationError', 'Already confirmed');
    if (account.blocked) throw new AppError('ApplicationError', 'User blocked');
    return { email: account.email, mail: () => mailLink(this.#dependencies, account, access) };
  }
}

/** Sends a new link to an account. */
export async function mailLink(
  dependencies: AccountDependencies,
  { id, documentId, email }: Account,
  access: ReadAccess,
): Promise<void> {
  const { writer, type, mails, overrides } = dependencies;
  if (overrides.sendConfirmation) return overrides.sendConfirmation(id);
  const token = randomBytes(20).toString('hex');
  const response = userResponse(dependencies, access);
  const data = { confirmationToken: token };
  await writer.update({ type, documentId, data, response, documentCall: USER_CALL });
  const user = (await readUser(dependencies, id, access)) ?? {};
  await mails.confirmAddress({ email, token, user });
}
