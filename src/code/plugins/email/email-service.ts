// Service `email`: sends emails. It rejects if the provider does.
import type { Service, Strapi } from '../../strapi/strapi.ts';
import type { CodeMail, EmailProvider } from './email-provider.ts';
import { fillEmailTemplate } from './fill-email-template.ts';

interface EmailTemplate {
  readonly subject?: string;
  readonly text?: string;
  readonly html?: string;
}

const PARTS = ['subject', 'text', 'html'] as const;

/** Creates the service. */
export function emailService({ strapi }: { readonly strapi: Strapi }): Service {
  return {
    getProviderSettings: () => strapi.config.get('plugin::email'),
    send: async (mail: CodeMail) => providerOf(strapi).send(mail),
    /** Sends a mail whose subject and texts are templates. @throws Error for a template without one of them */
    async sendTemplatedEmail(
      mail: CodeMail,
      template: EmailTemplate,
      data: object = {},
    ): Promise<unknown> {
      const missing = PARTS.filter((name) => !Object.hasOwn(template, name));
      if (missing.length > 0) {
        throw new Error(
          `Following attributes are missing from your email template : ${missing.join(', ')}`,
        );
      }
      const filled = PARTS.flatMap((name) => {
        const layout = template[name];
        return layout ? [[name, fillEmailTemplate(layout, data)]] : [];
      });
      return providerOf(strapi).send({ ...mail, ...Object.fromEntries(filled) });
    },
  };
}

/** The provider as it is now: code may put another one in its place. */
function providerOf(strapi: Strapi): EmailProvider {
  const plugin = strapi.plugin('email');
  // Set by the plugin's `register`.
  return Reflect.get(plugin ?? {}, 'provider') as EmailProvider;
}
