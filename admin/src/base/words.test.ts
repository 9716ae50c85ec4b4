// Every language has every word of English, with the same values, and no word is unused.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { compileMessage } from '@lingui/message-utils/compileMessage';
import { describe, expect, test } from 'vitest';
import { LANGUAGES } from './languages.ts';

const source = path.resolve(import.meta.dirname, '..');

function catalog(language: string): Readonly<Record<string, string>> {
  const file = path.join(import.meta.dirname, 'words', `${language}.json`);
  return JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>;
}

const english = catalog('en');

describe.each(LANGUAGES.map((language) => [language, catalog(language)] as const))(
  '%s',
  (_, words) => {
    test('has all words in the same order, and no others', () => {
      expect(Object.keys(words)).toEqual(Object.keys(english));
    });

    test('has the values of the English words', () => {
      const different = Object.entries(words).filter(
        ([key, message]) => valuesOf(message) !== valuesOf(english[key] ?? ''),
      );
      expect(different).toEqual([]);
    });

    test('has no empty words', () => {
      expect(Object.entries(words).filter(([, message]) => message.trim() === '')).toEqual([]);
    });
  },
);

test('every word is used', () => {
  const code = readdirSync(source, { recursive: true, encoding: 'utf8' })
    .filter((file) => /(?<!\.test)\.tsx?$/.test(file))
    .map((file) => readFileSync(path.join(source, file), 'utf8'))
    .join('\n');
  const unused = Object.keys(english).filter(
    (key) => !code.includes(`'${key}'`) && !isComputed(key),
  );
  expect(unused).toEqual([]);
});

/** Keys that end in a value of a type: `status.draft`. */
function isComputed(key: string): boolean {
  return /^(?:status|operator|issue)\./.test(key);
}

/** Names of the values in a message, sorted. */
function valuesOf(message: string): string {
  const names = new Set<string>();
  collect(compileMessage(message), names);
  return [...names].toSorted().join();
}

function collect(compiled: unknown, names: Set<string>): void {
  if (!Array.isArray(compiled)) return;
  for (const token of compiled as readonly unknown[]) {
    if (!Array.isArray(token)) continue;
    if (typeof token[0] === 'string') names.add(token[0]);
    for (const choice of Object.values((token[2] ?? {}) as object)) collect(choice, names);
  }
}
