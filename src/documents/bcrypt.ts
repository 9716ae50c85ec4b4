// Runs bcrypt with a limit on concurrency, so that hashes do not occupy the whole thread pool.
import { availableParallelism } from 'node:os';
import { PASSWORD_QUEUE } from '../base/limits.ts';
import { Semaphore } from '../base/semaphore.ts';

const semaphore = new Semaphore(Math.min(2, availableParallelism()), PASSWORD_QUEUE);

/** Hashes a text. @param rounds The cost of bcrypt @throws OverloadedError if the queue is full */
export function hashText(text: string, rounds: number): Promise<string> {
  return semaphore.run(async () => {
    const { hash } = await import('@node-rs/bcrypt');
    return hash(text, rounds);
  });
}

/** Returns true if a text matches a hash. @throws OverloadedError if the queue is full */
export function matchesHash(text: string, hash: string): Promise<boolean> {
  return semaphore.run(async () => {
    const { verify } = await import('@node-rs/bcrypt');
    return verify(text, hash).catch(() => false);
  });
}
