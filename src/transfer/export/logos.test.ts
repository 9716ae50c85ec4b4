import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import type { ConfigurationLine } from '../archive/lines.ts';
import { withLogos } from './logos.ts';
import type { OpenAsset } from './write-assets.ts';

const open: OpenAsset = async ({ name, url }) =>
  url === '/uploads/missing.png'
    ? null
    : {
        size: url === '/uploads/vast.png' ? 10_000_001 : 3,
        stream: Readable.from([Buffer.from(name)]),
      };

function setting(key: string, value: unknown): ConfigurationLine {
  const row = { id: 1, key, value, type: 'object', environment: null, tag: null };
  return { type: 'core-store', value: row };
}

const logo = (name: string) => ({ name, hash: name, ext: '.png', url: `/uploads/${name}.png` });

test('adds the bytes of a logo to its setting', async () => {
  const settings = { menuLogo: logo('one'), authLogo: null, more: 1 };
  const [line] = await withLogos([setting('core_admin_project-settings', settings)], open);
  const bytes = Buffer.from('one.png').toString('base64');
  expect(line).toEqual(
    setting('core_admin_project-settings', {
      menuLogo: { ...logo('one'), __transferBuffer: bytes },
      authLogo: null,
      more: 1,
    }),
  );
});

test.each([
  setting('core_admin_project-settings', { menuLogo: logo('missing'), authLogo: logo('vast') }),
  setting('core_admin_project-settings', { menuLogo: { name: 'x' }, authLogo: 'odd' }),
  setting('core_admin_project-settings', null),
  setting('another', { menuLogo: logo('one') }),
  { type: 'webhook', value: { id: 1, name: 'core_admin_project-settings' } } as const,
])('does not change %j', async (line) => {
  expect(await withLogos([line], open)).toEqual([line]);
});
