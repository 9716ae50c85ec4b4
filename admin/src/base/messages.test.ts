// Every language has every message of English, with the same values, and no message is unused.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { compileMessage } from '@lingui/message-utils/compileMessage';
import { describe, expect, test } from 'vitest';
import { LANGUAGES } from './languages.ts';

const source = path.resolve(import.meta.dirname, '..');

/** Words of all screens, and those of single ones. */
const CATALOGS = ['', 'types-'] as const;

function catalog(name: string, language: string): Readonly<Record<string, string>> {
  const file = path.join(import.meta.dirname, 'messages', `${name}${language}.json`);
  return JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>;
}

const all = CATALOGS.flatMap((name) => LANGUAGES.map((language) => [name, language] as const));

test('no message is in two catalogs', () => {
  const keys = CATALOGS.flatMap((name) => Object.keys(catalog(name, 'en')));
  expect(keys.filter((key, index) => keys.indexOf(key) !== index)).toEqual([]);
});

describe.each(all.map(([name, language]) => [`${name}${language}`, name, language] as const))(
  '%s',
  (_, name, language) => {
    const messages = catalog(name, language);
    const english = catalog(name, 'en');

    test('has all messages in the same order, and no others', () => {
      expect(Object.keys(messages)).toEqual(Object.keys(english));
    });

    test('has the placeholders of the English messages', () => {
      const different = Object.entries(messages).filter(
        ([key, message]) => valuesOf(message) !== valuesOf(english[key] ?? ''),
      );
      expect(different).toEqual([]);
    });

    test('has no empty messages', () => {
      expect(Object.entries(messages).filter(([, message]) => message.trim() === '')).toEqual([]);
    });
  },
);

test('every message is used', () => {
  const code = readdirSync(source, { recursive: true, encoding: 'utf8' })
    .filter((file) => /(?<!\.test)\.tsx?$/.test(file))
    .map((file) => readFileSync(path.join(source, file), 'utf8'))
    .join('\n');
  const keys = CATALOGS.flatMap((name) => Object.keys(catalog(name, 'en')));
  const unused = keys.filter((key) => !code.includes(`'${key}'`) && !isComputed(key));
  expect(unused).toEqual([]);
});

/** Keys that end in a value of a type: `status.draft`. */
function isComputed(key: string): boolean {
  return /^(?:status|operator|issue|fact|step|kind|kindHint|fileType|fileAction|example|sentence|\w+Issue)\./.test(
    key,
  );
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
