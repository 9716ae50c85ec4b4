// The route that lists the locales.
import { fullAccess } from '../../query/access.ts';
import { readParams, WHOLE_LIST } from '../../query/params.ts';
import type { Reader } from '../../query/read.ts';
import type { ContentType } from '../../schema/types.ts';
import type { DefaultLocale } from '../../storage/settings/default-locale.ts';
import { json } from '../response/response.ts';
import type { Route } from '../routing/route.ts';

interface LocaleRouteDependencies {
  readonly prefix: string;
  readonly reader: Reader;
  /** The type of locales. */
  readonly type: ContentType;
  /** The default locale. */
  readonly locale: DefaultLocale;
}

/** Lists the locales. Query parameters are ignored. */
export function localeRoute({ prefix, reader, type, locale }: LocaleRouteDependencies): Route {
  const params = readParams({ pagination: WHOLE_LIST });
  const read = reader.prepare({ type, one: null, params, access: fullAccess });
  return {
    method: 'GET',
    path: `${prefix}/i18n/locales`,
    caller: 'permission',
    permissions: ['plugin::i18n.locales.listLocales'],
    handler: async () => {
      const { entries } = await reader.objects(read);
      return json(entries.map((each) => ({ ...each, isDefault: each['code'] === locale.code })));
    },
  };
}
