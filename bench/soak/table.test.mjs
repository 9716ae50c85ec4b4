// The final table, and the options of the program.
import { expect, test } from 'vitest';
import { parseOptions, PARTS } from './options.mjs';
import { tableOf } from './table.mjs';

test('the table says which bound is broken', () => {
  const rows = [
    { part: 'kills', name: 'kills', value: '12' },
    { part: 'kills', name: 'lost writes', value: '0', bound: '0', isBroken: false },
    { part: 'fuzz', name: 'findings', value: '3', bound: '0', isBroken: true },
  ];
  expect(tableOf([{ database: 'sqlite', rows }])).toEqual([
    '                              value  bound',
    '  sqlite  kills: kills           12',
    '  sqlite  kills: lost writes      0      0      ok',
    '  sqlite  fuzz: findings          3      0  BROKEN',
  ]);
});

test('without options: ten minutes of every part on both databases', () => {
  expect(parseOptions([])).toMatchObject({
    minutes: 10,
    clients: ['sqlite', 'postgres'],
    parts: PARTS,
    growth: 5,
  });
});

test('parts keep their order; a seed is an integer', () => {
  const options = parseOptions(['--only', 'kills,fuzz', '--seed', '7', '--database', 'postgres']);
  expect(options).toMatchObject({ parts: ['fuzz', 'kills'], seed: 7, clients: ['postgres'] });
});

test.each([
  [['--only', 'fuz']],
  [['--minutes', '0']],
  [['--seed', '1.5']],
  [['--database', 'mysql']],
  [['--nope']],
])('%j is refused', (args) => {
  expect(() => parseOptions(args)).toThrow(Error);
});
