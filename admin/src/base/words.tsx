// Translations: message catalogs by language, loaded on demand, and hooks to use them.
import { setupI18n, type I18n, type Messages } from '@lingui/core';
import { createContext, use, useEffect, useState, type ReactNode } from 'react';
import { isRightToLeft, type Language } from './languages.ts';
import type english from './words/en.json';
import type typesEnglish from './words/types-en.json';

/** Message key. */
export type WordKey = keyof typeof english | keyof typeof typesEnglish;

/** Translates a message key. */
export type Translate = (key: WordKey, values?: Readonly<Record<string, unknown>>) => string;

/** Translations of one language. */
export interface Words {
  readonly language: Language;
  readonly t: Translate;
  /** Adds the catalog of a screen, which is not loaded at startup. */
  load(catalog: ScreenCatalog): Promise<void>;
}

/** Screens with their own catalogs. */
export type ScreenCatalog = keyof typeof SCREEN_CATALOGS;

/** Each catalog is a separate chunk. English is always loaded as the fallback. */
const CATALOGS: Readonly<Record<Language, () => Promise<{ readonly default: unknown }>>> = {
  en: () => import('./words/en.json'),
  ar: () => import('./words/ar.json'),
  de: () => import('./words/de.json'),
  es: () => import('./words/es.json'),
  fr: () => import('./words/fr.json'),
};

/** Catalogs of screens. */
const SCREEN_CATALOGS = {
  types: {
    en: () => import('./words/types-en.json'),
    ar: () => import('./words/types-ar.json'),
    de: () => import('./words/types-de.json'),
    es: () => import('./words/types-es.json'),
    fr: () => import('./words/types-fr.json'),
  },
} as const satisfies Readonly<
  Record<string, Readonly<Record<Language, () => Promise<{ readonly default: unknown }>>>>
>;

/** Loads the catalog of a language. */
export async function loadWords(language: Language): Promise<Words> {
  const catalog = await CATALOGS[language]();
  // The build compiles the catalogs (build/compile-words.ts).
  return wordsOf(
    setupI18n({ locale: language, messages: { [language]: catalog.default as Messages } }),
    language,
  );
}

function wordsOf(i18n: I18n, language: Language): Words {
  return {
    language,
    t: (key, values) => i18n._(key, { ...values }),
    async load(catalog) {
      const { default: messages } = await SCREEN_CATALOGS[catalog][language]();
      i18n.load(language, messages as unknown as Messages);
    },
  };
}

const WordsContext = createContext<Words | null>(null);

/** Provides translations, and sets the language and direction of the page. */
export function WordsProvider({
  words,
  children,
}: {
  readonly words: Words;
  readonly children: ReactNode;
}): ReactNode {
  return <WordsContext value={words}>{children}</WordsContext>;
}

/** Sets language and direction of the page. */
export function applyLanguage(language: Language): void {
  document.documentElement.lang = language;
  document.documentElement.dir = isRightToLeft(language) ? 'rtl' : 'ltr';
}

/** Returns the translations of the current language. */
export function useWords(): Words {
  const words = use(WordsContext);
  if (words === null) throw new Error('No WordsProvider.');
  return words;
}

/** Returns the translate function of the current language. */
export function useT(): Translate {
  return useWords().t;
}

/** Loads the catalog of a screen. Returns true when it is loaded. */
export function useCatalog(catalog: ScreenCatalog): boolean {
  const words = useWords();
  const [isLoaded, setLoaded] = useState(false);
  useEffect(() => {
    let isCurrent = true;
    void words.load(catalog).then(() => {
      if (isCurrent) setLoaded(true);
    });
    return () => {
      isCurrent = false;
    };
  }, [words, catalog]);
  return isLoaded;
}
