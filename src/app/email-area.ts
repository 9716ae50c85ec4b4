// In charge of sending mails for clients: what answers under `/api/email`.
import type { Route } from '../http/bind-routes.ts';
import { emailRoutes } from '../http/email-routes.ts';
import type { Foundation } from './foundation.ts';

/** The route of mails. */
export function emailArea({
  project,
  authenticator,
  sendMail,
  prefix,
}: Foundation): readonly Route[] {
  const { mail } = project.config.plugins;
  const unsent = mail.kind === 'none' ? mail.reason : null;
  const blocked = project.blockedPlugins.email ?? unsent;
  return emailRoutes({ authenticator, sendMail, prefix, blocked });
}
