// Emails about accounts, from the administrator's templates (docs/strapi/accounts.md, "Passwords and emails").
import { isJsonObject, type JsonObject, type JsonValue } from '../../base/json.ts';
import type { SendMail } from '../../base/mail.ts';
import { coreStoreValue } from '../../storage/settings/core-store.ts';
import type { Database } from '../../storage/database.ts';
import { storedSettings } from '../../storage/migration/default-settings.ts';
import type { TemplateValues } from './mail-template.ts';

/** URLs of this server without a trailing slash. */
export interface Addresses {
  readonly server: string;
  readonly admin: string;
  /** URL of the route that confirms an address. */
  readonly confirmation: string;
}

/** The recipient, and the secret of the link. */
export interface AccountMail {
  readonly email: string;
  readonly token: string;
  /** Access of the recipient to their own account. */
  readonly user: JsonObject;
}

/** Key of the stored templates. */
export const MAIL_TEMPLATES = 'plugin_users-permissions_email';

/** Placeholder senders of default templates; the project's sender replaces them. */
const PLACEHOLDERS = new Set(['no-reply@strapi.io', 'no-reply@example.com']);

interface Dependencies {
  readonly database: Database;
  readonly sendMail: SendMail;
  readonly addresses: Addresses;
}

/** Sends emails about accounts. */
export class AccountMails {
  readonly #dependencies: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  /** Sends the link that confirms an address. @throws if the email cannot be sent */
  confirmAddress({ email, token, user }: AccountMail): Promise<void> {
    const URL = this.#dependencies.addresses.confirmation;
    return this.#send('email_confirmation', email, { URL, CODE: token, USER: user });
  }

  /** Sends the link that resets a password. @param page URL of the reset form @throws if the email cannot be sent */
  resetPassword({ email, token, user }: AccountMail, page: JsonValue | undefined): Promise<void> {
    const URL = typeof page === 'string' ? page : null;
    return this.#send('reset_password', email, { URL, TOKEN: token, USER: user });
  }

  async #send(name: string, to: string, values: TemplateValues): Promise<void> {
    const { database, sendMail, addresses } = this.#dependencies;
    const { fillTemplate } = await import('./mail-template.ts');
    const stored = await database.read(coreStoreValue(MAIL_TEMPLATES));
    const options =
      optionsOf(stored, name) ?? optionsOf(storedSettings[MAIL_TEMPLATES], name) ?? {};
    const all = { SERVER_URL: addresses.server, ADMIN_URL: addresses.admin, ...values };
    const message = textOf(options['message']);
    const from = senderOf(within(options, 'from'));
    const replyTo = textOf(options['response_email']);
    await sendMail({
      to,
      ...(from === null ? {} : { from }),
      ...(replyTo === '' ? {} : { replyTo }),
      subject: fillTemplate(textOf(options['object']), all, 'text'),
      text: fillTemplate(message, all, 'text'),
      html: fillTemplate(message, all, 'html'),
    });
  }
}

/** Stored options of an email, or null if an administrator has removed it. */
function optionsOf(templates: unknown, name: string): JsonObject | null {
  const options = within(within(templates, name), 'options');
  return typeof options['message'] === 'string' ? options : null;
}

function senderOf(from: JsonObject): string | null {
  const [name, email] = [textOf(from['name']), textOf(from['email'])];
  if (email === '' || PLACEHOLDERS.has(email)) return null;
  return name === '' ? email : `${name} <${email}>`;
}

function within(value: unknown, name: string): JsonObject {
  const found = isJsonObject(value) ? value[name] : undefined;
  return isJsonObject(found) ? found : {};
}

function textOf(value: JsonValue | undefined): string {
  return typeof value === 'string' ? value : '';
}
