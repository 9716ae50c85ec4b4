// In charge of what counts as credentials in an `Authorization` header (docs/strapi/access.md, "Credentials").

/** The word of `Bearer <word>`; null for every other header, which counts as no credentials. */
export function bearerWord(authorization: string | undefined): string | null {
  return /^bearer\s+(\S+)$/i.exec(authorization?.trim() ?? '')?.[1] ?? null;
}
