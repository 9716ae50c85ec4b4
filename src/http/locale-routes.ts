// In charge of listing the locales (spec/auth.md section 7).
import { fullAccess } from '../query/access.ts';
import type { ContentType } from '../schema/types.ts';
import type { DefaultLocale } from '../storage/default-locale.ts';
import { admit } from './admission.ts';
import type { Route } from './bind-routes.ts';
import type { ContentParts } from './content-route.ts';
import { assertServed, sendJson } from './respond.ts';

interface LocaleOptions {
  readonly prefix: string;
  /** The type of locales. */
  readonly type: ContentType;
  /** The default one. */
  readonly locale: DefaultLocale;
  /** Why the route answers 501 until it is released; null: it is served. */
  readonly blocked: string | null;
}

/** What answers under a prefix such as `/api`. Query parameters are ignored. */
export function localeRoutes(
  { reader, authenticator }: Pick<ContentParts, 'reader' | 'authenticator'>,
  { prefix, type, locale, blocked }: LocaleOptions,
): readonly Route[] {
  const list: Route['handler'] = async (request, reply) => {
    await admit(authenticator, request, ['plugin::i18n.locales.listLocales']);
    assertServed(blocked);
    const read = reader.prepare({
      type,
      one: null,
      paging: 'root',
      query: '',
      access: fullAccess,
    });
    const { entries } = await reader.execute(read, 'v5');
    const locales = entries.map((entry) => {
      const fields = JSON.parse(entry) as { readonly code: string };
      return { ...fields, isDefault: fields.code === locale.code };
    });
    return sendJson(reply, JSON.stringify(locales));
  };
  return [{ method: 'GET', path: `${prefix}/i18n/locales`, handler: list }];
}
