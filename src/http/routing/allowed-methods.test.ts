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
  ['/api/authors', 'HEAD, GET, POST, PUT'],
  ['/API/AUTHORS/', 'HEAD, GET, POST, PUT'],
  ['/api/authors/x', 'HEAD, GET, PUT, DELETE'],
  ['/en/authors', 'HEAD, GET, PUT'],
  ['/api/authors/x/y', 'HEAD, GET'],
  ['/api/authors//', 'HEAD, GET'],
  ['//authors', 'HEAD, GET'],
  ['/api/nothing', 'HEAD, GET'],
  ['/', 'HEAD, GET, PUT'],
])('%s: %s', (path, methods) => {
  expect(allowed.of(path)).toBe(methods);
});
