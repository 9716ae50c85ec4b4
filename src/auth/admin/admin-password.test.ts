import { expect, test } from 'vitest';
import { hashPassword, isPassword } from './admin-password.ts';

test('a password has its hash, and no other one does', async () => {
  const hash = await hashPassword('Passw0rd!');
  expect(hash).toMatch(/^\$2[aby]\$10\$.{53}$/);
  expect(await isPassword('Passw0rd!', hash)).toBe(true);
  expect(await isPassword('passw0rd!', hash)).toBe(false);
});

test('hashes that Strapi made count', async () => {
  const hash = '$2a$10$KB728WJR8vROKPcvDh7AIe..P7DI8kSECr9oeDj5VM1L6kYQx.eVW';
  expect(await isPassword('Passw0rd!', hash)).toBe(true);
});

test.each([null, '', 'Passw0rd!', '$2a$10$short'])('nobody has the hash %j', async (hash) => {
  expect(await isPassword('Passw0rd!', hash)).toBe(false);
  expect(await isPassword('', hash)).toBe(false);
});
