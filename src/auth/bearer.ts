// Parses the `Authorization` header (docs/strapi/access.md, "Credentials").

/** Returns the token of `Bearer <token>`, or null for any other header, which counts as no credentials. */
export function bearerToken(authorization: string | undefined): string | null {
  return /^bearer\s+(\S+)$/i.exec(authorization?.trim() ?? '')?.[1] ?? null;
}
