// Routes of the admin API for locales. Responses have no envelope.
import { toIso } from '../../base/iso-time.ts';
import type { Locales, StoredLocale } from '../../documents/locales/document-locales.ts';
import { json } from '../response/response.ts';
import type { Route } from '../routing/route.ts';
import { rowIdOrNone } from '../routing/row-id-param.ts';
import { adminRoutesUnder } from './admin-route.ts';

/** The routes under `/i18n`. */
export function adminLocaleRoutes(locales: Locales): readonly Route[] {
  const shown = (locale: StoredLocale): object => shownLocale(locales, locale);
  const route = adminRoutesUnder({ path: '/i18n', permission: 'plugin::i18n.locale' });
  return [
    route(['GET', '/iso-locales'], 'read', async () => {
      const { isoLocales } = await import('../../base/iso-locales.ts');
      return json(isoLocales());
    }),
    route(['GET', '/locales'], null, async () => json((await locales.list()).map(shown))),
    route(['POST', '/locales'], 'create', async ({ body, caller }) => {
      const { checkNewLocale } = await import('./locale-form.ts');
      return json(shown(await locales.add(await checkNewLocale(body), caller.admin.id)));
    }),
    route(['PUT', '/locales/:id'], 'update', async (request) => {
      const { checkLocaleChange } = await import('./locale-form.ts');
      const change = await checkLocaleChange(request.body);
      const { admin } = request.caller;
      return json(shown(await locales.change(rowIdOrNone(request), change, admin.id)));
    }),
    route(['DELETE', '/locales/:id'], 'delete', async (request) => {
      const { removed } = await locales.remove(rowIdOrNone(request), request.caller.admin.id);
      return json(shown(removed));
    }),
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
