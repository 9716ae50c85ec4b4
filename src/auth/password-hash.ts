// Hashes and verifies passwords. Verification takes the same time if there is no hash, so that its duration does not
// reveal whether an account exists.
import { hashText, matchesHash, type PasswordOwner } from '../documents/passwords/bcrypt.ts';

/** bcrypt ignores further bytes. */
export const MAX_PASSWORD_BYTES: number = 72;

/** Cost of bcrypt, as in Strapi. */
const ROUNDS = 10;

/** Hash of a random string, with the same cost as stored hashes. */
const DUMMY_HASH = '$2y$10$sdvFqKyBKA05Nl86VqBdveb5t6Nd3/Zr/asa540ZDBZdlNFtEwAHm';

/** Hashes a password. @throws OverloadedError */
export async function hashPassword(plain: string, owner: PasswordOwner): Promise<string> {
  return hashText(plain, ROUNDS, owner);
}

/** Returns true if a password matches a hash, which is null for an account without a password. @throws OverloadedError */
export async function isStoredPassword(
  password: string,
  hash: string | null,
  owner: PasswordOwner,
): Promise<boolean> {
  const isHash = hash !== null && /^\$2[abxy]\$\d\d\$/.test(hash);
  const isSame = await matchesHash(password, isHash ? hash : DUMMY_HASH, owner);
  return isHash && isSame;
}
