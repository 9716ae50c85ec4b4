// Runs bcrypt: few hashes at once, so that other work of the thread pool goes on beside them.
import { availableParallelism } from 'node:os';
import { PASSWORD_QUEUE } from '../base/limits.ts';
import { Semaphore } from '../base/semaphore.ts';

const semaphore = new Semaphore(Math.min(2, availableParallelism()), PASSWORD_QUEUE);

/** The hash of a text. @param rounds bcrypt's cost. @throws OverloadedError if too many hashes are waited for */
export function hashText(text: string, rounds: number): Promise<string> {
  return semaphore.run(async () => {
    const { hash } = await import('@node-rs/bcrypt');
    return hash(text, rounds);
  });
}

/** Returns true if a text is the one that was hashed. @throws OverloadedError if too many hashes are waited for */
export function matchesHash(text: string, hash: string): Promise<boolean> {
  return semaphore.run(async () => {
    const { verify } = await import('@node-rs/bcrypt');
    return verify(text, hash).catch(() => false);
  });
}
