// Service `email`: sends emails. Its functions reject if the provider rejects.
import type { Service, Strapi } from '../../strapi/strapi.ts';
import type { CodeMail, EmailProvider } from './email-provider.ts';
import { fillEmailTemplate } from './fill-email-template.ts';

interface EmailTemplate {
  readonly subject?: string;
  readonly text?: string;
  readonly html?: string;
}

const PARTS = ['subject', 'text', 'html'] as const;

export function emailService({ strapi }: { readonly strapi: Strapi }): Service {
  return {
    getProviderSettings: () => strapi.config.get('plugin::email'),
    send: async (mail: CodeMail) => providerOf(strapi).send(mail),
    /** Sends a mail with a subject and texts from templates. @throws Error if a template is missing */
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

/** The current provider: code may replace it. */
function providerOf(strapi: Strapi): EmailProvider {
  const plugin = strapi.plugin('email');
  // Set by the plugin's `register`.
  return Reflect.get(plugin ?? {}, 'provider') as EmailProvider;
}
