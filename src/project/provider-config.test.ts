import { expect, test } from 'vitest';
import { ConfigReader } from './config-reader.ts';
import type { ProjectIssue } from './project-error.ts';
import { parseProviders, type ProvidersConfig } from './provider-config.ts';

function read(providers: unknown): ProvidersConfig & { readonly issues: readonly string[] } {
  const issues: ProjectIssue[] = [];
  const section = { name: 'plugins', value: { providers }, sources: [] } as const;
  const parsed = parseProviders(new ConfigReader(section, issues), 'providers');
  return { ...parsed, issues: issues.map(({ path, message }) => `${path}: ${message}`) };
}

const company = {
  issuer: 'https://login.test/',
  clientId: 'a',
  clientSecret: 'b',
  callback: 'https://www.test/in/',
};
const used = { ...company, issuer: 'https://login.test' };

test('parses providers by name', () => {
  const given = { company, github: { issuer: 'https://code.test' } };
  const { usable, warnings, issues } = read(given);
  expect([...usable]).toEqual([
    ['company', used],
    ['github', { issuer: 'https://code.test' }],
  ]);
  expect([warnings, issues]).toEqual([[], []]);
  expect(read(undefined)).toEqual({ usable: new Map(), warnings: [], issues: [] });
});

test.each<[object, string]>([
  [{ key: 'x' }, 'company.key: Unknown option'],
  [{ scope: 'email' }, 'company.scope: This must be a list of strings.'],
  [{ trustEmail: 1 }, 'company.trustEmail: This must be true or'],
])('warns about an invalid option: %j', (more, warning) => {
  const { usable, warnings, issues } = read({ company: { ...company, ...more } });
  expect(usable.get('company')).toEqual(used);
  expect(warnings).toEqual([expect.stringContaining(`config/plugins, providers.${warning}`)]);
  expect(issues).toEqual([]);
});

test.each<[unknown, ...string[]]>([
  [{ Company: company }, 'providers.Company: A name consists of'],
  [{ local: company }, 'providers.local: This name is reserved for'],
  [{ email: { enabled: true } }, 'providers.email: This name is reserved for'],
  [{ company: 'x' }, 'providers.company: This must be an object'],
  [{ company: { ...company, issuer: undefined } }, 'providers.company: Missing: issuer.'],
  [{ company: { ...company, clientId: '' } }, 'providers.company: Missing: clientId.'],
  [
    { company: { ...company, clientId: 5 } },
    'providers.company.clientId: This must be a string.',
    'providers.company: Missing: clientId.',
  ],
  [
    { company: { ...company, callback: '/in' } },
    'company.callback: This must be an absolute',
    'providers.company: Missing: callback.',
  ],
  [true, 'config/plugins, providers: This is ignored'],
])('warns about an unusable provider: %j', (providers, ...expected) => {
  const { usable, warnings, issues } = read(providers);
  expect(usable.size).toBe(0);
  expect(warnings).toEqual(expected.map((text) => expect.stringContaining(text) as unknown));
  expect(issues).toEqual([]);
});

test('unset variables leave the settings of GitHub and Google to the database', () => {
  const { usable, warnings } = read({ google: { clientId: undefined, clientSecret: '' } });
  expect([...usable]).toEqual([['google', {}]]);
  expect(warnings).toEqual([]);
});

test.each([
  ['ftp://x', 'company.issuer: This must begin with https'],
  ['http://a.test', 'company.issuer: This must begin with https'],
  ['http://localhost.other.test', 'company.issuer: This must begin with https'],
  ['login.test', 'company.issuer: This must be an absolute'],
  [5, 'company.issuer: This must be an absolute'],
])('rejects an invalid issuer: %s', (issuer, message) => {
  const { issues } = read({ company: { ...company, issuer } });
  expect(issues).toEqual([expect.stringContaining(message)]);
});

test('accepts http only for loopback addresses', () => {
  for (const issuer of ['http://localhost:9000', 'http://127.0.0.2', 'http://[::1]:80']) {
    const { usable, issues } = read({ company: { ...company, issuer } });
    expect(usable.get('company')?.issuer).toBe(issuer);
    expect(issues).toEqual([]);
  }
});
