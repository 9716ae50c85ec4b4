// In charge of comparing a password with the hash that is stored, in the time that a comparison takes even where there
// is nothing to compare with, so that nobody learns from it who has an account.

/** The hash of a random word that nobody knows, with the cost of those that are stored. */
const NOBODYS = '$2y$10$sdvFqKyBKA05Nl86VqBdveb5t6Nd3/Zr/asa540ZDBZdlNFtEwAHm';

/** True where a password is the one that was hashed. @param hash Null: there is none */
export async function isStoredPassword(password: string, hash: string | null): Promise<boolean> {
  const { verify } = await import('@node-rs/bcrypt');
  const isHash = hash !== null && /^\$2[abxy]\$\d\d\$/.test(hash);
  const isSame = await verify(password, isHash ? hash : NOBODYS).catch(() => false);
  return isHash && isSame;
}
