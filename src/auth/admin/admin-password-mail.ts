// Email with the link to reset an administrator's password (docs/strapi/administration.md, "Accounts").
import type { SendMail } from '../../base/mail.ts';
import type { AdminUser } from './admin-users.ts';

/** Texts of the email, with `<%= url %>` and `<%= user.firstname %>` as placeholders. */
export interface PasswordMailTemplate {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

export interface AdminPasswordMailDependencies {
  readonly sendMail: SendMail;
  /** URL of the admin panel without a trailing slash. */
  readonly panel: string;
  /** Null for the sender of the project. */
  readonly from: string | null;
  readonly replyTo: string | null;
  /** Null for the default. */
  readonly template: PasswordMailTemplate | null;
}

const DEFAULT_TEMPLATE: PasswordMailTemplate = {
  subject: 'Reset your password',
  text: `Hello <%= user.firstname %>,

you can set a new password for <%= user.email %> here:

<%= url %>

If you did not request a new password, ignore this email.
`,
  html: `<p>Hello <%= user.firstname %>,</p>
<p>you can set a new password for <%= user.email %> here:</p>
<p><a href="<%= url %>"><%= url %></a></p>
<p>If you did not request a new password, ignore this email.</p>
`,
};

/** Sends the email. */
export class AdminPasswordMail {
  readonly #dependencies: AdminPasswordMailDependencies;

  constructor(dependencies: AdminPasswordMailDependencies) {
    this.#dependencies = dependencies;
  }

  /** Sends the link with a token. @throws if the email cannot be sent */
  async send({ email, firstname, lastname, username }: AdminUser, token: string): Promise<void> {
    const { sendMail, panel, from, replyTo, template } = this.#dependencies;
    const { subject, text, html } = template ?? DEFAULT_TEMPLATE;
    const { fillTemplate } = await import('../users/mail-template.ts');
    const url = `${panel}/auth/reset-password?code=${token}`;
    const values = { url, user: { email, firstname, lastname, username } };
    await sendMail({
      to: email,
      ...(from === null ? {} : { from }),
      ...(replyTo === null ? {} : { replyTo }),
      subject: fillTemplate(subject, values, 'text'),
      text: fillTemplate(text, values, 'text'),
      html: fillTemplate(html, values, 'html'),
    });
  }
}
