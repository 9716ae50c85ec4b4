// Route that sends an email for a caller.
import { AppError } from '../base/errors.ts';
import type { SendMail } from '../base/mail.ts';
import { jsonText } from './response/response.ts';
import type { Route } from './routing/route.ts';

interface EmailRouteDependencies {
  readonly sendMail: SendMail;
  readonly prefix: string;
}

/** `POST /email` under a prefix such as `/api`. */
export function emailRoute({ sendMail, prefix }: EmailRouteDependencies): Route {
  return {
    method: 'POST',
    path: `${prefix}/email`,
    caller: 'permission',
    permissions: ['plugin::email.email.send'],
    handler: async ({ body, log }) => {
      const { checkMail } = await import('../mail/mail-form.ts');
      const mail = await checkMail(body);
      await sendMail(mail).catch((error: unknown) => {
        log.error(error);
        throw new AppError('ApplicationError', "Couldn't send email.");
      });
      return jsonText('{}');
    },
  };
}
