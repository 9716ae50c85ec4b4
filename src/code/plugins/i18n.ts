// The plugin `i18n` for project code.
import { isoLocales } from '../../base/iso-locales.ts';
import type { Locales } from '../../documents/locales/document-locales.ts';
import type { PluginModule } from '../strapi/strapi.ts';
import { createContentApiRoutesFactory } from '../packages/strapi-utils/route-factory.ts';
import { localizedTypesService } from './i18n/localized-types-service.ts';
import { localesService } from './i18n/locales-service.ts';
import { controllerOf, type PluginActions } from './plugin-actions.ts';
import { pluginContentTypes } from './plugin-schemas.ts';

export interface I18nDependencies {
  readonly actions: PluginActions;
  readonly locales: Locales;
}

export function i18nPlugin(dependencies: () => I18nDependencies): PluginModule {
  const actions = (): PluginActions => dependencies().actions;
  const names = ['listLocales', 'createLocale', 'updateLocale', 'deleteLocale'];
  return {
    config: { default: {}, validator: () => undefined },
    controllers: {
      locales: controllerOf(actions, 'plugin::i18n.locales', names),
      'iso-locales': controllerOf(actions, 'plugin::i18n.iso-locales', ['listIsoLocales']),
    },
    services: {
      locales: localesService(() => dependencies().locales),
      'content-types': localizedTypesService,
      'iso-locales': () => ({
        getIsoLocales: () => isoLocales(),
      }),
      // Every write copies shared values (docs/publishing.md), so there is nothing to do.
      localizations: () => ({ syncNonLocalizedAttributes: async () => undefined }),
    },
    policies: {},
    middlewares: {},
    contentTypes: pluginContentTypes('i18n', ['locale']),
    routes: {
      admin: {
        type: 'admin',
        routes: [{ method: 'GET', path: '/locales', handler: 'locales.listLocales' }],
      },
      'content-api': createContentApiRoutesFactory(() => [
        { method: 'GET', path: '/locales', handler: 'locales.listLocales' },
      ]),
    },
  };
}
