// Service `locales`. Writes have the same effects as in the admin API: deleting a locale deletes its entries.
import type { Locales } from '../../../documents/locales/document-locales.ts';
import { LOCALE } from '../../../schema/built-in/uids.ts';
import { isRecord } from '../../packages/strapi-utils/values.ts';
import type { Service, Strapi } from '../../strapi/strapi.ts';
import type { Params, Row } from '../../strapi/code-values.ts';

/** Creates the service. @param locales Returns the locales of the running instance */
export function localesService(
  locales: () => Locales,
): (context: { readonly strapi: Strapi }) => Service {
  return ({ strapi }) => {
    const query = (): ReturnType<Strapi['query']> => strapi.db.query(LOCALE);
    const findOne = (where: Params): Promise<Row | null> => query().findOne({ where });
    const getDefaultLocale = async (): Promise<string> => {
      const current = locales();
      const all = await current.list();
      return all.find((each) => current.isDefault(each))?.code ?? 'en';
    };
    const change = async (where: Params, values: Params): Promise<Row | null> => {
      const found = await findOne(where);
      if (!found) return null;
      const { name, isDefault } = values;
      await locales().change(
        found.id,
        {
          ...(name === undefined ? {} : { name: nameOf(name) }),
          ...(isDefault === true ? { isDefault } : {}),
        },
        null,
      );
      return findOne({ id: found.id });
    };
    return {
      find: (where: Params = {}) => query().findMany({ where }),
      findById: (id: unknown) => findOne({ id }),
      findByCode: (code: unknown) => findOne({ code }),
      count: (where: Params = {}) => query().count({ where }),
      async create(
        { code, name }: Params,
        { isDefault = false }: { readonly isDefault?: boolean } = {},
      ): Promise<Row | null> {
        const added = { code: String(code), name: nameOf(name), isDefault };
        const { id } = await locales().add(added, null);
        return findOne({ id });
      },
      update: change,
      async delete({ id }: { readonly id: unknown }): Promise<Row | null> {
        const found = await findOne({ id });
        if (found) await locales().remove(found.id, null);
        return found;
      },
      setDefaultLocale: ({ code }: { readonly code: string }) =>
        change({ code }, { isDefault: true }),
      getDefaultLocale,
      /** Adds `isDefault` to a locale or to a list of locales. */
      async setIsDefault(input: unknown): Promise<unknown> {
        const code = await getDefaultLocale();
        const marked = (locale: unknown): unknown =>
          isRecord(locale) ? { ...locale, isDefault: locale['code'] === code } : locale;
        return Array.isArray(input) ? input.map(marked) : marked(input);
      },
      /** The first locale is created before code runs. */
      initDefaultLocale: async () => undefined,
    };
  };
}

function nameOf(name: unknown): string | null {
  return typeof name === 'string' ? name : null;
}
