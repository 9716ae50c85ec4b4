import { hash } from '@node-rs/bcrypt';
import { expect, test } from 'vitest';
import { isStoredPassword } from './stored-password.ts';

test('the password that was hashed is the one, whatever wrote the hash', async () => {
  const stored = await hash('secret1', 4);
  for (const version of ['$2a$', '$2b$', '$2y$']) {
    const own = stored.replace(/^\$2.\$/, version);
    expect(await isStoredPassword('secret1', own)).toBe(true);
    expect(await isStoredPassword('secret2', own)).toBe(false);
  }
});

test.each([[null], [''], ['secret1'], ['$2b$10$'], ['$2b$10$tooshort'], ['$1$abc'], ['\0']])(
  'the hash %j is nobody’s',
  async (stored) => {
    expect(await isStoredPassword('secret1', stored)).toBe(false);
  },
);
