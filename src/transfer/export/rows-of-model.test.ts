// A row as an object has the values that its JSON members have.
import { expect, test } from 'vitest';
import { builtInDefinitions } from '../../schema/built-in/definitions.ts';
import { FILE } from '../../schema/built-in/uids.ts';
import { defineRegistry } from '../../schema/define.ts';
import { createLayout } from '../../storage/layout/layout.ts';
import { RowsOfModel } from './rows-of-model.ts';

const registry = defineRegistry(builtInDefinitions);
const rows = new RowsOfModel(registry.model(FILE), createLayout(registry));

const STORED: readonly (readonly [string, unknown])[] = [
  ['json', null],
  ['json', 'true'],
  ['json', '0.5'],
  ['json', '"plain"'],
  ['json', String.raw`"\"quoted\""`],
  ['json', String.raw`"{\"a\":[1]}"`],
  ['json', '{"a":\r\n["b"]}'],
  ['json', 'no JSON'],
  ['string', 'a "name"\n'],
  ['decimal', '12.50'],
  ['integer', 7],
  ['datetime', 1_700_000_000_000],
];

test.each(STORED)('%s: %j', (type, stored) => {
  const row = [3, ...rows.columns.map(({ as }) => (as === type ? stored : null))];
  expect(row).toContain(stored);
  expect(rows.read(row)).toEqual(JSON.parse(`{"id":3,${rows.write(row)}}`));
});
