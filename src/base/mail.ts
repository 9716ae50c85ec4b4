// Types of emails, independent of how they are sent.

/** An email to one recipient. */
export interface Mail {
  readonly to: string;
  /** `Name <address>` or an address. Default: the sender of the project. */
  readonly from?: string;
  readonly replyTo?: string;
  readonly cc?: string;
  readonly bcc?: string;
  readonly subject: string;
  readonly text: string;
  readonly html?: string;
}

/** Sends an email. @throws if it cannot be delivered to the mail server */
export type SendMail = (mail: Mail) => Promise<void>;

/** The mail settings as administrators see them. */
export interface MailSettings {
  /** Name of the provider, such as `nodemailer`. */
  readonly provider: string;
  readonly settings: {
    readonly defaultFrom: string;
    readonly defaultReplyTo?: string;
  };
}
