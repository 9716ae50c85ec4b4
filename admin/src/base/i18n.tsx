// Translations: message catalogs by language, loaded on demand, and hooks to use them.
import { setupI18n, type I18n, type Messages } from '@lingui/core';
import { createContext, use, useEffect, useState, type ReactNode } from 'react';
import { isRightToLeft, type Language } from './languages.ts';
import type english from './messages/en.json';
import type typesEnglish from './messages/types-en.json';

export type MessageKey = keyof typeof english | keyof typeof typesEnglish;

/** Translates a message key. */
export type Translate = (key: MessageKey, values?: Readonly<Record<string, unknown>>) => string;

/** Translations of one language. */
export interface Translations {
  readonly language: Language;
  readonly t: Translate;
  /** Adds the catalog of a screen, which is not loaded at startup. */
  load(catalog: ScreenCatalog): Promise<void>;
}

/** Screens with their own catalogs. */
export type ScreenCatalog = keyof typeof SCREEN_CATALOGS;

/** Each catalog is a separate chunk. English is always loaded as the fallback. */
const CATALOGS: Readonly<Record<Language, () => Promise<{ readonly default: unknown }>>> = {
  en: () => import('./messages/en.json'),
  ar: () => import('./messages/ar.json'),
  de: () => import('./messages/de.json'),
  es: () => import('./messages/es.json'),
  fr: () => import('./messages/fr.json'),
};

const SCREEN_CATALOGS = {
  types: {
    en: () => import('./messages/types-en.json'),
    ar: () => import('./messages/types-ar.json'),
    de: () => import('./messages/types-de.json'),
    es: () => import('./messages/types-es.json'),
    fr: () => import('./messages/types-fr.json'),
  },
} as const satisfies Readonly<
  Record<string, Readonly<Record<Language, () => Promise<{ readonly default: unknown }>>>>
>;

/** Loads the catalog of a language. */
export async function loadTranslations(language: Language): Promise<Translations> {
  const catalog = await CATALOGS[language]();
  // The build compiles the catalogs (build/compile-catalogs.ts).
  return translationsOf(
    setupI18n({ locale: language, messages: { [language]: catalog.default as Messages } }),
    language,
  );
}

function translationsOf(i18n: I18n, language: Language): Translations {
  return {
    language,
    t: (key, values) => i18n._(key, { ...values }),
    async load(catalog) {
      const { default: messages } = await SCREEN_CATALOGS[catalog][language]();
      i18n.load(language, messages as unknown as Messages);
    },
  };
}

const TranslationsContext = createContext<Translations | null>(null);

/** Provides translations, and sets the language and direction of the page. */
export function TranslationsProvider({
  translations,
  children,
}: {
  readonly translations: Translations;
  readonly children: ReactNode;
}): ReactNode {
  return <TranslationsContext value={translations}>{children}</TranslationsContext>;
}

/** Sets language and direction of the page. */
export function applyLanguage(language: Language): void {
  document.documentElement.lang = language;
  document.documentElement.dir = isRightToLeft(language) ? 'rtl' : 'ltr';
}

/** Returns the translations of the current language. */
export function useTranslations(): Translations {
  const translations = use(TranslationsContext);
  if (translations === null) throw new Error('No TranslationsProvider.');
  return translations;
}

/** Returns the translate function of the current language. */
export function useT(): Translate {
  return useTranslations().t;
}

/** Loads the catalog of a screen. Returns true when it is loaded. */
export function useCatalog(catalog: ScreenCatalog): boolean {
  const translations = useTranslations();
  const [isLoaded, setLoaded] = useState(false);
  useEffect(() => {
    let isCurrent = true;
    void translations.load(catalog).then(() => {
      if (isCurrent) setLoaded(true);
    });
    return () => {
      isCurrent = false;
    };
  }, [translations, catalog]);
  return isLoaded;
}
