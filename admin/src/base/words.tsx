// Words of the interface: catalogs by language, loaded on demand, and their use in components.
import { setupI18n, type I18n, type Messages } from '@lingui/core';
import { createContext, use, type ReactNode } from 'react';
import { isRightToLeft, type Language } from './languages.ts';
import type english from './words/en.json';

/** Key of a message. */
export type WordKey = keyof typeof english;

/** Returns the message of a key in the current language. */
export type Translate = (key: WordKey, values?: Readonly<Record<string, unknown>>) => string;

/** The words of one language. */
export interface Words {
  readonly language: Language;
  readonly t: Translate;
}

/** Each is a file of its own. English is loaded with the rest, so that a missing word has a fallback. */
const CATALOGS: Readonly<Record<Language, () => Promise<{ readonly default: unknown }>>> = {
  en: () => import('./words/en.json'),
  ar: () => import('./words/ar.json'),
  de: () => import('./words/de.json'),
  es: () => import('./words/es.json'),
  fr: () => import('./words/fr.json'),
};

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
  return { language, t: (key, values) => i18n._(key, { ...values }) };
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
