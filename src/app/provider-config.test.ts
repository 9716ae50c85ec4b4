import { describe, expect, test } from 'vitest';
import { parsePlugins, type UsersPermissionsConfig } from '../project/plugins-config.ts';
import { ConfigReader } from '../project/config-reader.ts';
import { callbackRule, configuredProviders } from './provider-config.ts';

function settings(config: object): UsersPermissionsConfig {
  const value = { 'users-permissions': { config } };
  const section = { name: 'plugins', value, sources: [] } as const;
  return parsePlugins(new ConfigReader(section, []), {}).usersPermissions;
}

const company = {
  issuer: 'https://login.test/',
  clientId: 'a',
  clientSecret: 'b',
  callback: 'https://www.test/in/',
};

test('providers are known by name', () => {
  const providers = configuredProviders(
    settings({ providers: { company, github: { issuer: 'https://code.test' } } }),
  );
  expect([...providers]).toEqual([
    ['company', { ...company, issuer: 'https://login.test' }],
    ['github', { issuer: 'https://code.test' }],
  ]);
  expect(configuredProviders(settings({})).size).toBe(0);
});

describe('what is wrong with one is told at the start', () => {
  test.each<[object, string]>([
    [{ Company: company }, 'providers.Company: A name is'],
    [{ local: company }, 'providers.local: A name is'],
    [{ company: 'x' }, 'providers.company: This must be an object'],
    [{ company: { ...company, issuer: undefined } }, 'providers.company.issuer: This is missing.'],
    [{ company: { ...company, clientId: 5 } }, 'providers.company.clientId: This must be a text.'],
    [{ company: { ...company, callback: '/in' } }, 'company.callback: This must be a whole'],
    [{ company: { ...company, issuer: 'ftp://x' } }, 'company.issuer: This must begin with https'],
    [{ company: { ...company, issuer: 'http://a.test' } }, 'issuer: This must begin with https'],
    [{ company: { ...company, issuer: 'login.test' } }, 'company.issuer: This must be a whole'],
    [{ company: { ...company, scope: 'email' } }, 'company.scope: This must be a list of texts.'],
    [{ company: { ...company, trustEmail: 1 } }, 'company.trustEmail: This must be true or'],
    [{ company: { ...company, key: 'x' } }, 'company.key: There is no such option'],
  ])('%j', (providers, message) => {
    expect(() => configuredProviders(settings({ providers }))).toThrow(message);
  });
});

test('only what is on this machine is spoken to without TLS', () => {
  for (const issuer of ['http://localhost:9000', 'http://127.0.0.2', 'http://[::1]:80']) {
    const providers = { company: { ...company, issuer } };
    expect(configuredProviders(settings({ providers })).get('company')?.issuer).toBe(issuer);
  }
  const issuer = 'http://localhost.other.test';
  expect(() =>
    configuredProviders(settings({ providers: { company: { ...company, issuer } } })),
  ).toThrow('This must begin with https');
});

test('a rule for pages is taken over', () => {
  const validate = (callback: unknown): unknown => [callback];
  expect(callbackRule(settings({ callback: { validate } }))?.('a', { callback: null })).toEqual([
    'a',
  ]);
  expect(callbackRule(settings({}))).toBeNull();
});
