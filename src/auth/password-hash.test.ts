import { hash } from '@node-rs/bcrypt';
import { expect, test } from 'vitest';
import { withRealCost } from '../../test/support/fast-bcrypt.ts';
import { hashPassword, isStoredPassword } from './password-hash.ts';

test('a hash matches only its password', async () => {
  const stored = await withRealCost(() => hashPassword('Passw0rd!', 'user'));
  expect(stored).toMatch(/^\$2[aby]\$10\$.{53}$/);
  expect(await isStoredPassword('Passw0rd!', stored, 'user')).toBe(true);
  expect(await isStoredPassword('passw0rd!', stored, 'user')).toBe(false);
});

test('accepts all bcrypt version prefixes', async () => {
  const stored = await hash('secret1', 4);
  for (const version of ['$2a$', '$2b$', '$2y$']) {
    const own = stored.replace(/^\$2.\$/, version);
    expect(await isStoredPassword('secret1', own, 'user')).toBe(true);
    expect(await isStoredPassword('secret2', own, 'user')).toBe(false);
  }
});

test('accepts Strapi’s hashes', async () => {
  const stored = '$2a$10$KB728WJR8vROKPcvDh7AIe..P7DI8kSECr9oeDj5VM1L6kYQx.eVW';
  expect(await isStoredPassword('Passw0rd!', stored, 'user')).toBe(true);
});

test.each([[null], [''], ['secret1'], ['$2b$10$'], ['$2b$10$tooshort'], ['$1$abc'], ['\0']])(
  'the hash %j matches no password',
  async (stored) => {
    expect(await isStoredPassword('secret1', stored, 'user')).toBe(false);
    expect(await isStoredPassword('', stored, 'user')).toBe(false);
  },
);
