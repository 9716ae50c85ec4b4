// In charge of passwords as they are stored: hashed, and compared in the time that a comparison takes even where there is
// nothing to compare with, so that nobody learns from it who has an account.
import { hashText, matchesHash } from '../documents/bcrypt.ts';

/** bcrypt looks at no more of a password; in bytes. */
export const MAX_PASSWORD_BYTES: number = 72;

/** bcrypt's cost, as Strapi has it. */
const ROUNDS = 10;

/** The hash of a random word that nobody knows, with the cost of those that are stored. */
const NOBODYS = '$2y$10$sdvFqKyBKA05Nl86VqBdveb5t6Nd3/Zr/asa540ZDBZdlNFtEwAHm';

/** The hash of a password. @throws OverloadedError */
export async function hashPassword(plain: string): Promise<string> {
  return hashText(plain, ROUNDS);
}

/** True where a password is the one that was hashed. @param hash Null: there is none. @throws OverloadedError */
export async function isStoredPassword(password: string, hash: string | null): Promise<boolean> {
  const isHash = hash !== null && /^\$2[abxy]\$\d\d\$/.test(hash);
  const isSame = await matchesHash(password, isHash ? hash : NOBODYS);
  return isHash && isSame;
}
