// Default locale of a running server: read again after its table changes; the read that started last determines the
// value.
import { expect, test } from 'vitest';
import { ChangeFeed } from '../commits/change-feed.ts';
import { CORE_STORE } from '../layout/names.ts';
import { DefaultLocale } from './default-locale.ts';
import type { ReadSteps, Row } from '../session.ts';

const stored = (code: string): readonly (readonly Row[])[] => [[[JSON.stringify(code)]]];

/** Runs the only step of a read. */
function response(steps: ReadSteps<void> | null, rows: readonly (readonly Row[])[]): void {
  expect(steps?.next(rows).done).toBe(true);
}

function begin(locale: DefaultLocale): ReadSteps<void> | null {
  const steps = locale.followed();
  steps?.next();
  return steps;
}

/** A locale whose reads the test runs step by step. */
function create(): { readonly locale: DefaultLocale; readonly changes: ChangeFeed } {
  const changes = new ChangeFeed();
  const database = {
    version: () => changes.version,
    onChange: changes.subscribe.bind(changes),
    read: () => Promise.reject(new Error('not called')),
  };
  return { locale: new DefaultLocale(database, 'en'), changes };
}

test('is read again only after its table changes, and defaults to the locale of the project', () => {
  const { locale, changes } = create();
  expect(locale.code).toBe('en');
  response(begin(locale), stored('fr'));
  expect([locale.code, locale.followed()]).toEqual(['fr', null]);
  changes.emit(new Set(['articles']));
  expect(locale.followed()).toBeNull();
  changes.emit(new Set([CORE_STORE]));
  response(begin(locale), [[]]);
  expect([locale.code, locale.followed()]).toEqual(['en', null]);
  changes.emit(null);
  expect(locale.followed()).not.toBeNull();
});

test('ignores the result of a read if a later read ended first', () => {
  const { locale, changes } = create();
  const early = begin(locale);
  changes.emit(null);
  const late = begin(locale);
  response(late, stored('fr'));
  response(early, stored('de'));
  expect([locale.code, locale.followed()]).toEqual(['fr', null]);
});

test('reads again if the table changed during a read', () => {
  const { locale, changes } = create();
  const early = begin(locale);
  changes.emit(new Set([CORE_STORE]));
  response(early, stored('de'));
  expect(locale.followed()).not.toBeNull();
});
