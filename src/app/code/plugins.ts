// Quoin's own plugins for project code. They exist before the services that they are built on: extensions and
// `register` functions of a project come first.
import type { PluginActions } from '../../code/plugins/plugin-actions.ts';
import type { ContentManagerServices } from '../../code/plugins/dependencies.ts';
import { contentManagerPlugin } from '../../code/plugins/content-manager.ts';
import { emailPlugin } from '../../code/plugins/email.ts';
import { i18nPlugin } from '../../code/plugins/i18n.ts';
import { uploadPlugin } from '../../code/plugins/upload.ts';
import { usersPermissionsPlugin } from '../../code/plugins/users-permissions.ts';
import type { PluginModule } from '../../code/strapi/strapi.ts';
import { contentManagerOf } from './content-manager.ts';
import { createLocales } from '../engine.ts';
import { apiFolder } from '../../media/api-folder.ts';
import { Folders } from '../../media/library/folders.ts';
import type { Config } from '../../project/config.ts';
import { accountDependencies } from '../routes/account-routes.ts';
import type { Services } from '../build-services.ts';

export interface CodePluginDependencies {
  readonly config: Pick<Config, 'plugins'>;
  /** Loads a package for the project. */
  readonly require: (name: string) => unknown;
  /** Called once the server is built. */
  readonly services: () => Services;
  /** Runs the routes of the plugins; available as `services`. */
  readonly actions: () => PluginActions;
}

/** The plugins by name, in the format of a `strapi-server` file. Extensions may change them. */
export function codePlugins({
  config,
  require,
  services,
  actions,
}: CodePluginDependencies): Record<string, PluginModule> {
  const { mail, upload } = config.plugins;
  const providerOf = (kind: 'email' | 'upload') => (name: string) =>
    requireEither(require, kind, name);
  return {
    'users-permissions': usersPermissionsPlugin(() => {
      const { userTokens, roles } = services();
      return { actions: actions(), accounts: accountDependencies(services()), userTokens, roles };
    }),
    upload: uploadPlugin(
      () => {
        const { media, store, engine } = services();
        const { context } = engine;
        const { database } = store;
        return {
          ...media,
          actions: actions(),
          context,
          folders: new Folders({ context, database }),
          apiFolder: () => database.transact(apiFolder(context)),
        };
      },
      upload.store.kind === 'none' ? providerOf('upload') : null,
    ),
    email: emailPlugin({
      actions,
      sendMail: (sent) => services().sendMail(sent),
      requireProvider: mail.kind === 'none' ? providerOf('email') : null,
    }),
    i18n: i18nPlugin(() => {
      const { project, engine, store } = services();
      return { actions: actions(), locales: createLocales(project, store, engine) };
    }),
    'content-manager': contentManagerPlugin(() => manager(services())),
    // It belongs to the administration. Project code checks whether it exists.
    'content-type-builder': {},
  };
}

/** Content-managers by the services of their servers. */
const managers = new WeakMap<Services, ContentManagerServices>();

function manager(services: Services): ContentManagerServices {
  const found = managers.get(services) ?? contentManagerOf(services);
  managers.set(services, found);
  return found;
}

/** Providers are named by the end of their package's name, or by all of it. */
function requireEither(
  require: (name: string) => unknown,
  kind: 'email' | 'upload',
  name: string,
): unknown {
  try {
    return require(`@strapi/provider-${kind}-${name}`);
  } catch {
    return require(name);
  }
}
