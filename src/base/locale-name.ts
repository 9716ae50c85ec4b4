// In charge of the names of locales, as Strapi's list of them has them: `French (Canada) (fr-CA)`.

/** The English name of a locale. @returns null for a code that is none, or not written as it should be: `pt-BR` */
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
