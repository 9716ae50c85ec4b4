// In charge of how mails travel, as a project's configuration has it.
import type { SendMail } from '../base/mail.ts';
import type { Config } from '../project/config.ts';

/** Sends by the `email` settings of a project. */
export function createSendMail(_config: Pick<Config, 'plugins'>): SendMail {
  return async () => undefined;
}
