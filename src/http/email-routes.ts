// In charge of the route that sends a mail for whoever may (spec/auth.md section 9).
import type { Authenticator } from '../auth/authenticate.ts';
import { AppError } from '../base/errors.ts';
import type { SendMail } from '../base/mail.ts';
import { admit } from './admission.ts';
import type { Route } from './bind-routes.ts';
import { assertServed, sendJson } from './respond.ts';

export interface EmailRouteParts {
  readonly authenticator: Authenticator;
  readonly sendMail: SendMail;
  readonly prefix: string;
  /** Why the route answers 501; null: it is served. */
  readonly blocked: string | null;
}

/** What answers under a prefix such as `/api`. */
export function emailRoutes({
  authenticator,
  sendMail,
  prefix,
  blocked,
}: EmailRouteParts): readonly Route[] {
  const send: Route['handler'] = async (request, reply) => {
    await admit(authenticator, request, ['plugin::email.email.send']);
    assertServed(blocked);
    const { checkMail } = await import('../mail/mail-form.ts');
    const mail = await checkMail(request.body);
    await sendMail(mail).catch((error: unknown) => {
      request.log.error(error);
      throw new AppError('ApplicationError', "Couldn't send email.");
    });
    return sendJson(reply, '{}');
  };
  return [{ method: 'POST', path: `${prefix}/email`, handler: send }];
}
