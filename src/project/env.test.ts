import { expect, test } from 'vitest';
import { makeProject } from '../../test/support/project-folder.ts';
import { createEnv, envFile, fillEnvironment, type Environment } from './env.ts';
import { openFolder } from './folder.ts';

const env = createEnv({
  TEXT: 'hello',
  EMPTY: '',
  INT: '12px',
  FLOAT: '1.5',
  YES: 'true',
  NO: '1',
  JSON: '{"a":[1]}',
  BAD: '{',
  LIST: '[ "a", b ,c]',
  DATE: '2026-01-02T00:00:00Z',
});

test.each<[string, unknown, unknown]>([
  ['a variable', env('TEXT'), 'hello'],
  ['an empty variable instead of the default', env('EMPTY', 'x'), ''],
  ['a missing one', env('NONE'), undefined],
  ['a default', env('NONE', 'x'), 'x'],
  ['the name of an inherited property', env('constructor', 'x'), 'x'],
  ['int', env.int('INT'), 12],
  ['int default', env.int('NONE', 7), 7],
  ['float', env.float('FLOAT'), 1.5],
  ['bool true', env.bool('YES'), true],
  ['bool of anything else', env.bool('NO', true), false],
  ['json', env.json('JSON'), { a: [1] }],
  ['array', env.array('LIST'), ['a', 'b', 'c']],
  ['array default', env.array('NONE', ['x']), ['x']],
  ['date', env.date('DATE'), new Date('2026-01-02T00:00:00Z')],
  ['oneOf', env.oneOf('TEXT', ['hello', 'bye']), 'hello'],
  ['oneOf of another value', env.oneOf('TEXT', ['bye'], 'bye'), 'bye'],
])('%s', (_, value, expected) => {
  expect(value).toEqual(expected);
});

test('errors name the variable', () => {
  expect(() => env.json('BAD')).toThrow('BAD is not valid JSON');
  expect(() => env.oneOf('TEXT')).toThrow('needs a list');
  expect(() => env.oneOf('TEXT', ['a'], 'b')).toThrow('default that is not among');
});

test('reads .env, and variables of the process have precedence', async () => {
  const folder = openFolder(makeProject({ '.env': 'A=file\nB="two words"\n' }));
  const environment: Environment = { A: 'process' };
  await fillEnvironment(envFile(folder, environment), environment);
  expect(environment).toEqual({ A: 'process', B: 'two words', NODE_ENV: 'development' });
});

test('reads the file of ENV_PATH', async () => {
  const folder = openFolder(makeProject({ '.env': 'A=1', 'secret/.env.live': 'A=2' }));
  const environment: Environment = { ENV_PATH: 'secret/.env.live', NODE_ENV: 'production' };
  await fillEnvironment(envFile(folder, environment), environment);
  expect(environment).toMatchObject({ A: '2', NODE_ENV: 'production' });
});
