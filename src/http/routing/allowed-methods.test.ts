import { expect, test } from 'vitest';
import { AllowedMethods } from './allowed-methods.ts';

const allowed = new AllowedMethods([
  { method: 'GET', path: '/api/Authors' },
  { method: 'POST', path: '/api/Authors' },
  { method: 'GET', path: '/api/authors/:id' },
  { method: 'PUT', path: '/api/authors/:id' },
  { method: 'DELETE', path: '/api/authors/:id' },
  { method: 'PUT', path: '/:site/authors' },
  { method: 'PUT', path: '/' },
]);

test.each([
  ['/api/authors', ['GET', 'POST', 'PUT']],
  ['/API/AUTHORS/', ['GET', 'POST', 'PUT']],
  ['/api/authors/x', ['GET', 'PUT', 'DELETE']],
  ['/en/authors', ['PUT']],
  ['/api/authors/x/y', []],
  ['/api/authors//', []],
  ['//authors', []],
  ['/api/nothing', []],
  ['/', ['PUT']],
])('returns the methods of %s: %j', (path, methods) => {
  expect(allowed.of(path)).toEqual(methods);
});
