// Languages of the interface.

/** A language of the interface. */
export type Language = (typeof LANGUAGES)[number];

/** Supported languages, starting with the default. */
export const LANGUAGES = ['en', 'ar', 'de', 'es', 'fr'] as const;

/** Native names. */
export const LANGUAGE_NAMES: Readonly<Record<Language, string>> = {
  en: 'English',
  ar: 'العربية',
  de: 'Deutsch',
  es: 'Español',
  fr: 'Français',
};

/** Returns true for right-to-left languages. */
export function isRightToLeft(language: Language): boolean {
  return language === 'ar';
}

/** Returns true for a supported language. */
export function isLanguage(tag: unknown): tag is Language {
  return LANGUAGES.some((language) => language === tag);
}

/** Returns the first supported language. @param tags Language tags such as `de-AT`, in order of preference */
export function chooseLanguage(tags: readonly string[]): Language {
  const wanted = tags.map((tag) => tag.split('-')[0]?.toLowerCase());
  return wanted.find(isLanguage) ?? LANGUAGES[0];
}
