// In charge of the words for a mail, so that those who write one need not know how it travels.

/** A mail to one address. */
export interface Mail {
  readonly to: string;
  /** `Name <address>` or an address; the project's default where it is not given. */
  readonly from?: string;
  readonly replyTo?: string;
  readonly cc?: string;
  readonly bcc?: string;
  readonly subject: string;
  readonly text: string;
  readonly html?: string;
}

/** Hands a mail over to be delivered. @throws whatever keeps it from being taken */
export type SendMail = (mail: Mail) => Promise<void>;
