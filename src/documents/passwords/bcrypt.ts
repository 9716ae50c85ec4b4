// Runs bcrypt with a limit on concurrency, so that hashes do not occupy the whole thread pool.
import { availableParallelism } from 'node:os';
import { PASSWORD_QUEUE } from '../../base/limits.ts';
import { Semaphore } from '../../base/semaphore.ts';

/** Whose passwords are hashed: sign-ins of users never delay those of administrators. */
export type PasswordOwner = 'administrator' | 'user';

const SEMAPHORES: Readonly<Record<PasswordOwner, Semaphore>> = {
  administrator: new Semaphore(1, PASSWORD_QUEUE),
  user: new Semaphore(Math.min(2, availableParallelism()), PASSWORD_QUEUE),
};

/** Hashes a text. @param rounds The cost of bcrypt @throws OverloadedError if the queue of its owner is full */
export function hashText(text: string, rounds: number, owner: PasswordOwner): Promise<string> {
  return SEMAPHORES[owner].run(async () => {
    const { hash } = await import('@node-rs/bcrypt');
    return hash(text, rounds);
  });
}

/** Returns true if a text matches a hash. @throws OverloadedError if the queue of its owner is full */
export function matchesHash(text: string, hash: string, owner: PasswordOwner): Promise<boolean> {
  return SEMAPHORES[owner].run(async () => {
    const { verify } = await import('@node-rs/bcrypt');
    return verify(text, hash).catch(() => false);
  });
}
