import { describe, expect, test } from 'vitest';
import { callbackOf, withQuery } from './callback-address.ts';
import type { Provider } from './provider.ts';

function providerAt(callback: string | null): Provider {
  return {
    name: 'company',
    kind: 'oidc',
    issuer: 'https://login.test',
    api: '',
    clientId: 'a',
    clientSecret: 'b',
    scope: [],
    callback,
    trustEmail: false,
  };
}

describe('the callback page', () => {
  const web = 'https://www.test/signed-in';
  const app = 'com.example.app://signed-in/here';

  test.each<[string | null, readonly string[], string | null]>([
    [web, [], web],
    [null, [], null],
    [web, [web], web],
    [web, [`${web}?from=a&x=1#top`], `${web}?from=a&x=1#top`],
    [app, [`${app}?from=a`], `${app}?from=a`],
  ])('configured as %j, requested as %j, is %j', async (callback, wanted, page) => {
    expect(await callbackOf(providerAt(callback), wanted, null)).toBe(page);
  });

  test.each<[string | null, readonly string[]]>([
    [null, [web]],
    [web, [web, web]],
    [web, ['']],
    [web, ['/signed-in']],
    [web, ['https://www.test.other.test/signed-in']],
    [web, ['https://www.test:444/signed-in']],
    [web, ['https://me@www.test/signed-in']],
    [web, ['https://www.test/signed-in/more']],
    [web, ['javascript:alert(1)']],
    [app, ['com.evil.app://signed-in/here']],
    [app, ['com.example.app://other/here']],
  ])('configured as %j, cannot be any of %j', async (callback, wanted) => {
    await expect(callbackOf(providerAt(callback), wanted, null)).rejects.toMatchObject({
      name: 'ValidationError',
      message: 'Invalid callback URL provided',
    });
  });

  test('is checked by the project’s own function if there is one', async () => {
    const requested: unknown[] = [];
    const rule = async (callback: unknown, provider: unknown): Promise<void> => {
      requested.push([callback, provider]);
      if (callback !== 'https://preview.test/') throw new Error('no');
    };
    const provider = providerAt(web);
    expect(await callbackOf(provider, ['https://preview.test/'], rule)).toBe(
      'https://preview.test/',
    );
    await expect(callbackOf(provider, [web], rule)).rejects.toThrow('Invalid callback URL');
    await expect(callbackOf(provider, ['none'], rule)).rejects.toThrow('Invalid callback URL');
    expect(requested).toEqual([
      ['https://preview.test/', { callback: web }],
      [web, { callback: web }],
    ]);
  });
});

test('adds query parameters without changing the rest of the address', () => {
  expect(withQuery('https://www.test/a?b=1&error=0#c', { error: 'x&y', d: 'e f' })).toBe(
    'https://www.test/a?b=1&error=x%26y&d=e+f#c',
  );
});
