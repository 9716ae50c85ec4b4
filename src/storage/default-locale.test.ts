// The default locale of a running server: read again when the database has changed, and by whoever read it last.
import { expect, test } from 'vitest';
import { DefaultLocale } from './default-locale.ts';
import type { Reading, Row } from './session.ts';

const stored = (code: string): readonly (readonly Row[])[] => [[[JSON.stringify(code)]]];

/** Runs the one step of a reading. */
function answer(reading: Reading<void> | null, rows: readonly (readonly Row[])[]): void {
  expect(reading?.next(rows).done).toBe(true);
}

function begin(locale: DefaultLocale, version: number): Reading<void> | null {
  const reading = locale.followed(version);
  reading?.next();
  return reading;
}

/** The readings are run by hand. */
const DATABASE = { version: () => 0, read: () => Promise.reject(new Error('not asked')) };

test('it is read once for each version, and is what the project says where nothing is stored', () => {
  const locale = new DefaultLocale(DATABASE, 'en');
  expect(locale.code).toBe('en');
  answer(begin(locale, 1), stored('fr'));
  expect([locale.code, locale.followed(1)]).toEqual(['fr', null]);
  answer(begin(locale, 2), [[]]);
  expect([locale.code, locale.followed(2)]).toEqual(['en', null]);
});

test('a read that is overtaken by a later one does not count', () => {
  const locale = new DefaultLocale(DATABASE, 'en');
  const [early, late] = [begin(locale, 1), begin(locale, 2)];
  answer(late, stored('fr'));
  answer(early, stored('de'));
  expect([locale.code, locale.followed(2)]).toEqual(['fr', null]);
});
