import { createCipheriv, createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { createTokenKey, decryptToken, encryptToken, hashToken } from './token-keys.ts';

test('hashes a key as Strapi does', () => {
  // HMAC-SHA512 of the salt of project kitchen, of a key in one of the recorded databases.
  expect(hashToken('key-full', 'token-salt')).toMatch(/^[0-9a-f]{128}$/);
  expect(hashToken('key-full', 'token-salt')).not.toBe(hashToken('key-full', 'other-salt'));
});

test('creates random keys', () => {
  const keys = Array.from({ length: 20 }, createTokenKey);
  expect(new Set(keys).size).toBe(20);
  for (const key of keys) expect(key).toMatch(/^[0-9a-f]{256}$/);
});

test('decrypts a token only with the key that encrypted it', () => {
  const stored = encryptToken('plain', 'secret');
  expect(stored).toMatch(/^v1:[0-9a-f]{32}:[0-9a-f]+:[0-9a-f]{32}$/);
  expect(encryptToken('plain', 'secret')).not.toBe(stored);
  expect(decryptToken(stored, 'secret')).toBe('plain');
  expect(decryptToken(stored, 'other')).toBeNull();
  expect(decryptToken(stored, null)).toBeNull();
  expect(encryptToken('plain', null)).toBeNull();
});

test('uses Strapi’s format: AES-256-GCM with the SHA-256 of the key', () => {
  const iv = Buffer.alloc(16, 7);
  const key = createHash('sha256').update('secret').digest();
  const cipher = createCipheriv('aes-256-gcm', key, iv);
  const data = Buffer.concat([cipher.update('plain'), cipher.final()]);
  const stored = [iv, data, cipher.getAuthTag()].map((part) => part.toString('hex'));
  expect(decryptToken(['v1', ...stored].join(':'), 'secret')).toBe('plain');
});

test.each([
  null,
  '',
  'plain',
  'v1',
  'v1:a:b:c',
  'v2:00:00:00',
  'v1:::',
  `v1:${'0'.repeat(32)}:00:00`,
])('cannot decrypt %j', (stored) => {
  expect(decryptToken(stored, 'secret')).toBeNull();
});
