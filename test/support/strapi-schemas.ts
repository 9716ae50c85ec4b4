// Options of types, and the schemas with these options that Strapi stores.

/** What types have, by name. */
export type Options = Readonly<
  Record<string, { readonly drafts?: boolean; readonly locales?: boolean }>
>;

/** What Strapi stores of schemas at its start. */
export function strapiSchemas(options: Options): string {
  return JSON.stringify(
    Object.fromEntries(
      Object.entries(options).map(([name, { drafts = false, locales = false }]) => [
        `api::${name}.${name}`,
        {
          collectionName: `${name}s`,
          options: { draftAndPublish: drafts },
          pluginOptions: { i18n: { localized: locales } },
        },
      ]),
    ),
  );
}
