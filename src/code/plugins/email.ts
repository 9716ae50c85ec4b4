// The plugin `email` for project code.
import type { PluginModule, Strapi } from '../strapi/strapi.ts';
import { createContentApiRoutesFactory } from '../packages/strapi-utils/route-factory.ts';
import { emailProvider, type EmailProviderDependencies } from './email/email-provider.ts';
import { emailService } from './email/email-service.ts';
import { controllerOf, type PluginActions } from './plugin-actions.ts';

export interface EmailDependencies extends EmailProviderDependencies {
  readonly actions: () => PluginActions;
}

export function emailPlugin(dependencies: EmailDependencies): PluginModule {
  const names = ['send', 'test', 'getSettings'];
  return {
    config: { default: DEFAULTS, validator: () => undefined },
    register({ strapi }: { readonly strapi: Strapi }) {
      Object.assign(strapi.plugin('email') ?? {}, {
        provider: emailProvider(dependencies, strapi),
      });
    },
    controllers: { email: controllerOf(dependencies.actions, 'plugin::email.email', names) },
    services: { email: emailService },
    policies: {},
    middlewares: {},
    contentTypes: {},
    routes: {
      admin: { type: 'admin', routes: [{ method: 'POST', path: '/', handler: 'email.send' }] },
      'content-api': createContentApiRoutesFactory(() => [
        { method: 'POST', path: '/', handler: 'email.send' },
      ]),
    },
  };
}

/** Default configuration, `strapi.config.get('plugin::email')`. */
const DEFAULTS = {
  provider: 'sendmail',
  providerOptions: {},
  settings: { defaultFrom: 'Strapi <no-reply@strapi.io>' },
};
