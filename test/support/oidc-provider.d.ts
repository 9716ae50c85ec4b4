// Types of the parts of oidc-provider that tests use.
declare module 'oidc-provider' {
  import type { IncomingMessage, ServerResponse } from 'node:http';

  interface Account {
    readonly accountId: string;
    claims(): object;
  }

  interface Configuration {
    readonly clients: readonly object[];
    readonly claims: Readonly<Record<string, readonly string[]>>;
    readonly cookies: { readonly keys: readonly string[] };
    readonly conformIdTokenClaims: boolean;
    readonly pkce: { readonly required: () => boolean };
    /** Lifetimes in seconds. */
    readonly ttl: Readonly<Record<string, number>>;
    readonly findAccount: (context: unknown, id: string) => Account;
  }

  export class Provider {
    constructor(issuer: string, configuration: Configuration);
    callback(): (request: IncomingMessage, response: ServerResponse) => void;
  }
}
