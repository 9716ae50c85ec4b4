// Names of the methods that contexts have for errors.
import Koa from 'koa';
import { expect, test } from 'vitest';
import { addContextMethods } from './context-methods.ts';

test('each error has a method named after its status in camel case', () => {
  const app = new Koa();
  addContextMethods(app);
  for (const name of [
    'badRequest',
    'internalServerError',
    'uriTooLong',
    'httpVersionNotSupported',
    'imATeapot',
    'unavailableForLegalReasons',
  ]) {
    expect(typeof Reflect.get(app.context, name), name).toBe('function');
  }
});
