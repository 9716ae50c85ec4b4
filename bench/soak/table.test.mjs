// The results table, and the command line.
import { expect, test } from 'vitest';
import { parseOptions, PARTS } from './options.mjs';
import { tableOf } from './table.mjs';

test('the table shows which limit is exceeded', () => {
  const rows = [
    { part: 'kills', name: 'kills', value: '12' },
    { part: 'kills', name: 'lost writes', value: '0', limit: '0', isExceeded: false },
    { part: 'fuzz', name: 'findings', value: '3', limit: '0', isExceeded: true },
  ];
  expect(tableOf([{ database: 'sqlite', rows }])).toEqual([
    '                              value  limit',
    '  sqlite  kills: kills           12',
    '  sqlite  kills: lost writes      0      0        ok',
    '  sqlite  fuzz: findings          3      0  EXCEEDED',
  ]);
});

test('by default, runs every part for ten minutes on both databases', () => {
  expect(parseOptions([])).toMatchObject({
    minutes: 10,
    clients: ['sqlite', 'postgres'],
    parts: PARTS,
    growth: 5,
  });
});

test('parts keep their order; the seed is an integer', () => {
  const options = parseOptions(['--only', 'kills,fuzz', '--seed', '7', '--database', 'postgres']);
  expect(options).toMatchObject({ parts: ['fuzz', 'kills'], seed: 7, clients: ['postgres'] });
});

test.each([
  [['--only', 'fuz']],
  [['--minutes', '0']],
  [['--seed', '1.5']],
  [['--database', 'mysql']],
  [['--nope']],
])('rejects %j', (args) => {
  expect(() => parseOptions(args)).toThrow(Error);
});
