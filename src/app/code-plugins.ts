// Quoin's own plugins for project code. They are there before the services that they are built on: extensions and
// `register` functions of a project come first.
import type { PluginActions } from '../code/plugins/plugin-actions.ts';
import { contentManagerPlugin } from '../code/plugins/content-manager.ts';
import { emailPlugin } from '../code/plugins/email.ts';
import { i18nPlugin } from '../code/plugins/i18n.ts';
import { uploadPlugin } from '../code/plugins/upload.ts';
import { usersPermissionsPlugin } from '../code/plugins/users-permissions.ts';
import type { PluginModule } from '../code/strapi/strapi.ts';
import { createLocales } from './engine.ts';
import type { Config } from '../project/config.ts';
import { accountDependencies } from './account-routes.ts';
import type { Services } from './build-services.ts';

/** What the plugins are made of. */
export interface CodePluginDependencies {
  readonly config: Pick<Config, 'plugins'>;
  /** Loads a package for the project. */
  readonly require: (name: string) => unknown;
  /** Asked for once the server is built. */
  readonly services: () => Services;
  /** Runs the routes of the plugins; asked for as `services`. */
  readonly actions: () => PluginActions;
}

/** The plugins by name, as a `strapi-server` file would give them. Extensions may change what they are given. */
export function codePlugins({
  config,
  require,
  services,
  actions,
}: CodePluginDependencies): Record<string, PluginModule> {
  const requireProvider =
    config.plugins.mail.kind === 'none' ? (name: string) => requireEither(require, name) : null;
  return {
    'users-permissions': usersPermissionsPlugin(() => {
      const { userTokens, roles } = services();
      return { actions: actions(), accounts: accountDependencies(services()), userTokens, roles };
    }),
    upload: uploadPlugin(() => {
      const { media, store } = services();
      return { ...media, actions: actions(), registry: store.registry };
    }),
    email: emailPlugin({ actions, sendMail: (mail) => services().sendMail(mail), requireProvider }),
    i18n: i18nPlugin(() => {
      const { project, engine, store } = services();
      return { actions: actions(), locales: createLocales(project, store, engine) };
    }),
    'content-manager': contentManagerPlugin(),
    // It belongs to the administration: code asks whether it is there.
    'content-type-builder': {},
  };
}

/** Providers are named by the end of their package's name, or by all of it. */
function requireEither(require: (name: string) => unknown, name: string): unknown {
  try {
    return require(`@strapi/provider-email-${name}`);
  } catch {
    return require(name);
  }
}
