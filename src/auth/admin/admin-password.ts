// In charge of the passwords of administrators: hashed, and compared so that nobody learns from the time it takes
// whether there is such an administrator.

/** bcrypt's cost, as Strapi has it. */
const ROUNDS = 10;

/** A hash that no password has: its random part was never one. */
const NOBODYS = '$2b$10$abcdefghijklmnopqrstuuABCDEFGHIJKLMNOPQRSTUVWXYZ01234';

/** The hash of a password. */
export async function hashPassword(plain: string): Promise<string> {
  const { hash } = await import('@node-rs/bcrypt');
  return hash(plain, ROUNDS);
}

/** True where a password has the hash. Without a hash it takes as long. */
export async function isPassword(plain: string, hash: string | null): Promise<boolean> {
  const { verify } = await import('@node-rs/bcrypt');
  try {
    const isRight = await verify(plain, hash ?? NOBODYS);
    return isRight && hash !== null;
  } catch {
    // What is stored is no hash: nobody can sign in with it.
    return false;
  }
}
