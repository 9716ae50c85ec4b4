// English names of locales in the form of Strapi's list, such as `French (Canada) (fr-CA)`.

/**
 * Returns the English name of a locale, or null for a code that is invalid or not in canonical form, such as `pt-BR`.
 */
export function localeName(code: string): string | null {
  const languages = new Intl.DisplayNames(['en'], {
    type: 'language',
    languageDisplay: 'standard',
    fallback: 'none',
  });
  try {
    const name = Intl.getCanonicalLocales(code)[0] === code ? languages.of(code) : undefined;
    return name === undefined ? null : `${name} (${code})`;
  } catch {
    return null;
  }
}
