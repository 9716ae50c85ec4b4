// Routes of the admin API for locales. Responses have no envelope.
import { toIso } from '../../base/iso-time.ts';
import type { Locales, StoredLocale } from '../../documents/locales/document-locales.ts';
import { json } from '../response/response.ts';
import type { Route } from '../routing/route.ts';
import { rowIdIn } from '../routing/row-id-param.ts';

/** The routes under `/i18n`. */
export function adminLocaleRoutes(locales: Locales): readonly Route[] {
  const shown = (locale: StoredLocale): object => shownLocale(locales, locale);
  return [
    {
      method: 'GET',
      path: '/i18n/iso-locales',
      caller: 'admin',
      permission: 'plugin::i18n.locale.read',
      handler: async () => {
        const { isoLocales } = await import('../../base/iso-locales.ts');
        return json(isoLocales());
      },
    },
    {
      method: 'GET',
      path: '/i18n/locales',
      caller: 'admin',
      permission: null,
      handler: async () => json((await locales.list()).map(shown)),
    },
    {
      method: 'POST',
      path: '/i18n/locales',
      caller: 'admin',
      permission: 'plugin::i18n.locale.create',
      handler: async ({ body, caller }) => {
        const { checkNewLocale } = await import('./locale-form.ts');
        return json(shown(await locales.add(await checkNewLocale(body), caller.admin.id)));
      },
    },
    {
      method: 'PUT',
      path: '/i18n/locales/:id',
      caller: 'admin',
      permission: 'plugin::i18n.locale.update',
      handler: async (request) => {
        const { checkLocaleChange } = await import('./locale-form.ts');
        const change = await checkLocaleChange(request.body);
        const { admin } = request.caller;
        return json(shown(await locales.change(rowIdIn(request) ?? 0, change, admin.id)));
      },
    },
    {
      method: 'DELETE',
      path: '/i18n/locales/:id',
      caller: 'admin',
      permission: 'plugin::i18n.locale.delete',
      handler: async (request) => {
        const { removed } = await locales.remove(rowIdIn(request) ?? 0, request.caller.admin.id);
        return json(shown(removed));
      },
    },
  ];
}

function shownLocale(locales: Locales, locale: StoredLocale): object {
  const { createdAt, updatedAt, publishedAt, ...fields } = locale;
  return {
    ...fields,
    createdAt: toIso(createdAt),
    updatedAt: toIso(updatedAt),
    publishedAt: toIso(publishedAt),
    isDefault: locales.isDefault(locale),
  };
}
