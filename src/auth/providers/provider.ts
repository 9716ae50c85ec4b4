// In charge of the words for signing in with a provider: how one is set up, who came back from it, and what is kept
// while somebody is there.

/** `oidc`: anything that speaks OpenID Connect. */
export type ProviderKind = 'oidc' | 'google' | 'github';

/** A provider that is switched on. */
export interface Provider {
  /** As paths and the `provider` of users have it. */
  readonly name: string;
  readonly kind: ProviderKind;
  /** Where its OpenID configuration is found; of GitHub: where people sign in. */
  readonly issuer: string;
  /** Where GitHub's API is; unused by others. */
  readonly api: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly scope: readonly string[];
  /** Page of the front end that people are sent back to, absolute; null where none is set. */
  readonly callback: string | null;
  /** True: its addresses count as verified though it does not say so. */
  readonly trustEmail: boolean;
}

/** Who somebody is, by what a provider says. */
export interface Profile {
  /** Verified, in lower case. */
  readonly email: string;
  /** Null where the provider has no name for them. */
  readonly username: string | null;
}

/** What must come back from a sign-in that was begun. */
export interface Attempt {
  readonly provider: string;
  /** The page of the front end that it leads to. */
  readonly callback: string;
  readonly state: string;
  readonly verifier: string;
  /** Only of OpenID Connect. */
  readonly nonce: string | null;
}

/** Why nobody is signed in, in words that the front end may show. */
export class SignInRefusal extends Error {
  /** As OAuth names it, such as `access_denied`. */
  readonly code: string;

  constructor(message: string, code = 'oauth_error') {
    super(message);
    this.code = code;
  }
}
