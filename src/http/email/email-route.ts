// Route that sends an email for a caller.
import { AppError } from '../../base/errors.ts';
import type { Logger } from '../../base/logger.ts';
import type { Mail, SendMail } from '../../base/mail.ts';
import { jsonText, type RouteResponse } from '../response/response.ts';
import type { Route } from '../routing/route.ts';

interface EmailRouteDependencies {
  readonly sendMail: SendMail;
  readonly prefix: string;
}

/** Sends an email. @throws ApplicationError without the cause, which is logged */
export async function sendForCaller(
  sendMail: SendMail,
  mail: Mail,
  log: Logger,
): Promise<RouteResponse> {
  await sendMail(mail).catch((error: unknown) => {
    log.error(error);
    throw new AppError('ApplicationError', "Couldn't send email.");
  });
  return jsonText('{}');
}

/** `POST /email` under a prefix such as `/api`. */
export function emailRoute({ sendMail, prefix }: EmailRouteDependencies): Route {
  return {
    method: 'POST',
    path: `${prefix}/email`,
    caller: 'permission',
    permissions: ['plugin::email.email.send'],
    handler: async ({ body, log }) => {
      const { checkMail } = await import('../../mail/mail-form.ts');
      const mail = await checkMail(body);
      return sendForCaller(sendMail, mail, log);
    },
  };
}
