// Words of the interface: catalogs by language, loaded on demand, and their use in components.
import { setupI18n, type I18n, type Messages } from '@lingui/core';
import { createContext, use, useEffect, useState, type ReactNode } from 'react';
import { isRightToLeft, type Language } from './languages.ts';
import type english from './words/en.json';
import type typesEnglish from './words/types-en.json';

/** Key of a message. */
export type WordKey = keyof typeof english | keyof typeof typesEnglish;

/** Returns the message of a key in the current language. */
export type Translate = (key: WordKey, values?: Readonly<Record<string, unknown>>) => string;

/** The words of one language. */
export interface Words {
  readonly language: Language;
  readonly t: Translate;
  /** Adds the words of one screen, which are not loaded at the start. */
  load(catalog: ScreenCatalog): Promise<void>;
}

/** Screens with words of their own. */
export type ScreenCatalog = keyof typeof SCREEN_CATALOGS;

/** Each is a file of its own. English is loaded with the rest, so that a missing word has a fallback. */
const CATALOGS: Readonly<Record<Language, () => Promise<{ readonly default: unknown }>>> = {
  en: () => import('./words/en.json'),
  ar: () => import('./words/ar.json'),
  de: () => import('./words/de.json'),
  es: () => import('./words/es.json'),
  fr: () => import('./words/fr.json'),
};

/** Words that a single screen needs. */
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

/** Loads the words of a language. */
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

/** Makes words available to components, and sets language and direction of the page. */
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

/** Returns the words of the current language. */
export function useWords(): Words {
  const words = use(WordsContext);
  if (words === null) throw new Error('No WordsProvider.');
  return words;
}

/** Returns the translate function of the current language. */
export function useT(): Translate {
  return useWords().t;
}

/** Loads the words of a screen. Returns whether they are there. */
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
