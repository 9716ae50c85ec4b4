// Bounds the length of keys by replacing a long key with its digest.
import { hash } from 'node:crypto';
import { MAX_KEY_LENGTH } from './limits.ts';

const PREFIX = 'sha256:';

/**
 * Returns the text, or its SHA-256 digest if it is longer than `MAX_KEY_LENGTH`. Different texts have different keys.
 */
export function boundedKey(text: string): string {
  // A short text that looks like a digest is hashed as well, so that it cannot collide with a long one.
  if (text.length <= MAX_KEY_LENGTH && !text.startsWith(PREFIX)) return text;
  return PREFIX + hash('sha256', text, 'base64');
}
