// The default locale of a running server: read again when its table has changed, and by whoever began to read it last.
import { expect, test } from 'vitest';
import { ChangeFeed } from './change-feed.ts';
import { CORE_STORE } from './names.ts';
import { DefaultLocale } from './default-locale.ts';
import type { ReadSteps, Row } from './session.ts';

const stored = (code: string): readonly (readonly Row[])[] => [[[JSON.stringify(code)]]];

/** Runs the one step of a reading. */
function answer(steps: ReadSteps<void> | null, rows: readonly (readonly Row[])[]): void {
  expect(steps?.next(rows).done).toBe(true);
}

function begin(locale: DefaultLocale): ReadSteps<void> | null {
  const steps = locale.followed();
  steps?.next();
  return steps;
}

/** The readings are run by hand. */
function made(): { readonly locale: DefaultLocale; readonly changes: ChangeFeed } {
  const changes = new ChangeFeed();
  const database = {
    version: () => changes.version,
    onChange: changes.subscribe.bind(changes),
    read: () => Promise.reject(new Error('not asked')),
  };
  return { locale: new DefaultLocale(database, 'en'), changes };
}

test('it is read once until its table changes, and is what the project says where nothing is stored', () => {
  const { locale, changes } = made();
  expect(locale.code).toBe('en');
  answer(begin(locale), stored('fr'));
  expect([locale.code, locale.followed()]).toEqual(['fr', null]);
  changes.emit(new Set(['articles']));
  expect(locale.followed()).toBeNull();
  changes.emit(new Set([CORE_STORE]));
  answer(begin(locale), [[]]);
  expect([locale.code, locale.followed()]).toEqual(['en', null]);
  changes.emit(null);
  expect(locale.followed()).not.toBeNull();
});

test('a read that is overtaken by a later one does not count', () => {
  const { locale, changes } = made();
  const early = begin(locale);
  changes.emit(null);
  const late = begin(locale);
  answer(late, stored('fr'));
  answer(early, stored('de'));
  expect([locale.code, locale.followed()]).toEqual(['fr', null]);
});

test('a read that began before a change is not the last', () => {
  const { locale, changes } = made();
  const early = begin(locale);
  changes.emit(new Set([CORE_STORE]));
  answer(early, stored('de'));
  expect(locale.followed()).not.toBeNull();
});
