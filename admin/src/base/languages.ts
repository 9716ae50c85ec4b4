// Languages of the interface.

/** A language of the interface. */
export type Language = (typeof LANGUAGES)[number];

/** All of them; the first is the default. */
export const LANGUAGES = ['en', 'ar', 'de', 'es', 'fr'] as const;

/** Their own names. */
export const LANGUAGE_NAMES: Readonly<Record<Language, string>> = {
  en: 'English',
  ar: 'العربية',
  de: 'Deutsch',
  es: 'Español',
  fr: 'Français',
};

/** Whether a language is written from right to left. */
export function isRightToLeft(language: Language): boolean {
  return language === 'ar';
}

/** Whether the interface has a language. */
export function isLanguage(tag: unknown): tag is Language {
  return LANGUAGES.some((language) => language === tag);
}

/** Returns the first language that the interface has. @param tags Such as `de-AT`, preferred first */
export function chooseLanguage(tags: readonly string[]): Language {
  const wanted = tags.map((tag) => tag.split('-')[0]?.toLowerCase());
  return wanted.find(isLanguage) ?? LANGUAGES[0];
}
