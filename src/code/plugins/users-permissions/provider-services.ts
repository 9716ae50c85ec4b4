// Services `providers` and `providers-registry`: providers come from the configuration, and code cannot add any.
import type { Service, Strapi } from '../../strapi/strapi.ts';

interface Context {
  readonly strapi: Strapi;
}

export function providersService({ strapi }: Context): Service {
  return {
    buildRedirectUri(provider = ''): string {
      const server = String(strapi.config.get('server.url', ''));
      const prefix = String(strapi.config.get('api.rest.prefix', '/api'));
      return `${server}${prefix}/connect/${String(provider)}/callback`;
    },
    connect(): never {
      throw new Error(
        'The service providers.connect is not available in Quoin. Request /api/auth/<provider>/callback instead.',
      );
    },
  };
}

/** Service `providers-registry`. Providers that code adds are stored, but cannot be used to sign in. */
export function providerRegistry({ strapi }: Context): Service {
  const providers = new Map<string, unknown>();
  return {
    getAll: () => Object.fromEntries(providers),
    get: (name: string) => providers.get(name),
    has: (name: string) => providers.has(name),
    add(name: string, provider: unknown): void {
      strapi.log.warn(
        `The sign-in provider "${name}" was added by code, which Quoin does not support (docs/sign-in-providers.md).`,
      );
      providers.set(name, provider);
    },
    remove: (name: string) => providers.delete(name),
  };
}
