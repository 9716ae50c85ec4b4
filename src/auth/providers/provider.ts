// Types for signing in with providers: options, profiles and sign-in attempts.

/** `oidc` is any provider that supports OpenID Connect. */
export type ProviderKind = 'oidc' | 'google' | 'github';

/** An enabled provider. */
export interface Provider {
  /** Used in paths, and as `provider` of users. */
  readonly name: string;
  readonly kind: ProviderKind;
  /** Issuer for OpenID discovery; for GitHub, the base URL of its website. */
  readonly issuer: string;
  /** Base URL of the GitHub API; unused by others. */
  readonly api: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly scope: readonly string[];
  /** Absolute URL of the page to redirect to, or null if none is configured. */
  readonly callback: string | null;
  /** If true, its addresses count as verified even if it does not say so. */
  readonly trustEmail: boolean;
}

/** Profile of a user from a provider. */
export interface Profile {
  /** Verified, lowercase. */
  readonly email: string;
  /** Null if the provider returns no name. */
  readonly username: string | null;
}

/** Values that the callback of a sign-in is checked against. */
export interface SignInAttempt {
  readonly provider: string;
  /** The page of the front end to redirect to. */
  readonly callback: string;
  readonly state: string;
  readonly verifier: string;
  /** OpenID Connect only. */
  readonly nonce: string | null;
}

/** Reason of a failed sign-in, safe to show in the front end. */
export class SignInError extends Error {
  /** OAuth error code, such as `access_denied`. */
  readonly code: string;

  constructor(message: string, code = 'oauth_error') {
    super(message);
    this.code = code;
  }
}
