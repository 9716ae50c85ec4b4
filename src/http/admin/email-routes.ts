// Routes of the admin API for emails: the email provider, and test emails.
import { AppError } from '../../base/errors.ts';
import { isJsonObject } from '../../base/json.ts';
import type { MailSettings, SendMail } from '../../base/mail.ts';
import { sendForCaller } from '../email/email-route.ts';
import { json } from '../response/response.ts';
import type { Route } from '../routing/route.ts';
import { adminRoutesUnder } from './admin-route.ts';

interface EmailRouteDependencies {
  readonly sendMail: SendMail;
  readonly settings: MailSettings;
}

/** The routes under `/email`. */
export function adminEmailRoutes(dependencies: EmailRouteDependencies): readonly Route[] {
  const { sendMail, settings } = dependencies;
  const route = adminRoutesUnder({ path: '/email', permission: 'plugin::email.settings' });
  return [
    route(['GET', '/settings'], 'read', () => json({ config: settings, supportsVerify: false })),
    route(['POST', ''], 'read', async (request) => {
      const { checkMail } = await import('../../mail/mail-form.ts');
      return sendForCaller(sendMail, await checkMail(request.body), request.log);
    }),
    route(['POST', '/test'], 'read', async (request) => {
      const { body } = request;
      if (!isJsonObject(body) || !body['to']) {
        throw new AppError('ApplicationError', 'No recipient(s) are given');
      }
      const { checkRecipient } = await import('../../mail/mail-form.ts');
      const mail = { to: await checkRecipient(body), ...TEST_MAIL };
      return sendForCaller(sendMail, mail, request.log);
    }),
    route(['POST', '/verify'], 'read', () => {
      throw new AppError(
        'ApplicationError',
        'This email provider does not support connection verification',
      );
    }),
  ];
}

const TEST_MAIL = {
  subject: 'Quoin test email',
  text: 'This email was sent to try the email settings of your server. They work.',
};
