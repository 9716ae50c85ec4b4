// Checks docs/sign-in-providers.md: its configuration, options, lifetimes and error messages are those of the code.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { ACCESS_TOKEN_LIFETIME, ATTEMPT_LIFETIME } from '../src/auth/providers/sign-in.ts';
import { ConfigReader } from '../src/project/config-reader.ts';
import { parseProviders } from '../src/project/provider-config.ts';
import { openTestApp } from './support/app.ts';
import { blocksOf, sectionOf } from './support/documented.ts';
import { makeProject } from './support/project-folder.ts';
import { vendored } from './support/vendored-projects.ts';

const root = path.resolve(import.meta.dirname, '..');
const page = readFileSync(path.join(root, 'docs', 'sign-in-providers.md'), 'utf8');

test('starts with the configuration', async () => {
  const [block] = blocksOf(sectionOf(page, 'Configuration'));
  const files = { 'config/plugins.js': block?.body ?? '' };
  const env = {
    COMPANY_CLIENT_ID: 'a',
    COMPANY_CLIENT_SECRET: 'b',
    GITHUB_CLIENT_ID: 'c',
    GITHUB_CLIENT_SECRET: 'd',
    JWT_SECRET: 'e',
  };
  const project = makeProject(files, vendored('conformance', 'projects', 'kitchen'));
  await using app = await openTestApp({ project, env });
  const { usersPermissions } = app.project.config.plugins;
  expect([...usersPermissions.providers.usable.keys()]).toEqual(['company', 'github']);
  const { status, headers } = await app.request('/api/connect/github', { authorization: null });
  expect(status).toBe(302);
  expect(headers['location']).toMatch(/^https:\/\/github\.com\/login\/oauth\/authorize\?/);
});

test('documents all options', () => {
  const named = [...page.matchAll(/^\| `(\w+)` +\|/gm)].map(([, name = '']) => name);
  const company = Object.fromEntries([...named, 'nope'].map((name) => [name, undefined]));
  const section = { name: 'plugins', value: { providers: { company } }, sources: [] } as const;
  const { warnings } = parseProviders(new ConfigReader(section, []), 'providers');
  expect(warnings.filter((text) => text.includes('Unknown option'))).toEqual([
    expect.stringContaining('providers.company.nope: '),
  ]);
  expect(named).toHaveLength(7);
});

test('documents the lifetimes of the code', () => {
  const safe = sectionOf(page, 'Security');
  for (const seconds of [ATTEMPT_LIFETIME, ACCESS_TOKEN_LIFETIME]) {
    expect(safe).toContain(`${seconds} seconds`);
  }
});
