import path from 'node:path';
import { expect, test } from 'vitest';
import { commandName } from './usage.ts';

test.each([
  ['/home/me/my-site/node_modules/.bin/quoin', 'npx quoin'],
  ['/home/me/.npm/_npx/1a2b/node_modules/.bin/quoin', 'npx quoin'],
  ['/usr/local/bin/quoin', 'quoin'],
  ['/home/me/quoin/bin/quoin.js', 'quoin'],
])('returns the command for %s', (script, name) => {
  expect(commandName(script.split('/').join(path.sep))).toBe(name);
});
